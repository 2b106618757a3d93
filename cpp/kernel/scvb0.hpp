// What one instruction set offers: the row arithmetic of SCVB0 behind a table of functions.
//
// Rows are padded to a multiple of eight floats (`stride`). Padding lanes of P and alpha are zero,
// which keeps them out of every result.
#pragma once

#include <cstdint>

#include "parallel/poll.hpp"

namespace thalweg {

// One distinct word of a document: its row in the block's table and how often it occurs (m).
struct Visit {
  uint32_t row;
  float count;
};

// A document on its way through a sweep.
struct Course {
  const Visit* visits;
  const float* replaced;  // u = 1 - (1 - rho)^m of each visit (Eq. 9); unused in inference
  int64_t n_visits;
  float* theta;  // N^Theta_j + alpha, `stride` floats
  float length;  // C_j
};

// The compact table of a block: P_w, and beside it the accumulator of the same word.
struct Table {
  float* rows;
  int64_t pitch;  // floats from one row to the next: 2 * stride, or stride without accumulators
  int64_t stride;
};

// The counts of all words: N^Phi_wk = scale_k * scaled_wk.
struct GatherSource {
  const float* scaled;
  const float* gain;   // scale_k / (N^Z_k + sum eta)
  const float* prior;  // 1 / (N^Z_k + sum eta)
  const float* eta;    // one value, or one per word
  bool eta_per_word;
};

struct Kernel {
  const char* name;

  // Sends every course over its visits. The counted form adds m n theta to the accumulators.
  bool (*sweep)(const Table&, const float* alpha, const Course* courses, int64_t n_courses,
                bool counted, const Poll&);

  // P_w = (N^Phi_w + eta_w) / (N^Z + sum eta) for the words of a block; accumulators to zero.
  void (*gather)(const Table&, const GatherSource&, const uint32_t* words, int64_t n_words);

  // scaled_w += gain * (acc_w * P_w) for the listed rows; totals += acc_w * P_w. `sums` is
  // scratch of one row, zero on entry and on return.
  void (*apply)(const Table&, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
                const float* gain, float* scaled, float* sums, double* totals);

  // theta = alpha + sum_w m gamma_w until it moves by less than `tolerance` a token. Topics fixed.
  // False: cancelled, theta is not settled. Behind theta there is scratch for two more.
  bool (*settle)(const Table&, const float* alpha, const Course&, int max_passes, float tolerance,
                 const Poll&);

  // out_i = P_{w_i} . theta
  void (*predict)(const Table&, const Course&, float* out);

  // scaled_w *= factor, all rows: folds the lazy scale back (rare).
  void (*rescale)(float* scaled, int64_t n_rows, int64_t stride, const float* factor);
};

extern const Kernel baseline_kernel;
#if defined(THALWEG_HAS_AVX2)
extern const Kernel avx2_kernel;
#endif

}  // namespace thalweg
