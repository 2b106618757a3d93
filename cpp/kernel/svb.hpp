// What one instruction set offers to stochastic variational Bayes, beside what SCVB0 has.
#pragma once

#include "kernel/scvb0.hpp"

namespace thalweg {

// lambda_wk = scale_k scaled_wk + eta_w
struct PosteriorSource {
  const float* scaled;
  const float* scale;
  const float* factor;  // 1 / exp(digamma(sum_w lambda_wk)), up to a number common to all topics
  const float* eta;     // one value, or one per word
  bool eta_per_word;
};

// Passes over a document: so many, fewer where gamma_d has come to rest.
struct DocumentPasses {
  int most;
  double tolerance;  // rest: the mean change of gamma_d is below this; 0: never
};

struct SvbKernel {
  // P_w = exp(E[log beta_w]), each row up to a factor of its own, for the words of a block;
  // accumulators to zero.
  void (*gather)(const Table&, const PosteriorSource&, const uint32_t* words, int64_t n_words);

  // Sends gamma_d (course.theta: where it starts, and two more rows of scratch) over its document,
  // then adds m phi_w / P_w to the accumulators. Returns the passes made; -1: cancelled.
  int (*visit)(const Table&, const float* alpha, int64_t n_topics, const Course&,
               const DocumentPasses&, const Poll&);

  // values = exp(digamma(values)), up to a common factor; a multiple of eight of them, aligned.
  void (*exp_digamma)(float* values, float* scratch, int64_t n);
};

extern const SvbKernel baseline_svb_kernel;
#if defined(THALWEG_HAS_AVX2)
extern const SvbKernel avx2_svb_kernel;
#endif

// The one for the same instruction set.
inline const SvbKernel& svb_kernel([[maybe_unused]] const Kernel& kernel) {
#if defined(THALWEG_HAS_AVX2)
  if (&kernel == &avx2_kernel) return avx2_svb_kernel;
#endif
  return baseline_svb_kernel;
}

}  // namespace thalweg
