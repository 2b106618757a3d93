// What is held fixed during a minibatch, and where a document starts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lda/documents/block.hpp"
#include "lda/gathering.hpp"
#include "lda/topics.hpp"
#include "parallel/aligned_floats.hpp"

namespace thalweg {

// P_w = (N^Phi_w + eta_w) / (N^Z + sum eta), as two factors per topic, fixed for a minibatch.
class TopicFactors {
 public:
  TopicFactors(const Topics& topics, const Prior& prior) : topics_(topics), prior_(prior) {
    refresh(1);
  }

  // `growth`: what the counts are about to be multiplied by, because C has grown.
  void refresh(double growth) {
    gain_ = values_.reserve(2 * topics_.stride);
    per_prior_ = gain_ + topics_.stride;
    std::fill(gain_, gain_ + 2 * topics_.stride, 0.0f);
    for (int64_t k = 0; k < topics_.n_topics; ++k) {
      const double grown = prior_.locked && prior_.locked[k] ? 1 : growth;
      const double total = grown * topics_.totals[k] + prior_.eta_total[k];
      gain_[k] = static_cast<float>(grown * topics_.scale[k] / total);
      per_prior_[k] = static_cast<float>(1 / total);
    }
  }

  // False: cancelled half-way.
  bool gather(const Scvb0Kernel& kernel, const Block& block, const Poll& poll) const {
    return gather_topics(kernel, block, topics_, prior_, gain_, per_prior_, poll);
  }

  // What P_w is computed from, for the words of a block that have a single visit.
  SingleVisits single_visits(const Block& block) const {
    return {word_counts(topics_, prior_), gain_, per_prior_, block.words(), block.scratch()};
  }

 private:
  const Topics& topics_;
  const Prior& prior_;
  AlignedFloats values_;
  float* gain_ = nullptr;
  float* per_prior_ = nullptr;
};

inline double sum(const float* values, int64_t n) {
  double total = 0;
  for (int64_t k = 0; k < n; ++k) total += values[k];
  return total;
}

// theta = N^Theta_j + alpha with N^Theta_j at the prior's mean, C_j alpha / sum alpha.
inline void start_at_prior_mean(float* theta, const Prior& prior, double alpha_total,
                                int64_t stride, double length) {
  const auto factor = static_cast<float>(1 + length / alpha_total);
  for (int64_t k = 0; k < stride; ++k) theta[k] = prior.alpha[k] * factor;
}

}  // namespace thalweg
