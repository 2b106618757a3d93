// Documents in groups that threads take side by side, and whose counts are added up in order.
//
// Groups are cut by the documents alone and words are dealt to stripes (block.hpp): who works on
// what is open, in which order a number is added up is not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "lda/documents/block.hpp"
#include "lda/scvb0.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {

// Ends of groups of consecutive documents [first, last), each of about so many entries or of one
// document that has more.
inline std::vector<int64_t> cut_by_entries(const Documents& documents, int64_t first, int64_t last,
                                           int64_t entries_per_group) {
  std::vector<int64_t> ends;
  int64_t start = documents.offsets[first];
  for (int64_t j = first; j < last; ++j) {
    if (documents.offsets[j + 1] - start < entries_per_group && j + 1 < last) continue;
    ends.push_back(j + 1);
    start = documents.offsets[j + 1];
  }
  return ends;
}

class DocumentGroups {
 public:
  DocumentGroups(const Documents& documents, const Topics& topics, const Workers& workers)
      : documents_(documents),
        n_words_(topics.n_words),
        stride_(topics.stride),
        pool_(workers.n_threads),
        cancellation_(workers),
        word_rows_(pool_.n_threads()),
        stripe_totals_(n_stripes * stride_) {
    std::fill_n(stripe_sums_.reserve(n_stripes * stride_), n_stripes * stride_, 0.0f);
  }

  int n_threads() const { return pool_.n_threads(); }
  bool cancelled() { return cancellation_.ask_now(); }

  // Reads the groups that start at document `first` and end at each of `ends`, with tables that
  // are not yet filled, and calls visit(block, first document of the group, poll). What `visit`
  // returns says whether the group's accumulators are good to be added.
  template <class Visit>
  void visit(int64_t first, const std::vector<int64_t>& ends, Visit&& visit) {
    const auto n_groups = static_cast<int64_t>(ends.size());
    while (static_cast<int64_t>(blocks_.size()) < n_groups)
      blocks_.push_back(std::make_unique<Block>(stride_));
    usable_.assign(n_groups, 0);
    pool_.run(
        n_groups,
        [&](int64_t group, int thread) {
          const Poll poll = cancellation_.poll(thread);
          if (poll.cancelled(poll.context)) return;
          WordRows& rows = word_rows_[thread];
          rows.reserve(n_words_);
          Block& block = *blocks_[group];
          const int64_t from = group == 0 ? first : ends[group - 1];
          block.begin(VisitPlan{});
          for (int64_t j = from; j < ends[group]; ++j) block.add_in_order(documents_, j, rows);
          block.end(rows, true);
          usable_[group] = visit(block, from, poll);
        },
        [this] { cancellation_.ask_now(); });
  }

  // Calls add(block, stripe of its words, one row of zeros as scratch, N^Z of the stripe, poll) for
  // every group in order, stripe by stripe, and adds the totals of the stripes to `totals`.
  template <class Add>
  void add_up(double* totals, Add&& add) {
    std::fill(stripe_totals_.begin(), stripe_totals_.end(), 0.0);
    pool_.run(n_stripes, [&](int64_t stripe, int thread) {
      for (size_t group = 0; group < usable_.size(); ++group) {
        if (!usable_[group]) continue;
        add(*blocks_[group], blocks_[group]->stripe(static_cast<int>(stripe)),
            stripe_sums_.get() + stripe * stride_, stripe_totals_.data() + stripe * stride_,
            cancellation_.poll(thread));
      }
    });
    for (int stripe = 0; stripe < n_stripes; ++stripe)
      for (int64_t k = 0; k < stride_; ++k) totals[k] += stripe_totals_[stripe * stride_ + k];
  }

  double n_tokens() const {
    double total = 0;
    for (size_t group = 0; group < usable_.size(); ++group) total += blocks_[group]->n_tokens();
    return total;
  }

 private:
  const Documents& documents_;
  const int64_t n_words_;
  const int64_t stride_;
  ThreadPool pool_;
  Cancellation cancellation_;
  std::vector<WordRows> word_rows_;  // by thread
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<uint8_t> usable_;  // by group
  std::vector<double> stripe_totals_;
  AlignedFloats stripe_sums_;
};

// Rows of a block's table: scaled_w * gain + eta_w * prior for all its words, and what single
// (word, topic) pairs add to eta; accumulators zero. False: cancelled half-way.
inline bool gather_rows(const Kernel& kernel, const Block& block, const Topics& topics,
                        const Prior& prior, const float* gain, const float* per_prior,
                        const Poll& poll) {
  constexpr int64_t rows_between_polls = 4096;
  for (int64_t row = 0; row < block.n_words(); row += rows_between_polls) {
    if (poll.cancelled(poll.context)) return false;
    Table part = block.table();
    part.rows += row * part.pitch;
    kernel.gather(part, {topics.scaled, gain, per_prior, prior.eta, prior.eta_per_word},
                  block.words() + row, std::min(block.n_words() - row, rows_between_polls));
  }
  if (!prior.added.offsets) return true;
  for (int64_t row = 0; row < block.n_words(); ++row) {
    const uint32_t word = block.words()[row];
    float* values = block.table().rows + row * block.table().pitch;
    for (int64_t i = prior.added.offsets[word]; i < prior.added.offsets[word + 1]; ++i) {
      const int32_t k = prior.added.topics[i];
      values[k] += prior.added.values[i] * per_prior[k];
    }
  }
  return true;
}

}  // namespace thalweg
