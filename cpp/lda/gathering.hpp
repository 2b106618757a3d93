// Filling a block's table from the rows of all words.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/scvb0.hpp"
#include "lda/documents/block.hpp"
#include "lda/topics.hpp"

namespace thalweg {

// Calls gather(part of the table, its words, their number) for the rows of a block that have P,
// some thousand at a time. False: cancelled half-way.
template <class Gather>
bool gather_in_parts(const Block& block, const Poll& poll, Gather&& gather) {
  constexpr int64_t rows_between_polls = 4096;
  for (int64_t row = 0; row < block.n_shared(); row += rows_between_polls) {
    if (poll.cancelled(poll.context)) return false;
    Table part = block.table();
    part.rows += row * part.pitch;
    gather(part, block.words() + row, std::min(block.n_shared() - row, rows_between_polls));
  }
  return true;
}

// Calls change(value in the table, number of the pair, topic) for those (word, topic) pairs of a
// sparse matrix whose words are in the block.
template <class Change>
void for_pairs(const Block& block, const SparseRows& pairs, Change&& change) {
  if (!pairs.offsets) return;
  for (int64_t row = 0; row < block.n_words(); ++row) {
    const uint32_t word = block.words()[row];
    float* values = block.table().rows + row * block.table().pitch;
    for (int64_t i = pairs.offsets[word]; i < pairs.offsets[word + 1]; ++i)
      change(values[pairs.topics[i]], i, pairs.topics[i]);
  }
}

// Rows of a block's table: scaled_w * gain + (eta_w + added_w) * per_prior, masked pairs and
// accumulators zero. False: cancelled half-way.
inline bool gather_topics(const Scvb0Kernel& kernel, const Block& block, const Topics& topics,
                          const Prior& prior, const float* gain, const float* per_prior,
                          const Poll& poll) {
  const bool whole =
      gather_in_parts(block, poll, [&](const Table& part, const uint32_t* words, int64_t n_words) {
        kernel.gather(part, word_counts(topics, prior), gain, per_prior, words, n_words);
      });
  if (!whole) return false;
  for_pairs(block, prior.added, [&](float& value, int64_t pair, int64_t k) {
    value += prior.added.values[pair] * per_prior[k];
  });
  for_pairs(block, prior.masked, [](float& value, int64_t, int64_t) { value = 0; });
  return true;
}

// Nhat_w = (1 - sum_k h_wk) Nhat_w + h_w sum_k Nhat_wk, where Nhat_w = acc_w * P_w, for the words
// of a block that have held shares h. Their rows become P_w = 1 and acc_w = Nhat_w.
inline void hold_shares(const Block& block, const SparseRows& held) {
  if (!held.offsets) return;
  const Table& table = block.table();
  for (int64_t row = 0; row < block.n_words(); ++row) {
    const int64_t first = held.offsets[block.words()[row]];
    const int64_t last = held.offsets[block.words()[row] + 1];
    if (first == last) continue;
    float* const p = table.rows + row * table.pitch;
    float* const acc = p + table.stride;
    double total = 0, free = 1;
    for (int64_t k = 0; k < table.stride; ++k) total += double{acc[k]} * double{p[k]};
    for (int64_t i = first; i < last; ++i) free -= double{held.values[i]};
    for (int64_t k = 0; k < table.stride; ++k) {
      acc[k] *= p[k] * static_cast<float>(free > 0 ? free : 0);
      p[k] = 1;
    }
    for (int64_t i = first; i < last; ++i)
      acc[held.topics[i]] += static_cast<float>(double{held.values[i]} * total);
  }
}

}  // namespace thalweg
