#include "lda/batch/map_em.hpp"

#include <algorithm>
#include <vector>

#include "lda/batch/document_groups.hpp"
#include "lda/shared_topics.hpp"
#include "lda/topic_factors.hpp"
#include "parallel/aligned_floats.hpp"

namespace thalweg {
namespace {

constexpr int64_t entries_per_group = 32768;

}  // namespace

Progress map_iteration(const InstructionSet& instructions, const Documents& documents,
                       int64_t n_documents, const Prior& prior, Topics& topics,
                       const float* document_counts, float* next_counts, const Workers& workers) {
  const int64_t stride = topics.stride, n_floats = topics.n_words * stride;
  const TopicFactors factors(topics, prior);
  DocumentGroups groups(documents, topics, workers);
  AlignedFloats scratch, gain;
  float* const next_topics = scratch.reserve(n_floats);
  std::fill_n(next_topics, n_floats, 0.0f);
  std::fill_n(gain.reserve(stride), stride, 1.0f);
  std::vector<double> next_totals(stride, 0.0);
  Progress progress;

  const std::vector<int64_t> ends = cut_by_entries(documents, 0, n_documents, entries_per_group);
  const int64_t groups_at_once = 2 * groups.n_threads();
  for (size_t done = 0; done < ends.size(); done += groups_at_once) {
    const size_t until = std::min(done + groups_at_once, ends.size());
    groups.visit(done == 0 ? 0 : ends[done - 1], {ends.begin() + done, ends.begin() + until},
                 [&](Block& block, int64_t first, const Poll& poll) {
                   factors.gather(instructions.scvb0, block, poll);
                   for (int64_t d = 0; d < block.n_documents(); ++d) {
                     if (poll.cancelled(poll.context)) return false;
                     const int64_t place = (first + d) * stride;
                     const DocumentSweep sweep = block.sweep(d);
                     for (int64_t k = 0; k < stride; ++k)
                       sweep.theta[k] = document_counts[place + k] + prior.alpha[k];
                     instructions.batch.expect(block.table(), sweep, next_counts + place, poll);
                   }
                   instructions.scvb0.weigh(block.table(), block.n_words());
                   return true;
                 });
    groups.add_up(next_totals.data(), [&](const Block& block, const Block::Stripe& part,
                                          float* sums, double* totals, const Poll& poll) {
      if (poll.cancelled(poll.context)) return;
      instructions.scvb0.apply(block.table(), part.rows, part.words, part.n_rows, gain.get(),
                               next_topics, sums, totals);
    });
    if (groups.cancelled()) {
      progress.cancelled = true;
      return progress;
    }
    progress.n_tokens += groups.n_tokens();
  }

  TopicsGate::step(topics.gate, [&] {
    std::copy_n(next_topics, n_floats, topics.scaled);
    std::copy(next_totals.begin(), next_totals.end(), topics.totals);
    std::fill_n(topics.scale, topics.n_topics, 1.0);
    progress.n_batches = 1;
    progress.n_documents = n_documents;
    progress.corpus_tokens = progress.n_tokens;
    progress.n_visits = documents.offsets[n_documents];
    return progress;
  });
  return progress;
}

}  // namespace thalweg
