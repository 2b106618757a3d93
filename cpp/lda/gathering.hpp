// Filling a block's table from the rows of all words.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/scvb0.hpp"
#include "lda/documents/block.hpp"
#include "lda/topics.hpp"

namespace thalweg {

// Calls gather(part of the table, its words, their number) for all rows of a block, some thousand
// at a time. False: cancelled half-way.
template <class Gather>
bool gather_in_parts(const Block& block, const Poll& poll, Gather&& gather) {
  constexpr int64_t rows_between_polls = 4096;
  for (int64_t row = 0; row < block.n_rows(); row += rows_between_polls) {
    if (poll.cancelled(poll.context)) return false;
    Table part = block.table();
    part.rows += row * part.pitch;
    gather(part, block.words() + row, std::min(block.n_rows() - row, rows_between_polls));
  }
  return true;
}

// Calls change(value in the table, number of the pair, topic) for those (word, topic) pairs of a
// sparse matrix whose words are in the block.
template <class Change>
void for_pairs(const Block& block, const SparseRows& pairs, Change&& change) {
  if (!pairs.offsets) return;
  for (int64_t row = 0; row < block.n_rows(); ++row) {
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

}  // namespace thalweg
