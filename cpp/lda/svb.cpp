#include "lda/svb.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "lda/minibatch.hpp"
#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {
namespace {

using Clock = std::chrono::steady_clock;

// For the K sums of a minibatch; the kernel has a faster one. From 6 on Stirling's series, and
// digamma(x) = digamma(x + 1) - 1 / x below.
double digamma(double x) {
  double sum = 0;
  for (; x < 6; ++x) sum -= 1 / x;
  const double r = 1 / (x * x);
  return sum + std::log(x) - 0.5 / x -
         r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r / 132))));
}

// What of the posterior of the topics stays fixed during a minibatch.
class Posterior {
 public:
  Posterior(const Topics& topics, const Prior& prior)
      : topics_(topics), prior_(prior), digammas_(topics.n_topics) {
    scale_ = values_.reserve(2 * topics.stride);
    factor_ = scale_ + topics.stride;
    std::fill_n(scale_, 2 * topics.stride, 0.0f);
  }

  void refresh() {
    for (int64_t k = 0; k < topics_.n_topics; ++k)
      digammas_[k] = digamma(topics_.totals[k] + prior_.eta_total[k]);
    // A factor common to all topics is free: the largest shall be one.
    const double least = *std::min_element(digammas_.begin(), digammas_.end());
    for (int64_t k = 0; k < topics_.n_topics; ++k) {
      scale_[k] = static_cast<float>(topics_.scale[k]);
      factor_[k] = static_cast<float>(std::exp(least - digammas_[k]));
    }
  }

  void gather(const SvbKernel& kernel, const Block& block, const Poll& poll) const {
    constexpr int64_t rows_between_polls = 4096;
    for (int64_t row = 0; row < block.n_words(); row += rows_between_polls) {
      if (poll.cancelled(poll.context)) return;
      Table part = block.table();
      part.rows += row * part.pitch;
      kernel.gather(part, {topics_.scaled, scale_, factor_, prior_.eta, prior_.eta_per_word},
                    block.words() + row, std::min(block.n_words() - row, rows_between_polls));
    }
  }

 private:
  const Topics& topics_;
  const Prior& prior_;
  std::vector<double> digammas_;
  AlignedFloats values_;
  float* scale_;
  float* factor_;
};

class SvbTraining {
 public:
  SvbTraining(const Kernel& kernel, const Documents& documents, const SvbRun& run,
              const DocumentPasses& passes, const Prior& prior, Topics& topics,
              const Workers& workers, Workspace& workspace)
      : kernel_(svb_kernel(kernel)),
        documents_(documents),
        run_(run),
        passes_(passes),
        prior_(prior),
        topics_(topics),
        posterior_(topics, prior),
        update_(kernel, topics, nullptr),
        pool_(workers.n_threads),
        cancellation_(workers),
        word_rows_(workspace.word_rows),
        blocks_(workspace.blocks),
        gammas_(pool_.n_threads()) {
    word_rows_.resize(std::max<size_t>(word_rows_.size(), pool_.n_threads()));
  }

  Progress go() {
    const Clock::time_point start = Clock::now();
    Progress progress;
    for (int64_t b = 0; b < run_.n_batches; ++b) {
      const int64_t first = run_.batches[b], n = run_.batches[b + 1] - first;
      const int64_t* order = run_.order + first;
      const std::vector<int64_t> ends = cut(documents_, order, n);
      const auto n_blocks = static_cast<int64_t>(ends.size());
      while (static_cast<int64_t>(blocks_.size()) < n_blocks)
        blocks_.push_back(std::make_unique<Block>(topics_.stride));
      posterior_.refresh();

      std::vector<int64_t> n_visits(n_blocks);
      pool_.run(
          n_blocks,
          [&](int64_t block, int thread) {
            const int64_t from = block == 0 ? 0 : ends[block - 1];
            n_visits[block] = visit(*blocks_[block], order, from, ends[block], thread);
          },
          [this] { cancellation_.ask_now(); });
      if (cancellation_.ask_now()) {
        progress.cancelled = true;
        return progress;
      }

      if (n > 0)
        update_.apply(pool_, blocks_, n_blocks, 1, run_.step[b],
                      run_.corpus_documents[b] / static_cast<double>(n));
      for (int64_t block = 0; block < n_blocks; ++block) {
        progress.n_tokens += blocks_[block]->n_tokens();
        progress.n_visits += n_visits[block];
      }
      progress.n_batches = b + 1;
      progress.n_documents += n;
      if (std::chrono::duration<double>(Clock::now() - start).count() > run_.seconds) break;
    }
    return progress;
  }

 private:
  // All passes of a block's documents, into the block's accumulators; returns how often a distinct
  // word of a document was visited.
  int64_t visit(Block& block, const int64_t* order, int64_t from, int64_t to, int thread) {
    WordRows& rows = word_rows_[thread];
    rows.reserve(topics_.n_words);
    block.begin({});
    const Poll poll = cancellation_.poll(thread);
    for (int64_t i = from; i < to && !poll.cancelled(poll.context); ++i) {
      if (i + 1 < to) documents_.prefetch(order[i + 1]);
      block.add_in_order(documents_, order[i], rows);
    }
    block.end(rows, true);
    posterior_.gather(kernel_, block, poll);
    if (cancellation_.requested()) return 0;

    int64_t n_visits = 0;
    float* const gamma = gammas_[thread].reserve(3 * topics_.stride);
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      Course course = block.course(d);
      if (course.n_visits == 0) continue;
      // gamma_d starts at alpha + C_d / K
      const auto share =
          static_cast<float>(block.length(d) / static_cast<double>(topics_.n_topics));
      std::fill_n(gamma, topics_.stride, 0.0f);
      for (int64_t k = 0; k < topics_.n_topics; ++k) gamma[k] = prior_.alpha[k] + share;
      course.theta = gamma;
      const int passes =
          kernel_.visit(block.table(), prior_.alpha, topics_.n_topics, course, passes_, poll);
      if (passes < 0) return 0;
      n_visits += (passes + 1) * course.n_visits;
    }
    return n_visits;
  }

  const SvbKernel& kernel_;
  const Documents& documents_;
  const SvbRun& run_;
  const DocumentPasses& passes_;
  const Prior& prior_;
  Topics& topics_;
  Posterior posterior_;
  TopicUpdate update_;
  ThreadPool pool_;
  Cancellation cancellation_;
  std::vector<WordRows>& word_rows_;
  std::vector<std::unique_ptr<Block>>& blocks_;
  std::vector<AlignedFloats> gammas_;  // by thread
};

}  // namespace

Progress train_svb(const Kernel& kernel, const Documents& documents, const SvbRun& run,
                   const DocumentPasses& passes, const Prior& prior, Topics& topics,
                   const Workers& workers, Workspace& workspace) {
  try {
    return SvbTraining(kernel, documents, run, passes, prior, topics, workers, workspace).go();
  } catch (...) {
    workspace = {};  // half-filled tables would lead the next call astray
    throw;
  }
}

}  // namespace thalweg
