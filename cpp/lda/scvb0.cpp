// Training: minibatch after minibatch of Algorithm 1.
#include "lda/scvb0.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "lda/documents/block.hpp"
#include "lda/minibatch.hpp"
#include "lda/topic_factors.hpp"
#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {
namespace {

using Clock = std::chrono::steady_clock;

class Training {
 public:
  Training(const Kernel& kernel, const Documents& documents, const Run& run, const VisitPlan& plan,
           const Prior& prior, const Topics& fixed, Topics& topics, const KeptCounts& kept,
           const Workers& workers, Workspace& workspace)
      : kernel_(kernel),
        documents_(documents),
        run_(run),
        plan_(plan),
        prior_(prior),
        topics_(topics),
        kept_(kept),
        alpha_total_(sum(prior.alpha, topics.n_topics)),
        factors_(fixed, prior),
        update_(kernel, topics, prior.locked),
        pool_(workers.n_threads),
        cancellation_(workers),
        word_rows_(workspace.word_rows),
        step_sizes_(workspace.step_sizes),
        blocks_(workspace.blocks) {
    word_rows_.resize(std::max<size_t>(word_rows_.size(), pool_.n_threads()));
    step_sizes_.resize(word_rows_.size());
  }

  Progress go() {
    const Clock::time_point start = Clock::now();
    Progress progress;
    double current_tokens = progress.corpus_tokens = run_.current_tokens;
    for (int64_t b = 0; b < run_.n_batches; ++b) {
      const int64_t first = run_.batches[b], n = run_.batches[b + 1] - first;
      const int64_t* order = run_.order + first;
      const std::vector<int64_t> ends = cut(documents_, order, n);
      const auto n_blocks = static_cast<int64_t>(ends.size());
      while (static_cast<int64_t>(blocks_.size()) < n_blocks)
        blocks_.push_back(std::make_unique<Block>(topics_.stride));
      const double growth = run_.corpus_tokens[b] / current_tokens;
      factors_.refresh(growth);

      pool_.run(
          n_blocks,
          [&](int64_t block, int thread) {
            const int64_t from = block == 0 ? 0 : ends[block - 1];
            visit(*blocks_[block], order, from, ends[block], run_.first_number + first, thread);
          },
          [this] { cancellation_.ask_now(); });
      if (cancellation_.ask_now()) {
        progress.cancelled = true;
        return progress;
      }

      double n_tokens = 0;
      for (int64_t block = 0; block < n_blocks; ++block) {
        n_tokens += blocks_[block]->n_tokens();
        progress.n_visits += blocks_[block]->n_visits();
      }
      if (n_tokens > 0) {
        update_.apply(pool_, blocks_, n_blocks, growth, run_.step[b],
                      run_.corpus_tokens[b] / n_tokens);
        progress.corpus_tokens = current_tokens = run_.corpus_tokens[b];
        if (kept_.counts) keep(ends, order);
      }
      progress.n_batches = b + 1;
      progress.n_documents += n;
      progress.n_tokens += n_tokens;
      if (std::chrono::duration<double>(Clock::now() - start).count() > run_.seconds) break;
    }
    return progress;
  }

 private:
  // Burn-in and counted passes of a block's documents, into the block's accumulators.
  void visit(Block& block, const int64_t* order, int64_t from, int64_t to, uint64_t number,
             int thread) {
    WordRows& rows = word_rows_[thread];
    rows.reserve(topics_.n_words);
    block.begin(plan_);
    const Poll poll = cancellation_.poll(thread);
    for (int64_t i = from; i < to && !poll.cancelled(poll.context); ++i) {
      if (i + 1 < to) documents_.prefetch(order[i + 1]);
      block.add(documents_, order[i], number + i, kept_.clocks ? kept_.clocks[order[i]] : 0, rows,
                step_sizes_[thread]);
    }
    block.end(rows, true);
    factors_.gather(kernel_, block, poll);
    if (cancellation_.requested()) return;
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      float* theta = block.theta(d);
      if (kept_.counts) {
        const float* counts = kept_.counts + order[from + d] * topics_.stride;
        for (int64_t k = 0; k < topics_.stride; ++k) theta[k] = counts[k] + prior_.alpha[k];
      } else {
        start_at_prior_mean(theta, prior_, alpha_total_, topics_.stride, block.length(d));
      }
    }
    for (int64_t round = 0; round < block.n_burn_in_rounds(); ++round)
      if (!sweep(block, block.burn_in_courses(round), false, thread)) return;
    sweep(block, block.counted_courses(), true, thread);
  }

  bool sweep(const Block& block, const std::vector<Course>& courses, bool counted, int thread) {
    return kernel_.sweep(block.table(), prior_.alpha, courses.data(),
                         static_cast<int64_t>(courses.size()), counted, cancellation_.poll(thread));
  }

  void keep(const std::vector<int64_t>& ends, const int64_t* order) {
    int64_t i = 0;
    for (size_t block = 0; block < ends.size(); ++block) {
      for (int64_t d = 0; i < ends[block]; ++d, ++i) {
        const float* theta = blocks_[block]->theta(d);
        float* counts = kept_.counts + order[i] * topics_.stride;
        for (int64_t k = 0; k < topics_.stride; ++k)
          counts[k] = std::max(theta[k] - prior_.alpha[k], 0.0f);
        if (kept_.clocks) kept_.clocks[order[i]] = blocks_[block]->clock(d);
      }
    }
  }

  const Kernel& kernel_;
  const Documents& documents_;
  const Run& run_;
  const VisitPlan& plan_;
  const Prior& prior_;
  Topics& topics_;
  const KeptCounts& kept_;
  const double alpha_total_;
  TopicFactors factors_;
  TopicUpdate update_;
  ThreadPool pool_;
  Cancellation cancellation_;
  std::vector<WordRows>& word_rows_;
  std::vector<StepSizes>& step_sizes_;
  std::vector<std::unique_ptr<Block>>& blocks_;
};

}  // namespace

Progress train(const Kernel& kernel, const Documents& documents, const Run& run,
               const VisitPlan& plan, const Prior& prior, const Topics& fixed, Topics& topics,
               const KeptCounts& kept, const Workers& workers, Workspace& workspace) {
  try {
    return Training(kernel, documents, run, plan, prior, fixed, topics, kept, workers, workspace)
        .go();
  } catch (...) {
    workspace = {};  // half-filled tables would lead the next call astray
    throw;
  }
}

}  // namespace thalweg
