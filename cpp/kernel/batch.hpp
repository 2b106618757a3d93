// The row arithmetic of the batch algorithms, CVB0 and MAP_LDA_U, for one instruction set.
#pragma once

#include <cstdint>

#include "kernel/block_table.hpp"

namespace thalweg {

// A document whose responsibilities are stored: visit i owns row i of gamma.
struct DocumentResponsibilities {
  const Visit* visits;  // readable a few visits past the end
  int64_t n_visits;
  float* gamma;  // n_visits x stride
  float* theta;  // N^Theta_j + alpha, `stride` floats
};

// The factors that are held fixed while a block of documents is revised.
struct FixedFactors {
  const float* alpha;
  const float* totals;     // N^Z + sum eta; 1 in the padding
  const float* eta_total;  // sum eta; 1 in the padding
  const float* eta;        // one value, or one per word
  bool eta_per_word;
  const uint32_t* words;  // by row of the table
};

struct BatchKernel {
  // theta += sum m gamma (Eq. 4). With accumulators, they get m gamma too.
  void (*collect)(const Table&, const DocumentResponsibilities&, bool with_accumulators);

  // Revises every gamma once (Eq. 3). theta comes as alpha, rows of the table hold N^Phi_w + eta_w,
  // and accumulators get the change of N^Phi_w. False: cancelled; the accumulators follow every
  // gamma that was revised. `weights` is scratch of two rows.
  bool (*revise)(const Table&, const FixedFactors&, const DocumentResponsibilities*,
                 int64_t n_documents, float* weights, const Poll&);

  // scaled_w += gain * acc_w for the listed rows; totals += acc_w. `sums` is scratch of one row,
  // zero on entry and on return.
  void (*add)(const Table&, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
              const float* gain, float* scaled, float* sums, double* totals);

  // E-step of one document (Eq. 10), rows of the table hold P_w: the accumulators get m n theta
  // (times P_w: m gamma), and `counts` becomes sum m gamma, the new N^Theta_j. False: cancelled.
  bool (*expect)(const Table&, const DocumentSweep&, float* counts, const Poll&);
};

}  // namespace thalweg
