// The row arithmetic of stochastic variational Bayes for one instruction set.
#pragma once

#include <cstdint>

#include "kernel/block_table.hpp"

namespace thalweg {

// Number of passes over a document: at most `most`, fewer where gamma_d converges earlier.
struct DocumentPasses {
  int most;
  double tolerance;  // converged: the mean change of gamma_d is below this; 0: never
};

struct SvbKernel {
  // P_w = exp(E[log beta_w]), each row up to a factor of its own, for the words of a block;
  // accumulators to zero. lambda_wk = scale_k scaled_wk + eta_w, and `factor` is
  // 1 / exp(digamma(sum_w lambda_wk)), up to a number common to all topics.
  void (*gather)(const Table&, const WordCounts&, const float* scale, const float* factor,
                 const uint32_t* words, int64_t n_words);

  // Runs the passes of gamma_d (sweep.theta: where it starts, and two more rows of scratch) over
  // its document, then adds m phi_w / P_w to the accumulators. Returns the number of passes;
  // -1: cancelled.
  int (*visit)(const Table&, const float* alpha, int64_t n_topics, const DocumentSweep&,
               const DocumentPasses&, const Poll&);
};

}  // namespace thalweg
