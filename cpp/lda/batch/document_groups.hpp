// Documents in groups that threads take side by side, and whose counts are added up in order.
//
// Groups are cut by the documents alone and words are divided into stripes (block.hpp): any thread
// may work on any group, but a number is always added up in the same order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "lda/documents/block.hpp"
#include "lda/striped_sums.hpp"
#include "lda/topics.hpp"
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
        sums_(stride_) {}

  int n_threads() const { return pool_.n_threads(); }
  bool cancelled() { return cancellation_.ask_now(); }

  // Reads the groups that start at document `first` and end at each of `ends`, with tables that
  // are not yet filled, and calls visit(block, first document of the group, poll). What `visit`
  // returns says whether the group's accumulators are good to be added. `to_the_end`: all groups
  // are visited, even if the user has asked to stop.
  template <class Visit>
  void visit(int64_t first, const std::vector<int64_t>& ends, Visit&& visit,
             bool to_the_end = false) {
    const auto n_groups = static_cast<int64_t>(ends.size());
    while (static_cast<int64_t>(blocks_.size()) < n_groups)
      blocks_.push_back(std::make_unique<Block>(stride_));
    usable_.assign(n_groups, 0);
    pool_.run(
        n_groups,
        [&](int64_t group, int thread) {
          const Poll poll = to_the_end ? never_cancelled : cancellation_.poll(thread);
          if (poll.cancelled(poll.context)) return;
          WordRows& rows = word_rows_[thread];
          rows.reserve(n_words_);
          Block& block = *blocks_[group];
          const int64_t from = group == 0 ? first : ends[group - 1];
          block.begin();
          for (int64_t j = from; j < ends[group]; ++j) block.add_in_order(documents_, j, rows);
          block.end(rows, Block::Layout::accumulators);
          usable_[group] = visit(block, from, poll);
        },
        [this] { cancellation_.ask_now(); });
  }

  // Calls add(block, stripe of its words, one row of zeros as scratch, N^Z of the stripe, poll) for
  // every group in order, stripe by stripe, and adds the totals of the stripes to `totals`.
  template <class Add>
  void add_up(double* totals, Add&& add) {
    sums_.run(pool_, blocks_, static_cast<int64_t>(usable_.size()),
              [&](int64_t group, const Block::Stripe& part, float* scratch, double* stripe_totals,
                  int thread) {
                if (usable_[group])
                  add(*blocks_[group], part, scratch, stripe_totals, cancellation_.poll(thread));
              });
    for (int stripe = 0; stripe < n_stripes; ++stripe)
      for (int64_t k = 0; k < stride_; ++k) totals[k] += sums_.total(stripe, k);
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
  StripedSums sums_;
};

}  // namespace thalweg
