// Block after block of documents, each against the counts at the block's start.
#include "lda/batch/cvb0.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "lda/batch/document_groups.hpp"
#include "lda/gathering.hpp"
#include "lda/shared_topics.hpp"
#include "parallel/aligned_floats.hpp"

namespace thalweg {
namespace {

using Clock = std::chrono::steady_clock;

// A group gathers its own words: smaller ones keep more threads busy and gather more.
constexpr int64_t entries_per_group = 8192;

// The factors of Eq. 3 that are held fixed while a block is revised, one row each.
class BlockFactors {
 public:
  BlockFactors(const Topics& topics, const Prior& prior) : topics_(topics), prior_(prior) {
    float* values = values_.reserve(5 * topics.stride);
    for (float** row : {&scale_, &inverse_scale_, &ones_, &totals_, &eta_total_}) {
      *row = values;
      std::fill_n(values, topics.stride, 0.0f);
      values += topics.stride;
    }
    refresh();
  }

  void refresh() {
    for (int64_t k = 0; k < topics_.stride; ++k) {
      const bool padding = k >= topics_.n_topics;
      scale_[k] = padding ? 0 : static_cast<float>(topics_.scale[k]);
      inverse_scale_[k] = padding ? 0 : static_cast<float>(1 / topics_.scale[k]);
      ones_[k] = padding ? 0 : 1;
      totals_[k] = padding ? 1 : static_cast<float>(topics_.totals[k] + prior_.eta_total[k]);
      eta_total_[k] = padding ? 1 : static_cast<float>(prior_.eta_total[k]);
    }
  }

  // N^Phi_w + eta_w into the rows of a table.
  bool gather(const Scvb0Kernel& kernel, const Block& block, const Poll& poll) const {
    return gather_topics(kernel, block, topics_, prior_, scale_, ones_, poll);
  }

  FixedFactors of(const Block& block) const {
    return {prior_.alpha, totals_, eta_total_, prior_.eta, prior_.eta_per_word, block.words()};
  }

  const float* inverse_scale() const { return inverse_scale_; }

 private:
  const Topics& topics_;
  const Prior& prior_;
  AlignedFloats values_;
  float *scale_, *inverse_scale_, *ones_, *totals_, *eta_total_;
};

// A document of a block with its rows of gamma; theta starts at what the caller wrote there.
DocumentResponsibilities responsibilities(const Block& block, int64_t place,
                                          const Documents& documents, int64_t document,
                                          const StoredGamma& gamma) {
  const DocumentSweep sweep = block.sweep(place);
  if (sweep.n_visits != documents.n_entries(document))
    throw std::invalid_argument(
        "documents contain counts of zero, which have no responsibilities; remove them");
  return {sweep.visits, sweep.n_visits,
          gamma.rows + documents.offsets[document] * block.table().stride, sweep.theta};
}

void add_changes(const BatchKernel& kernel, DocumentGroups& groups, Topics& topics,
                 const float* gain) {
  // Never cut short: gamma has changed already.
  groups.add_up(topics.totals, [&](const Block& block, const Block::Stripe& part, float* sums,
                                   double* totals, const Poll&) {
    kernel.add(block.table(), part.rows, part.words, part.n_rows, gain, topics.scaled, sums,
               totals);
  });
}

}  // namespace

bool count_responsibilities(const InstructionSet& instructions, const Documents& documents,
                            int64_t n_documents, const StoredGamma& gamma, Topics& topics,
                            const Workers& workers) {
  const BatchKernel& kernel = instructions.batch;
  DocumentGroups groups(documents, topics, workers);
  const std::vector<int64_t> ends = cut_by_entries(documents, 0, n_documents, entries_per_group);
  AlignedFloats gain;
  std::fill_n(gain.reserve(topics.stride), topics.stride, 1.0f);
  const int64_t groups_at_once = 2 * groups.n_threads();
  for (size_t done = 0; done < ends.size(); done += groups_at_once) {
    const size_t until = std::min(done + groups_at_once, ends.size());
    groups.visit(done == 0 ? 0 : ends[done - 1], {ends.begin() + done, ends.begin() + until},
                 [&](Block& block, int64_t first, const Poll&) {
                   const Table& table = block.table();
                   std::fill_n(table.rows, block.n_words() * table.pitch, 0.0f);
                   for (int64_t d = 0; d < block.n_documents(); ++d) {
                     std::fill_n(block.theta(d), table.stride, 0.0f);
                     kernel.collect(table, responsibilities(block, d, documents, first + d, gamma),
                                    true);
                   }
                   return true;
                 });
    if (groups.cancelled()) return false;
    add_changes(kernel, groups, topics, gain.get());
  }
  return true;
}

Progress cvb0_sweep(const InstructionSet& instructions, const Documents& documents,
                    const Cvb0Run& run, const Prior& prior, Topics& topics,
                    const StoredGamma& gamma, const Workers& workers) {
  const Clock::time_point start = Clock::now();
  const BatchKernel& kernel = instructions.batch;
  DocumentGroups groups(documents, topics, workers);
  BlockFactors fixed(topics, prior);
  Progress progress;
  for (int64_t first = run.first_document; first < run.n_documents;) {
    const int64_t last = std::min(first + run.block_size, run.n_documents);
    const std::vector<int64_t> ends = cut_by_entries(documents, first, last, entries_per_group);
    fixed.refresh();
    const auto revise = [&](Block& block, int64_t first_of_group, const Poll& poll) {
      fixed.gather(instructions.scvb0, block, poll);
      std::vector<DocumentResponsibilities> group;
      for (int64_t d = 0; d < block.n_documents(); ++d) {
        const DocumentResponsibilities one =
            responsibilities(block, d, documents, first_of_group + d, gamma);
        std::copy(prior.alpha, prior.alpha + topics.stride, one.theta);
        group.push_back(one);
      }
      AlignedFloats weights;
      kernel.revise(block.table(), fixed.of(block), group.data(), block.n_documents(),
                    weights.reserve(2 * topics.stride), poll);
      return true;
    };
    // A block is revised as a whole: half of one could not be continued to the same bits.
    groups.visit(first, ends, revise, true);
    TopicsGate::step(topics.gate, [&] {
      add_changes(kernel, groups, topics, fixed.inverse_scale());
      ++progress.n_batches;
      progress.n_documents += last - first;
      progress.n_tokens += groups.n_tokens();
      progress.n_visits += documents.offsets[last] - documents.offsets[first];
      return progress;
    });
    first = last;
    progress.cancelled = groups.cancelled();
    if (progress.cancelled) break;
    if (std::chrono::duration<double>(Clock::now() - start).count() > run.seconds) break;
  }
  return progress;
}

}  // namespace thalweg
