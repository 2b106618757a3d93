// What the kernels work on: the table of a block of documents, and a document's way through it.
//
// Rows are padded to a multiple of eight floats (`stride`). Padding lanes of P, gamma, alpha and
// theta are zero, which keeps them out of every result.
#pragma once

#include <cstdint>

#include "parallel/poll.hpp"

namespace thalweg {

// One distinct word of a document: its row in the block's table and how often it occurs (m).
struct Visit {
  uint32_t row;
  float count;
};

// One pass over a document: its visits in order, and the state that they change.
struct DocumentSweep {
  const Visit* visits;    // readable a few visits past the end
  const float* replaced;  // u = 1 - (1 - rho)^m of each visit (Eq. 9); unused in inference
  int64_t n_visits;
  float* theta;  // N^Theta_j + alpha, `stride` floats
  float length;  // C_j
};

// The compact table of a block: P_w, and next to it the accumulator of the same word.
struct Table {
  float* rows;
  int64_t pitch;  // floats from one row to the next: 2 * stride, or stride without accumulators
  int64_t stride;
};

// The rows of all words, from which a table is gathered: N^Phi_wk = scale_k * scaled_wk, and eta.
struct WordCounts {
  const float* scaled;
  const float* eta;  // one value, or one per word
  bool eta_per_word;
};

// P_w = gain * scaled_w + eta_w * prior, fixed for a minibatch.
struct WordFactors {
  WordCounts counts{};
  const float* gain = nullptr;   // scale_k / (N^Z_k + sum eta)
  const float* prior = nullptr;  // 1 / (N^Z_k + sum eta)
};

// A block without rows of P: they are computed at each visit. The table has accumulators only.
struct RowsInPlace {
  WordFactors factors;
  const uint32_t* words;  // by row of the table
  int64_t n_shared;       // rows from this one on have one visit: it replaces what is there
  float* scratch;         // most_side_by_side + 2 rows
};

constexpr int most_side_by_side = 4;  // documents

}  // namespace thalweg
