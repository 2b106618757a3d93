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

// Words that a pass over a minibatch visits once. They have no row in a table: it would be written
// and read once. P_w = gain * scaled_w + eta_w * prior is computed at the visit, and the counted
// pass adds what it expects to the counts at once, because no other visit reads them.
struct DirectWords {
  WordCounts counts{};
  const float* gain = nullptr;
  const float* prior = nullptr;
  const uint32_t* words = nullptr;     // by row, from first_row on
  int64_t first_row = 0;               // visits to rows from this one on are direct
  float* changed = nullptr;            // rows of all words: get update_gain * (m n theta P_w)
  const float* update_gain = nullptr;  // of these
  double* totals = nullptr;            // get m n theta P_w
  float* scratch = nullptr;            // five rows; the last is zero on entry and on return
};

}  // namespace thalweg
