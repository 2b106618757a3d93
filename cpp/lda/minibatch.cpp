#include "lda/minibatch.hpp"

#include <algorithm>

namespace thalweg {
namespace {

// A smaller scale is folded back into the counts, long before a float would overflow.
constexpr double smallest_scale = 1e-15;
constexpr double largest_scale = 1e15;

// Cutting a minibatch: every block gathers its own words, so fewer and larger blocks do less
// work; two are worth it as soon as they outweigh waking a thread.
constexpr int64_t entries_worth_two_blocks = 2048;
constexpr int64_t entries_per_block = 32768;
constexpr int64_t most_blocks = 32;

}  // namespace

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

TopicUpdate::TopicUpdate(const Kernel& kernel, Topics& topics, const uint8_t* locked)
    : kernel_(kernel), topics_(topics), locked_(locked), stripe_totals_(n_stripes * topics.stride) {
  const int64_t n_floats = n_stripes * topics.stride;
  std::fill_n(stripe_sums_.reserve(n_floats), n_floats, 0.0f);
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

void TopicUpdate::apply(ThreadPool& pool, const std::vector<std::unique_ptr<Block>>& blocks,
                        int64_t n_blocks, double growth, double rho, double weight) {
  decay(growth * (1 - rho));
  float* const gain = per_topic_.get();
  for (int64_t k = 0; k < topics_.n_topics; ++k)
    gain[k] = locked(k) ? 0 : static_cast<float>(rho * weight / topics_.scale[k]);

  std::fill(stripe_totals_.begin(), stripe_totals_.end(), 0.0);
  pool.run(n_stripes, [&](int64_t stripe, int) {
    double* totals = stripe_totals_.data() + stripe * topics_.stride;
    for (int64_t block = 0; block < n_blocks; ++block) {
      const Block::Stripe part = blocks[block]->stripe(static_cast<int>(stripe));
      kernel_.apply(blocks[block]->table(), part.rows, part.words, part.n_rows, gain,
                    topics_.scaled, stripe_sums_.get() + stripe * topics_.stride, totals);
    }
  });
  for (int64_t k = 0; k < topics_.n_topics; ++k) {
    if (locked(k)) continue;
    double expected = 0;
    for (int stripe = 0; stripe < n_stripes; ++stripe)
      expected += stripe_totals_[stripe * topics_.stride + k];
    topics_.totals[k] = (1 - rho) * growth * topics_.totals[k] + rho * weight * expected;
  }
}

}  // namespace thalweg
