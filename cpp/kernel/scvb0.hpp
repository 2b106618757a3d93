// The row arithmetic of SCVB0 for one instruction set.
#pragma once

#include <cstdint>

#include "kernel/block_table.hpp"

namespace thalweg {

struct Scvb0Kernel {
  // Runs every sweep over its visits. The counted form adds m n theta to the accumulators. False:
  // cancelled.
  bool (*sweep)(const Table&, const float* alpha, const DocumentSweep* sweeps, int64_t n_sweeps,
                bool counted, const Poll&);

  // The same for a table in which words with a single visit come last.
  bool (*sweep_single_visits)(const Table&, const SingleVisits&, const float* alpha,
                              const DocumentSweep* sweeps, int64_t n_sweeps, bool counted,
                              const Poll&);

  // P_w = (N^Phi_w + eta_w) / (N^Z + sum eta) for the words of a block; accumulators to zero.
  // `gain` is scale_k / (N^Z_k + sum eta), `prior` 1 / (N^Z_k + sum eta).
  void (*gather)(const Table&, const WordCounts&, const float* gain, const float* prior,
                 const uint32_t* words, int64_t n_words);

  // acc_w *= P_w for the first rows: from now on the accumulators have Nhat^Phi_w. By the thread
  // that counted them, so that one row instead of two goes to the cache of the thread that adds it.
  void (*weigh)(const Table&, int64_t n_words);

  // scaled_w += gain * Nhat^Phi_w for the listed rows; totals += Nhat^Phi_w. `sums` is scratch of
  // one row, zero on entry and on return.
  void (*apply)(const Table&, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
                const float* gain, float* scaled, float* sums, double* totals);

  // theta = alpha + sum_w m gamma_w until it moves by less than `tolerance` per token. Topics are
  // held fixed. False: cancelled, theta has not converged. After theta there is scratch for two
  // more.
  bool (*converge)(const Table&, const float* alpha, const DocumentSweep&, int max_passes,
                   float tolerance, const Poll&);

  // out_i = P_{w_i} . theta
  void (*predict)(const Table&, const DocumentSweep&, float* out);

  // scaled_w *= factor, all rows: folds the lazy scale back (rare).
  void (*rescale)(float* scaled, int64_t n_rows, int64_t stride, const float* factor);
};

}  // namespace thalweg
