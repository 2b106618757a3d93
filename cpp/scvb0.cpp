#include "scvb0.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "fixed_topics.hpp"
#include "thread_pool.hpp"

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

constexpr int64_t rows_between_polls = 4096;
constexpr int64_t documents_per_inference_block = 128;

// Asks the caller whether to go on, from the caller's thread and not too often.
class Cancellation {
 public:
  explicit Cancellation(const Workers& workers) : workers_(workers), asked_(Clock::now()) {}

  Poll poll(int thread) { return thread == 0 ? Poll{ask, this} : Poll{look, this}; }
  bool requested() const { return requested_.load(std::memory_order_relaxed); }
  bool ask_now() { return ask(this); }

 private:
  static bool look(void* self) { return static_cast<Cancellation*>(self)->requested(); }

  static bool ask(void* context) {
    auto& self = *static_cast<Cancellation*>(context);
    const Clock::time_point now = Clock::now();
    if (!self.requested() && now - self.asked_ > std::chrono::milliseconds(20)) {
      self.asked_ = now;
      if (self.workers_.cancelled()) self.requested_.store(true, std::memory_order_relaxed);
    }
    return self.requested();
  }

  const Workers& workers_;
  Clock::time_point asked_;
  std::atomic<bool> requested_{false};
};

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

  TopicSource source() const {
    const bool pairs = prior_.added.offsets || prior_.masked.offsets;
    return {topics_.scaled,           gain_, per_prior_, prior_.eta, prior_.eta_per_word,
            pairs ? adjust : nullptr, this};
  }

 private:
  // Single (word, topic) pairs: what is added to their prior, and those held at zero.
  static void adjust(const void* context, uint32_t word, float* p) {
    const auto& self = *static_cast<const TopicFactors*>(context);
    const SparseRows& added = self.prior_.added;
    const SparseRows& masked = self.prior_.masked;
    if (added.offsets)
      for (int64_t i = added.offsets[word]; i < added.offsets[word + 1]; ++i)
        p[added.topics[i]] += added.values[i] * self.per_prior_[added.topics[i]];
    if (masked.offsets)
      for (int64_t i = masked.offsets[word]; i < masked.offsets[word + 1]; ++i)
        p[masked.topics[i]] = 0;
  }

  const Topics& topics_;
  const Prior& prior_;
  AlignedFloats values_;
  float* gain_ = nullptr;
  float* per_prior_ = nullptr;
};

double sum(const float* values, int64_t n) {
  double total = 0;
  for (int64_t k = 0; k < n; ++k) total += values[k];
  return total;
}

// theta = N^Theta_j + alpha with N^Theta_j at the prior's mean, C_j alpha / sum alpha.
void start_at_prior_mean(float* theta, const Prior& prior, double alpha_total, int64_t stride,
                         double length) {
  const auto factor = static_cast<float>(1 + length / alpha_total);
  for (int64_t k = 0; k < stride; ++k) theta[k] = prior.alpha[k] * factor;
}

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
      const WordOrder word_order(plan_.seed, run_.first_number + first);
      const double growth = run_.corpus_tokens[b] / current_tokens;
      factors_.refresh(growth);

      pool_.run(
          n_blocks,
          [&](int64_t block, int thread) {
            const int64_t from = block == 0 ? 0 : ends[block - 1];
            visit(*blocks_[block], word_order, order, from, ends[block], thread);
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
  // Burn-in and counted passes of a block's documents.
  void visit(Block& block, const WordOrder& word_order, const int64_t* order, int64_t from,
             int64_t to, int thread) {
    WordRows& rows = word_rows_[thread];
    rows.reserve(topics_.n_words);
    const Poll poll = cancellation_.poll(thread);
    block.begin(plan_);
    for (int64_t i = from; i < to && !poll.cancelled(poll.context); ++i) {
      if (i + 1 < to) documents_.prefetch(order[i + 1]);
      block.add(documents_, order[i], kept_.clocks ? kept_.clocks[order[i]] : 0, rows);
    }
    block.end(word_order, rows);
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      float* theta = block.theta(d);
      if (kept_.counts) {
        const float* counts = kept_.counts + order[from + d] * topics_.stride;
        for (int64_t k = 0; k < topics_.stride; ++k) theta[k] = counts[k] + prior_.alpha[k];
      } else {
        start_at_prior_mean(theta, prior_, alpha_total_, topics_.stride, block.length(d));
      }
    }
    const TopicSource source = factors_.source();
    for (int64_t round = 0; round < block.n_rounds(); ++round) {
      const bool counted = round == block.n_rounds() - 1;
      if (!kernel_.sweep(block.round(round), source, block.thetas(), prior_.alpha, topics_.stride,
                         block.scratch(), counted ? block.expected() : nullptr, poll))
        return;
    }
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
        kernel_.apply(blocks_[block]->expected(), part.rows, part.words, part.n_rows,
                      topics_.stride, gain, topics_.scaled,
                      stripe_sums_.get() + stripe * topics_.stride, totals);
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

// Runs block after block of documents under fixed topics. `add` reads document j into a block,
// `use` takes it when the block's table is there.
template <class Add, class Use>
bool under_fixed_topics(const Kernel& kernel, int64_t n_documents, const Prior& prior,
                        const Topics& topics, const Workers& workers, Add&& add, Use&& use) {
  const TopicFactors factors(topics, prior);
  const TopicSource source = factors.source();
  const int64_t n_blocks =
      (n_documents + documents_per_inference_block - 1) / documents_per_inference_block;
  ThreadPool pool(
      static_cast<int>(std::clamp<int64_t>(n_blocks, 1, std::max(workers.n_threads, 1))));
  Cancellation cancellation(workers);
  std::vector<WordRows> word_rows(pool.n_threads());
  std::vector<std::unique_ptr<FixedBlock>> blocks(pool.n_threads());
  const auto task = [&](int64_t index, int thread) {
    const Poll poll = cancellation.poll(thread);
    if (poll.cancelled(poll.context)) return;
    if (!blocks[thread]) blocks[thread] = std::make_unique<FixedBlock>(topics.stride);
    FixedBlock& block = *blocks[thread];
    WordRows& rows = word_rows[thread];
    rows.reserve(topics.n_words);
    const int64_t first = index * documents_per_inference_block;
    const int64_t last = std::min(first + documents_per_inference_block, n_documents);
    block.begin();
    for (int64_t j = first; j < last; ++j) add(block, j, rows);
    block.end(rows);
    for (int64_t row = 0; row < block.n_words(); row += rows_between_polls) {
      if (poll.cancelled(poll.context)) return;
      kernel.gather(source, block.words() + row,
                    std::min(block.n_words() - row, rows_between_polls), topics.stride,
                    block.table() + row * topics.stride);
    }
    for (int64_t j = first; j < last && !poll.cancelled(poll.context); ++j)
      use(block, j, j - first, poll);
  };
  pool.run(n_blocks, task, [&] { cancellation.ask_now(); });
  return !cancellation.requested();
}

// theta of a document, settled from the prior's mean.
FixedDocument settled(const Kernel& kernel, const FixedBlock& block, int64_t index,
                      const Prior& prior, double alpha_total, int64_t stride,
                      const Settling& settling, const Poll& poll) {
  const FixedDocument document = block.document(index);
  start_at_prior_mean(document.theta, prior, alpha_total, stride, document.length);
  kernel.settle(block.table(), prior.alpha, stride, document, settling.max_passes,
                static_cast<float>(settling.tolerance), poll);
  return document;
}

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

bool infer(const Kernel& kernel, const Documents& documents, int64_t n_documents,
           const Prior& prior, const Topics& topics, const Settling& settling, float* out,
           const Workers& workers) {
  const double alpha_total = sum(prior.alpha, topics.n_topics);
  return under_fixed_topics(
      kernel, n_documents, prior, topics, workers,
      [&](FixedBlock& block, int64_t j, WordRows& rows) { block.add(documents, j, rows); },
      [&](FixedBlock& block, int64_t j, int64_t place, const Poll& poll) {
        const FixedDocument document =
            settled(kernel, block, place, prior, alpha_total, topics.stride, settling, poll);
        std::copy(document.theta, document.theta + topics.n_topics, out + j * topics.n_topics);
      });
}

bool log_likelihood(const Kernel& kernel, const Documents& observed, const Documents& scored,
                    int64_t n_documents, const Prior& prior, const Topics& topics,
                    const Settling& settling, double* out, const Workers& workers) {
  const double alpha_total = sum(prior.alpha, topics.n_topics);
  return under_fixed_topics(
      kernel, n_documents, prior, topics, workers,
      [&](FixedBlock& block, int64_t j, WordRows& rows) {
        block.add(observed, j, rows);
        block.add(scored, j, rows);
      },
      [&](FixedBlock& block, int64_t j, int64_t place, const Poll& poll) {
        const FixedDocument seen =
            settled(kernel, block, 2 * place, prior, alpha_total, topics.stride, settling, poll);
        const double theta_total = sum(seen.theta, topics.n_topics);
        const FixedDocument unseen = block.document(2 * place + 1);  // the same theta
        std::vector<float> likelihood(unseen.n);
        kernel.predict(block.table(), topics.stride, unseen, likelihood.data());
        // log p(w | theta, phi) = log sum_k phi_wk theta_k / sum_k theta_k
        double total = 0;
        for (int64_t i = 0; i < unseen.n; ++i)
          total += unseen.entries[i].count * std::log(likelihood[i] / theta_total);
        out[j] = total;
      });
}

}  // namespace thalweg
