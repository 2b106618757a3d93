// What one instruction set offers: the row arithmetic of SCVB0 behind a table of functions.
//
// Rows are padded to a multiple of eight floats (`stride`). Padding lanes of P and alpha are zero,
// which keeps them out of every result.
#pragma once

#include <cstdint>

namespace thalweg {

// Asked every few thousand visits; true means stop now and leave everything unapplied.
struct Poll {
  bool (*cancelled)(void* context);
  void* context;
};

// Where P_w = (N^Phi_w + eta_w) / (N^Z + sum eta) comes from, with N^Phi_wk = scale_k scaled_wk.
struct TopicSource {
  const float* scaled;  // all words
  const float* gain;    // scale_k / (N^Z_k + sum eta)
  const float* prior;   // 1 / (N^Z_k + sum eta)
  const float* eta;     // one value, or one per word
  bool eta_per_word;
  // Changes P_w where single (word, topic) pairs have a prior of their own or are masked, or null.
  void (*adjust)(const void* context, uint32_t word, float* p);
  const void* context;
};

// A word of a document: which document of the block, and how often the word occurs there (m).
struct Visit {
  uint32_t document;
  float count;
};

// One pass over a block: word after word, and for each the documents that contain it.
struct Round {
  const uint32_t* words;   // n_words
  const uint32_t* starts;  // n_words + 1: where a word's visits begin
  const Visit* visits;
  const float* replaced;  // u = 1 - (1 - rho)^m of each visit (Eq. 9)
  int64_t n_words;
};

// The documents of a block.
struct Thetas {
  float* theta;         // N^Theta_j + alpha, `stride` floats each
  const float* length;  // C_j
};

// A word of a document under fixed topics: its row in a table of P, and its count.
struct Entry {
  uint32_t row;
  float count;
};

struct FixedDocument {
  const Entry* entries;
  int64_t n;
  float length;    // C_j
  float* theta;    // N^Theta_j + alpha
  float* scratch;  // one more row
};

struct Kernel {
  const char* name;

  // One pass of a block. `expected` takes sum m gamma of each word (n_words rows); null in burn-in.
  // `scratch` is two rows. False: cancelled.
  bool (*sweep)(const Round&, const TopicSource&, const Thetas&, const float* alpha, int64_t stride,
                float* scratch, float* expected, const Poll&);

  // scaled_w += gain * expected_w for the listed rows; totals += expected_w. `sums` is scratch of
  // one row, zero on entry and on return.
  void (*apply)(const float* expected, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
                int64_t stride, const float* gain, float* scaled, float* sums, double* totals);

  // Writes P_w of the listed words to a table.
  void (*gather)(const TopicSource&, const uint32_t* words, int64_t n_words, int64_t stride,
                 float* table);

  // theta = alpha + sum_w m gamma_w until it moves by less than `tolerance` a token. Topics fixed.
  // False: cancelled, theta is not settled.
  bool (*settle)(const float* table, const float* alpha, int64_t stride, const FixedDocument&,
                 int max_passes, float tolerance, const Poll&);

  // out_i = P_{w_i} . theta
  void (*predict)(const float* table, int64_t stride, const FixedDocument&, float* out);

  // scaled_w *= factor, all rows: folds the lazy scale back (rare).
  void (*rescale)(float* scaled, int64_t n_rows, int64_t stride, const float* factor);
};

extern const Kernel baseline_kernel;
#if defined(THALWEG_HAS_AVX2)
extern const Kernel avx2_kernel;
#endif

}  // namespace thalweg
