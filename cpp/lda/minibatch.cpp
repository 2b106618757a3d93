#include "lda/minibatch.hpp"

#include <algorithm>
#include <chrono>

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

// Words that a minibatch visits once are worth looking for where rows are long and their tables do
// not fit the second-level cache. A minibatch with direct words is not cancelled: it must be over
// within a fraction of a second.
constexpr int64_t shortest_direct_row = 64;
constexpr int64_t least_direct_floats = int64_t{1} << 18;
constexpr int64_t most_direct_floats = int64_t{1} << 26;

}  // namespace

std::vector<int64_t> cut_into_blocks(const Documents& documents, const int64_t* order, int64_t n) {
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

TopicUpdate::TopicUpdate(const Scvb0Kernel& kernel, Topics& topics, const uint8_t* locked)
    : kernel_(kernel), topics_(topics), locked_(locked), sums_(topics.stride) {
  std::fill_n(per_topic_.reserve(topics.stride), topics.stride, 0.0f);
}

// The lazy scale takes the decay; all counts are only touched where it has become extreme.
void TopicUpdate::decay(double factor) {
  double smallest = 1, largest = 1;
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    if (!locked(k)) topics_.scale[k] *= factor;
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

bool TopicUpdate::folds(double growth, double rho) const {
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    const double scale = topics_.scale[k] * (locked(k) ? 1 : growth * (1 - rho));
    if (!(scale >= smallest_scale && scale <= largest_scale)) return true;
  }
  return false;
}

void TopicUpdate::begin(double growth, double rho, double weight) {
  kept_ = (1 - rho) * growth;
  added_ = rho * weight;
  decay(growth * (1 - rho));
  float* const gain = per_topic_.get();
  for (int64_t k = 0; k < topics_.n_topics; ++k)
    gain[k] = locked(k) ? 0 : static_cast<float>(added_ / topics_.scale[k]);
}

void TopicUpdate::end(ThreadPool& pool, const std::vector<std::unique_ptr<Block>>& blocks,
                      int64_t n_blocks) {
  sums_.run(pool, blocks, n_blocks,
            [&](int64_t block, const Block::Stripe& part, float* scratch, double* totals, int) {
              kernel_.apply(blocks[block]->table(), part.rows, part.words, part.n_rows, gain(),
                            topics_.scaled, scratch, totals);
            });
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    if (locked(k)) continue;
    double expected = 0;
    for (int stripe = 0; stripe < n_stripes; ++stripe) expected += sums_.total(stripe, k);
    for (int64_t block = 0; block < n_blocks; ++block)
      expected += blocks[block]->direct_totals()[k];
    topics_.totals[k] = kept_ * topics_.totals[k] + added_ * expected;
  }
}

MinibatchTraining::MinibatchTraining(const Scvb0Kernel& kernel, const Documents& documents,
                                     const Minibatches& minibatches, Topics& topics,
                                     const uint8_t* locked, const Workers& workers,
                                     Workspace& workspace)
    : documents_(documents),
      minibatches_(minibatches),
      topics_(topics),
      update_(kernel, topics, locked),
      pool_(workers.n_threads),
      cancellation_(workers),
      workspace_(workspace) {
  workspace_.word_rows.resize(std::max<size_t>(workspace_.word_rows.size(), pool_.n_threads()));
  workspace_.step_sizes.resize(workspace_.word_rows.size());
}

Progress MinibatchTraining::run(MinibatchAlgorithm& algorithm) {
  const Clock::time_point start = Clock::now();
  auto& blocks = workspace_.blocks;
  Progress progress;
  for (int64_t b = 0; b < minibatches_.n_batches; ++b) {
    const int64_t first = minibatches_.offsets[b], n = minibatches_.offsets[b + 1] - first;
    const Batch batch{b, first, n, cut_into_blocks(documents_, minibatches_.order + first, n)};
    while (static_cast<int64_t>(blocks.size()) < batch.n_blocks())
      blocks.push_back(std::make_unique<Block>(topics_.stride));

    algorithm.prepare(b);
    const bool applied = is_direct(algorithm, batch)
                             ? visit_directly(algorithm, batch, progress)
                             : visit_through_tables(algorithm, batch, progress);
    if (!applied) {
      progress.cancelled = true;
      return progress;
    }
    progress.n_batches = b + 1;
    progress.n_documents += n;
    if (std::chrono::duration<double>(Clock::now() - start).count() > minibatches_.seconds) break;
  }
  return progress;
}

bool MinibatchTraining::is_direct(const MinibatchAlgorithm& algorithm, const Batch& batch) const {
  if (!algorithm.can_visit_directly() || topics_.stride < shortest_direct_row) return false;
  int64_t n_entries = 0;
  for (int64_t i = 0; i < batch.n; ++i)
    n_entries += documents_.n_entries(minibatches_.order[batch.first + i]);
  return n_entries <= most_direct_floats / topics_.stride &&
         std::min(n_entries, topics_.n_words) * topics_.stride >= least_direct_floats;
}

// Reads the documents of a block. When it is cancelled, it stops half-way.
void MinibatchTraining::read(MinibatchAlgorithm& algorithm, const Batch& batch, int64_t number,
                             int thread) {
  WordRows& rows = workspace_.word_rows[thread];
  rows.reserve(topics_.n_words);
  Block& block = *workspace_.blocks[number];
  block.begin();
  const Poll poll = cancellation_.poll(thread);
  const int64_t last = batch.first + batch.ends[number];
  for (int64_t place = batch.place(number); place < last && !poll.cancelled(poll.context);
       ++place) {
    if (place + 1 < last) documents_.prefetch(minibatches_.order[place + 1]);
    algorithm.read(place, block, rows, workspace_.step_sizes[thread]);
  }
  block.end(rows, true);
}

// Every word of a block gets a row in its table; the counts change when all blocks are done.
bool MinibatchTraining::visit_through_tables(MinibatchAlgorithm& algorithm, const Batch& batch,
                                             Progress& progress) {
  auto& blocks = workspace_.blocks;
  std::vector<int64_t> n_visits(batch.n_blocks());
  pool_.run(
      batch.n_blocks(),
      [&](int64_t number, int thread) {
        read(algorithm, batch, number, thread);
        const Poll poll = cancellation_.poll(thread);
        if (!algorithm.gather(*blocks[number], poll) || cancellation_.requested()) return;
        n_visits[number] =
            algorithm.visit(*blocks[number], batch.place(number), thread, nullptr, poll);
      },
      [this] { cancellation_.ask_now(); });
  if (cancellation_.ask_now()) return false;

  const double tokens = n_tokens(batch);
  if (const auto blend = algorithm.blend(batch.number, batch.n, tokens)) {
    update_.begin(blend->growth, minibatches_.steps[batch.number], blend->weight);
    finish(algorithm, batch);
  }
  count(batch, n_visits, tokens, progress);
  return true;
}

// Words that the minibatch visits once have no rows: their counts change at the visit. So what the
// minibatch is blended with is known before its visits, and they are not cancelled.
bool MinibatchTraining::visit_directly(MinibatchAlgorithm& algorithm, const Batch& batch,
                                       Progress& progress) {
  auto& blocks = workspace_.blocks;
  pool_.run(
      batch.n_blocks(), [&](int64_t number, int thread) { read(algorithm, batch, number, thread); },
      [this] { cancellation_.ask_now(); });
  if (cancellation_.ask_now()) return false;

  std::vector<int64_t> n_visits(batch.n_blocks());
  const double tokens = n_tokens(batch), step = minibatches_.steps[batch.number];
  if (const auto blend = algorithm.blend(batch.number, batch.n, tokens)) {
    // Counts that are folded change while P_w is computed from them.
    const bool direct = !update_.folds(blend->growth, step);
    SharedWords& shared = workspace_.shared_words;
    shared.begin(topics_.n_words);
    for (int64_t number = 0; number < batch.n_blocks(); ++number)
      shared.add(blocks[number]->words(), blocks[number]->n_words());
    if (direct) update_.begin(blend->growth, step, blend->weight);

    pool_.run(batch.n_blocks(), [&](int64_t number, int thread) {
      Block& block = *blocks[number];
      const Poll never{[](void*) { return false; }, nullptr};
      if (direct) block.make_single_visits_direct(shared);
      DirectWords words{.changed = topics_.scaled,
                        .update_gain = update_.gain(),
                        .totals = block.direct_totals()};
      algorithm.gather(block, never);
      n_visits[number] =
          algorithm.visit(block, batch.place(number), thread, direct ? &words : nullptr, never);
    });
    if (!direct) update_.begin(blend->growth, step, blend->weight);
    finish(algorithm, batch);
  }
  count(batch, n_visits, tokens, progress);
  return true;
}

void MinibatchTraining::finish(MinibatchAlgorithm& algorithm, const Batch& batch) {
  update_.end(pool_, workspace_.blocks, batch.n_blocks());
  for (int64_t number = 0; number < batch.n_blocks(); ++number)
    algorithm.applied(*workspace_.blocks[number], batch.place(number));
}

double MinibatchTraining::n_tokens(const Batch& batch) const {
  double tokens = 0;
  for (int64_t number = 0; number < batch.n_blocks(); ++number)
    tokens += workspace_.blocks[number]->n_tokens();
  return tokens;
}

void MinibatchTraining::count(const Batch& batch, const std::vector<int64_t>& n_visits,
                              double n_tokens, Progress& progress) const {
  for (int64_t number = 0; number < batch.n_blocks(); ++number)
    progress.n_visits += n_visits[number];
  progress.n_tokens += n_tokens;
}

}  // namespace thalweg
