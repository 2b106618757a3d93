// What of the model stays fixed during a minibatch, and where a document starts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lda/documents/block.hpp"
#include "lda/scvb0.hpp"
#include "parallel/aligned_floats.hpp"

namespace thalweg {

// P_w = (N^Phi_w + eta_w) / (N^Z + sum eta), as two factors a topic, fixed for a minibatch.
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
      const double grown = prior_.locked && prior_.locked[k] ? 1 : growth;  // a lock stands still
      const double total = grown * topics_.totals[k] + prior_.eta_total[k];
      gain_[k] = static_cast<float>(grown * topics_.scale[k] / total);
      per_prior_[k] = static_cast<float>(1 / total);
    }
  }

  void gather(const Kernel& kernel, const Block& block, const Poll& poll) const {
    constexpr int64_t rows_between_polls = 4096;
    for (int64_t row = 0; row < block.n_words(); row += rows_between_polls) {
      if (poll.cancelled(poll.context)) return;
      Table part = block.table();
      part.rows += row * part.pitch;
      kernel.gather(part, {topics_.scaled, gain_, per_prior_, prior_.eta, prior_.eta_per_word},
                    block.words() + row, std::min(block.n_words() - row, rows_between_polls));
    }
    if (prior_.added.offsets) {
      for_pairs(block, prior_.added, [&](float& p, int64_t pair, int64_t k) {
        p += prior_.added.values[pair] * per_prior_[k];
      });
    }
    if (prior_.masked.offsets)
      for_pairs(block, prior_.masked, [](float& p, int64_t, int64_t) { p = 0; });
  }

 private:
  template <class Change>
  static void for_pairs(const Block& block, const SparseRows& pairs, Change&& change) {
    for (int64_t row = 0; row < block.n_words(); ++row) {
      const uint32_t word = block.words()[row];
      float* p = block.table().rows + row * block.table().pitch;
      for (int64_t i = pairs.offsets[word]; i < pairs.offsets[word + 1]; ++i)
        change(p[pairs.topics[i]], i, pairs.topics[i]);
    }
  }

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
