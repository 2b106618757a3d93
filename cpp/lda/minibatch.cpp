#include "lda/minibatch.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include "lda/shared_topics.hpp"

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

}  // namespace

std::vector<int64_t> cut_into_blocks(const Documents& documents, const int64_t* order, int64_t n) {
  int64_t n_entries = 0;
  for (int64_t i = 0; i < n; ++i) n_entries += documents.row(order[i]).n_entries;
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

TopicUpdate::TopicUpdate(const Scvb0Kernel& kernel, Topics& topics, const uint8_t* locked,
                         const SparseRows& held)
    : kernel_(kernel), topics_(topics), locked_(locked), held_(held), sums_(topics.stride) {
  std::fill_n(per_topic_.reserve(topics.stride), topics.stride, 0.0f);
  if (!held_.offsets) return;
  for (int64_t w = 0; w < topics.n_words; ++w)
    if (held_.offsets[w] < held_.offsets[w + 1]) held_words_.push_back(w);
}

// With steps that differ between topics, a word that a minibatch lacks loses more of its counts in
// topics with large steps. N_wk >= h_wk n_w is restored: what is missing comes from the rest of
// n_w.
void TopicUpdate::restore_shares() {
  for (const int64_t w : held_words_) {
    float* const counts = topics_.scaled + w * topics_.stride;
    double n_w = 0, held = 0, kept = 0;
    for (int64_t k = 0; k < topics_.n_topics; ++k)
      if (!locked(k)) n_w += topics_.scale[k] * counts[k];
    bool is_missing = false;
    for (int64_t i = held_.offsets[w]; i < held_.offsets[w + 1]; ++i) {
      const int64_t k = held_.topics[i];
      if (locked(k)) continue;
      held += double{held_.values[i]};
      kept += topics_.scale[k] * counts[k];
      is_missing |= topics_.scale[k] * counts[k] < double{held_.values[i]} * n_w * (1 - 1e-6);
    }
    if (!is_missing) continue;
    // The topics that hold the word get their shares, all others shrink in proportion.
    const double rest = n_w - kept;
    const double shrink = rest > 0 ? std::max(0.0, 1 - held) * n_w / rest : 0;
    for (int64_t k = 0; k < topics_.n_topics; ++k) {
      if (locked(k)) continue;
      double after = topics_.scale[k] * counts[k] * shrink;
      for (int64_t i = held_.offsets[w]; i < held_.offsets[w + 1]; ++i)
        if (held_.topics[i] == k) after = double{held_.values[i]} * n_w;
      topics_.totals[k] += after - topics_.scale[k] * counts[k];
      counts[k] = static_cast<float>(after / topics_.scale[k]);
    }
  }
}

// The lazy scale takes the decay; all counts are only touched where it has become extreme.
template <class Factor>
void TopicUpdate::decay(Factor&& factor) {
  double smallest = 1, largest = 1;
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    if (!locked(k)) topics_.scale[k] *= factor(k);
    smallest = std::min(smallest, topics_.scale[k]);
    largest = std::max(largest, topics_.scale[k]);
  }
  if (smallest >= smallest_scale && largest <= largest_scale) return;
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    per_topic_.get()[k] = static_cast<float>(topics_.scale[k]);
    topics_.scale[k] = 1;
  }
  kernel_.rescale(topics_.scaled, topics_.n_words, topics_.stride, per_topic_.get());
}

template <class AddUp>
void TopicUpdate::apply(double growth, double rho, double weight, const double* topic_steps,
                        AddUp&& add_up) {
  const auto step = [&](int64_t k) { return topic_steps ? topic_steps[k] : rho; };
  decay([&](int64_t k) { return growth * (1 - step(k)); });
  float* const gain = per_topic_.get();
  for (int64_t k = 0; k < topics_.n_topics; ++k)
    gain[k] = locked(k) ? 0 : static_cast<float>(step(k) * weight / topics_.scale[k]);
  add_up(gain);
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    if (locked(k)) continue;
    double expected = 0;
    for (int stripe = 0; stripe < n_stripes; ++stripe) expected += sums_.total(stripe, k);
    topics_.totals[k] = (1 - step(k)) * growth * topics_.totals[k] + step(k) * weight * expected;
  }
  if (topic_steps) restore_shares();
}

void TopicUpdate::apply(ThreadPool& pool, const std::vector<std::unique_ptr<Block>>& blocks,
                        int64_t n_blocks, double growth, double rho, double weight,
                        const double* topic_steps) {
  apply(growth, rho, weight, topic_steps, [&](const float* gain) {
    sums_.run(pool, blocks, n_blocks,
              [&](int64_t block, const Block::Stripe& part, float* scratch, double* totals, int) {
                kernel_.apply(blocks[block]->table(), part.rows, part.words, part.n_rows, gain,
                              topics_.scaled, scratch, totals);
              });
  });
}

void TopicUpdate::apply(ThreadPool& pool, const BatchKernel& kernel,
                        const std::vector<CountedRows>& blocks, double growth, double rho,
                        double weight) {
  std::vector<std::array<int64_t, n_stripes + 1>> starts(blocks.size());
  int64_t most_rows = 0;
  for (size_t b = 0; b < blocks.size(); ++b) {
    starts[b].fill(0);
    for (int64_t i = 0; i < blocks[b].n_words; ++i) ++starts[b][blocks[b].words[i] % n_stripes + 1];
    for (int s = 0; s < n_stripes; ++s) {
      most_rows = std::max(most_rows, starts[b][s + 1]);
      starts[b][s + 1] += starts[b][s];
    }
  }
  std::vector<uint32_t> all_rows(most_rows);  // of a stripe: its rows are next to each other
  std::iota(all_rows.begin(), all_rows.end(), 0u);
  apply(growth, rho, weight, nullptr, [&](const float* gain) {
    sums_.run(pool, static_cast<int64_t>(blocks.size()),
              [&](int64_t b, int stripe, float* scratch, double* totals, int) {
                const int64_t first = starts[b][stripe], n = starts[b][stripe + 1] - first;
                // Only read: the kernel's table is not const because others write to it.
                float* const rows = const_cast<float*>(blocks[b].counts) + first * topics_.stride;
                kernel.add({rows, topics_.stride, topics_.stride}, all_rows.data(),
                           blocks[b].words + first, n, gain, topics_.scaled, scratch, totals);
              });
  });
}

MinibatchTraining::MinibatchTraining(const Scvb0Kernel& kernel, const Documents& documents,
                                     const Minibatches& minibatches, Topics& topics,
                                     const uint8_t* locked, const Workers& workers,
                                     Workspace& workspace, const SparseRows& held)
    : kernel_(kernel),
      documents_(documents),
      minibatches_(minibatches),
      topics_(topics),
      update_(kernel, topics, locked, held),
      pool_(workers.n_threads),
      cancellation_(workers),
      workspace_(workspace) {
  workspace_.word_rows.resize(std::max<size_t>(workspace_.word_rows.size(), pool_.n_threads()));
  workspace_.step_sizes.resize(workspace_.word_rows.size());
}

Progress MinibatchTraining::run(MinibatchAlgorithm& algorithm) {
  Progress progress;
  try {
    run(algorithm, progress);
  } catch (const InputError&) {
    workspace_ = {};  // its tables are half-filled
    progress.failure = std::current_exception();
  }
  return progress;
}

void MinibatchTraining::run(MinibatchAlgorithm& algorithm, Progress& progress) {
  const Clock::time_point start = Clock::now();
  auto& blocks = workspace_.blocks;
  progress.corpus_tokens = algorithm.corpus_tokens();
  for (int64_t b = 0; b < minibatches_.n_batches; ++b) {
    const Cut blocks_of = cut(b);
    const int64_t n = minibatches_.offsets[b + 1] - minibatches_.offsets[b];
    const auto n_blocks = static_cast<int64_t>(blocks_of.ends.size());
    algorithm.prepare(b);
    int64_t n_visits = 0;
    if (!visit_blocks(algorithm, blocks_of, 0, n_blocks, n_visits)) {
      progress.cancelled = true;
      return;
    }
    progress.n_visits += n_visits;

    double n_tokens = 0;
    for (int64_t block = 0; block < n_blocks; ++block) n_tokens += blocks[block]->n_tokens();
    TopicsGate::step(topics_.gate, [&] {
      if (const auto blend = algorithm.blend(b, n, n_tokens)) {
        update_.apply(pool_, blocks, n_blocks, blend->growth, minibatches_.steps[b], blend->weight,
                      blend->topic_steps);
        for (int64_t block = 0; block < n_blocks; ++block)
          algorithm.applied(*blocks[block], blocks_of.begin(block));
      }
      progress.n_batches = b + 1;
      progress.n_documents += n;
      progress.n_tokens += n_tokens;
      progress.corpus_tokens = algorithm.corpus_tokens();
      return progress;
    });
    if (std::chrono::duration<double>(Clock::now() - start).count() > minibatches_.seconds) break;
  }
}

MinibatchTraining::Cut MinibatchTraining::cut(int64_t batch) const {
  const int64_t first = minibatches_.offsets[batch];
  return {first, cut_into_blocks(documents_, minibatches_.order + first,
                                 minibatches_.offsets[batch + 1] - first)};
}

bool MinibatchTraining::visit_blocks(MinibatchAlgorithm& algorithm, const Cut& cut,
                                     int64_t first_block, int64_t last_block, int64_t& n_visits) {
  auto& blocks = workspace_.blocks;
  const int64_t n = last_block - first_block;
  while (static_cast<int64_t>(blocks.size()) < n)
    blocks.push_back(std::make_unique<Block>(topics_.stride));
  std::vector<int64_t> visits(n);
  pool_.run(
      n,
      [&](int64_t i, int thread) {
        const int64_t block = first_block + i;
        visits[i] = visit(algorithm, *blocks[i], cut.begin(block), cut.end(block), thread);
      },
      [this] { cancellation_.ask_now(); });
  n_visits = std::accumulate(visits.begin(), visits.end(), int64_t{0});
  return !cancellation_.ask_now();
}

Progress MinibatchTraining::count(MinibatchAlgorithm& algorithm, int64_t first_block,
                                  int64_t last_block) {
  Progress progress;
  try {
    algorithm.prepare(0);
    const Cut whole = cut(0);
    const auto n_blocks = static_cast<int64_t>(whole.ends.size());
    if (first_block < 0 || first_block > last_block || last_block > n_blocks)
      throw std::invalid_argument("count: the minibatch does not have these blocks");
    progress.cancelled =
        !visit_blocks(algorithm, whole, first_block, last_block, progress.n_visits);
  } catch (const InputError&) {
    workspace_ = {};  // its tables are half-filled
    progress.failure = std::current_exception();
  }
  return progress;
}

// Reads the documents from place `first` to `last` into a block and visits them.
int64_t MinibatchTraining::visit(MinibatchAlgorithm& algorithm, Block& block, int64_t first,
                                 int64_t last, int thread) {
  WordRows& rows = workspace_.word_rows[thread];
  rows.reserve(topics_.n_words);
  block.begin();
  const Poll poll = cancellation_.poll(thread);
  for (int64_t place = first; place < last && !poll.cancelled(poll.context); ++place) {
    if (place + 1 < last) documents_.prefetch(minibatches_.order[place + 1]);
    algorithm.read(place, block, rows, workspace_.step_sizes[thread]);
  }
  block.end(rows, algorithm.layout());
  if (!algorithm.gather(block, poll) || cancellation_.requested()) return 0;
  const int64_t n_visits = algorithm.visit(block, first, thread, poll);
  kernel_.weigh(block.table(), block.n_shared());
  return n_visits;
}

void write_counted(const Block& block, uint32_t* words, float* counts) {
  const Table& table = block.table();
  for (int stripe = 0; stripe < n_stripes; ++stripe) {
    const Block::Stripe part = block.stripe(stripe);
    words = std::copy_n(part.words, part.n_rows, words);
    for (int64_t r = 0; r < part.n_rows; ++r, counts += table.stride)
      std::copy_n(table.counted(part.rows[r]), table.stride, counts);
  }
}

void apply_counted(const InstructionSet& instructions, Topics& topics, const uint8_t* locked,
                   const std::vector<CountedRows>& blocks, double growth, double rho, double weight,
                   const Workers& workers, const Progress& applied) {
  ThreadPool pool(workers.n_threads);
  TopicUpdate update(instructions.scvb0, topics, locked, {});
  TopicsGate::step(topics.gate, [&] {
    update.apply(pool, instructions.batch, blocks, growth, rho, weight);
    return applied;
  });
}

}  // namespace thalweg
