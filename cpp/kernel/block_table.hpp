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

// The compact table of a block: P_w, and next to it the accumulator of the same word. Words with a
// single visit may come last and have no P: only a row for what that visit counts.
struct Table {
  float* rows;
  int64_t pitch;  // floats from one row to the next: 2 * stride, or stride without accumulators
  int64_t stride;
  int64_t n_shared = INT64_MAX;  // rows from this one on belong to words with a single visit

  // What is counted for the word of a row; in a table without accumulators, the whole row.
  float* counted(int64_t row) const {
    return row < n_shared ? rows + row * pitch + (pitch - stride)
                          : rows + n_shared * pitch + (row - n_shared) * stride;
  }
};

// The rows of all words, from which a table is gathered: N^Phi_wk = scale_k * scaled_wk, and eta.
struct WordCounts {
  const float* scaled;
  const float* eta;  // one value, or one per word
  bool eta_per_word;
};

// What P_w of a word with a single visit is computed from, at its visit.
struct SingleVisits {
  WordCounts counts;
  const float* gain;      // scale_k / (N^Z_k + sum eta)
  const float* prior;     // 1 / (N^Z_k + sum eta)
  const uint32_t* words;  // by row of the table
  float* scratch;         // most_side_by_side rows
};

constexpr int most_side_by_side = 4;  // documents

}  // namespace thalweg
