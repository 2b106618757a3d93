// Training: minibatch after minibatch of Algorithm 1.
#include <algorithm>
#include <chrono>
#include <vector>

#include "block.hpp"
#include "cancellation.hpp"
#include "scvb0.hpp"
#include "thread_pool.hpp"
#include "topic_factors.hpp"

namespace thalweg {
namespace {

using Clock = std::chrono::steady_clock;

// A smaller scale is folded back into the counts, long before a float would overflow.
constexpr double smallest_scale = 1e-15;
constexpr double largest_scale = 1e15;

// Cutting a minibatch: every block gathers its own words, so fewer and larger blocks do less
// work; two are worth it as soon as they outweigh waking a thread.
constexpr int64_t entries_worth_two_blocks = 2048;
constexpr int64_t entries_per_block = 32768;
constexpr int64_t most_blocks = 32;

// Cuts documents [0, n) of a minibatch into blocks of about equal numbers of entries.
std::vector<int64_t> cut(const Documents& documents, const int64_t* order, int64_t n) {
  int64_t n_entries = 0;
  for (int64_t i = 0; i < n; ++i) n_entries += documents.n_entries(order[i]);
  int64_t n_blocks = n_entries < entries_worth_two_blocks
                         ? 1
                         : std::clamp<int64_t>(n_entries / entries_per_block, 2, most_blocks);
  n_blocks = std::clamp<int64_t>(n_blocks, 1, std::max<int64_t>(n, 1));
  std::vector<int64_t> ends;
  int64_t seen = 0;
  for (int64_t i = 0; i < n; ++i) {
    seen += documents.n_entries(order[i]);
    const auto done = static_cast<int64_t>(ends.size());
    if (done + 1 < n_blocks && seen * n_blocks >= (done + 1) * n_entries) ends.push_back(i + 1);
  }
  ends.push_back(n);
  return ends;
}

class Training {
 public:
  Training(const Kernel& kernel, const Documents& documents, const Run& run, const VisitPlan& plan,
           const Prior& prior, Topics& topics, const KeptCounts& kept, const Workers& workers,
           Workspace& workspace)
      : kernel_(kernel),
        documents_(documents),
        run_(run),
        plan_(plan),
        prior_(prior),
        topics_(topics),
        kept_(kept),
        alpha_total_(sum(prior.alpha, topics.n_topics)),
        factors_(topics, prior),
        pool_(workers.n_threads),
        cancellation_(workers),
        word_rows_(workspace.word_rows),
        blocks_(workspace.blocks),
        stripe_totals_(n_stripes * topics.stride) {
    const int64_t n_floats = n_stripes * topics.stride;
    word_rows_.resize(std::max<size_t>(word_rows_.size(), pool_.n_threads()));
    std::fill_n(stripe_sums_.reserve(n_floats), n_floats, 0.0f);
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
        add_up(n_blocks, growth, run_.step[b], run_.corpus_tokens[b] / n_tokens);
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
      block.add(documents_, order[i], number + i, kept_.clocks ? kept_.clocks[order[i]] : 0, rows);
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

  // N^Phi = (1 - rho) N^Phi + rho (C / |M|) Nhat^Phi, the same for N^Z   (Eq. 7 and 8)
  void add_up(int64_t n_blocks, double growth, double rho, double per_token) {
    AlignedFloats scratch;
    float* gain = scratch.reserve(2 * topics_.stride);
    float* fold = gain + topics_.stride;
    std::fill(gain, gain + 2 * topics_.stride, 0.0f);
    double smallest = 1, largest = 1;
    for (int64_t k = 0; k < topics_.n_topics; ++k) {
      if (!locked(k)) topics_.scale[k] *= growth * (1 - rho);
      smallest = std::min(smallest, topics_.scale[k]);
      largest = std::max(largest, topics_.scale[k]);
    }
    if (smallest < smallest_scale || largest > largest_scale) {
      for (int64_t k = 0; k < topics_.n_topics; ++k) {
        fold[k] = static_cast<float>(topics_.scale[k]);
        topics_.scale[k] = 1;
      }
      kernel_.rescale(topics_.scaled, topics_.n_words, topics_.stride, fold);
    }
    for (int64_t k = 0; k < topics_.n_topics; ++k)
      gain[k] = locked(k) ? 0 : static_cast<float>(rho * per_token / topics_.scale[k]);

    std::fill(stripe_totals_.begin(), stripe_totals_.end(), 0.0);
    pool_.run(n_stripes, [&](int64_t stripe, int) {
      double* totals = stripe_totals_.data() + stripe * topics_.stride;
      for (int64_t block = 0; block < n_blocks; ++block) {
        const Block::Stripe part = blocks_[block]->stripe(static_cast<int>(stripe));
        kernel_.apply(blocks_[block]->table(), part.rows, part.words, part.n_rows, gain,
                      topics_.scaled, stripe_sums_.get() + stripe * topics_.stride, totals);
      }
    });
    for (int64_t k = 0; k < topics_.n_topics; ++k) {
      if (locked(k)) continue;
      double expected = 0;
      for (int stripe = 0; stripe < n_stripes; ++stripe)
        expected += stripe_totals_[stripe * topics_.stride + k];
      topics_.totals[k] = (1 - rho) * growth * topics_.totals[k] + rho * per_token * expected;
    }
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

  bool locked(int64_t k) const { return prior_.locked && prior_.locked[k]; }

  const Kernel& kernel_;
  const Documents& documents_;
  const Run& run_;
  const VisitPlan& plan_;
  const Prior& prior_;
  Topics& topics_;
  const KeptCounts& kept_;
  const double alpha_total_;
  TopicFactors factors_;
  ThreadPool pool_;
  Cancellation cancellation_;
  std::vector<WordRows>& word_rows_;
  std::vector<std::unique_ptr<Block>>& blocks_;
  std::vector<double> stripe_totals_;
  AlignedFloats stripe_sums_;
};

}  // namespace

Progress train(const Kernel& kernel, const Documents& documents, const Run& run,
               const VisitPlan& plan, const Prior& prior, Topics& topics, const KeptCounts& kept,
               const Workers& workers, Workspace& workspace) {
  try {
    return Training(kernel, documents, run, plan, prior, topics, kept, workers, workspace).go();
  } catch (...) {
    workspace = {};  // half-filled tables would lead the next call astray
    throw;
  }
}

}  // namespace thalweg
