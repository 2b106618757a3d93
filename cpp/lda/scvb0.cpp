#include "lda/scvb0.hpp"

#include <algorithm>
#include <vector>

#include "lda/topic_factors.hpp"

namespace thalweg {
namespace {

// Up to here, ordering the words costs what it saves (docs/explanation/design/kernel.md).
constexpr int64_t least_stride_by_word = 128;
constexpr int64_t visits_between_polls = 4096;

// A part of the first-level cache; theta of the documents needs the rest.
int64_t rows_together(int64_t pitch) {
  constexpr int64_t floats_together = 2048;
  return std::clamp<int64_t>(floats_together / pitch, 4, 64);
}

class Scvb0 final : public MinibatchAlgorithm {
 public:
  Scvb0(const Scvb0Kernel& kernel, const Documents& documents, const Scvb0Run& run,
        const DocumentSchedule& schedule, const Prior& prior, const Topics& fixed,
        const KeptCounts& kept, int n_threads)
      : kernel_(kernel),
        documents_(documents),
        run_(run),
        schedule_(schedule),
        prior_(prior),
        stride_(fixed.stride),
        kept_(kept),
        alpha_total_(sum(prior.alpha, fixed.n_topics)),
        factors_(fixed, prior),
        current_tokens_(run.current_tokens),
        by_word_(schedule.clumped && fixed.stride >= least_stride_by_word),
        parts_(n_threads) {}

  double current_tokens() const { return current_tokens_; }

  void prepare(int64_t batch) override {
    factors_.refresh(growth(batch));
    first_number_ = run_.first_number + run_.minibatches.offsets[batch];
  }

  void read(int64_t place, Block& block, WordRows& rows, StepSizes& steps) override {
    const int64_t document = run_.minibatches.order[place];
    const double clock = kept_.clocks ? kept_.clocks[document] : 0;
    if (by_word_)
      block.add_unordered(documents_, document, schedule_, clock, rows, steps);
    else
      block.add(documents_, document, schedule_, run_.first_number + place, clock, rows, steps);
  }

  void end(Block& block, WordRows& rows, StepSizes& steps) override {
    if (by_word_)
      block.end_by_word(WordOrder(schedule_.seed, first_number_), rows, steps);
    else
      block.end(rows, true);
  }

  bool gather(const Block& block, const Poll& poll) override {
    return by_word_ || factors_.gather(kernel_, block, poll);
  }

  // Burn-in and counted passes.
  int64_t visit(const Block& block, int64_t place, int thread, const Poll& poll) override {
    start(block, place);
    return by_word_ ? visit_words(block, thread, poll) : visit_documents(block, poll);
  }

  std::optional<Blend> blend(int64_t batch, int64_t, double n_tokens) override {
    if (!(n_tokens > 0)) return std::nullopt;
    const Blend blend{growth(batch), run_.minibatches.corpus_size[batch] / n_tokens};
    current_tokens_ = run_.minibatches.corpus_size[batch];
    return blend;
  }

  void applied(const Block& block, int64_t place) override {
    if (!kept_.counts) return;
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      const int64_t document = run_.minibatches.order[place + d];
      const float* theta = block.theta(d);
      float* counts = kept_.counts + document * stride_;
      for (int64_t k = 0; k < stride_; ++k) counts[k] = std::max(theta[k] - prior_.alpha[k], 0.0f);
      if (kept_.clocks) kept_.clocks[document] = block.clock(d);
    }
  }

 private:
  // theta of all documents of a block before the first visit.
  void start(const Block& block, int64_t place) const {
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      float* theta = block.theta(d);
      if (kept_.counts) {
        const float* counts = kept_.counts + run_.minibatches.order[place + d] * stride_;
        for (int64_t k = 0; k < stride_; ++k) theta[k] = counts[k] + prior_.alpha[k];
      } else {
        start_at_prior_mean(theta, prior_, alpha_total_, stride_, block.length(d));
      }
    }
  }

  int64_t visit_documents(const Block& block, const Poll& poll) const {
    const auto sweep = [&](const std::vector<DocumentSweep>& sweeps, bool counted) {
      return kernel_.sweep(block.table(), prior_.alpha, sweeps.data(),
                           static_cast<int64_t>(sweeps.size()), counted, poll);
    };
    for (int64_t round = 0; round < block.n_burn_in_rounds(); ++round)
      if (!sweep(block.burn_in_sweeps(round), false)) return 0;
    sweep(block.counted_sweeps(), true);
    return block.n_visits();
  }

  // Some words at a time, whose table stays in the first-level cache from gathering to the end.
  int64_t visit_words(const Block& block, int thread, const Poll& poll) {
    const WordSweeps& sweeps = block.word_sweeps();
    const int64_t pitch = 2 * stride_;
    const int64_t most_rows = rows_together(pitch);
    Table part{parts_[thread].reserve(most_rows * pitch), pitch, stride_};
    float* const part_rows = part.rows;
    int64_t since_poll = 0;
    for (int64_t r = 0; r < sweeps.n_rounds(); ++r) {
      const WordSweeps::Round round = sweeps.round(r);
      const bool counted = r + 1 == sweeps.n_rounds();
      for (int64_t row = 0; row < round.n_words; row += most_rows) {
        const int64_t n_rows = std::min(most_rows, round.n_words - row);
        const int64_t first = round.starts[row], n_visits = round.starts[row + n_rows] - first;
        part.rows = part_rows;
        factors_.gather(kernel_, part, round.words + row, n_rows);
        part.rows = part_rows - row * pitch;
        kernel_.sweep_words(part, prior_.alpha, round.visits + first, n_visits, block.states(),
                            counted);
        part.rows = part_rows;
        if (counted) kernel_.expect(part, n_rows, block.table().rows + row * stride_);
        if ((since_poll += n_visits) >= visits_between_polls) {
          since_poll = 0;
          if (poll.cancelled(poll.context)) return 0;
        }
      }
    }
    return sweeps.n_visits();
  }

  // What the counts are multiplied by because C has grown.
  double growth(int64_t batch) const {
    return run_.minibatches.corpus_size[batch] / current_tokens_;
  }

  const Scvb0Kernel& kernel_;
  const Documents& documents_;
  const Scvb0Run& run_;
  const DocumentSchedule& schedule_;
  const Prior& prior_;
  const int64_t stride_;
  const KeptCounts& kept_;
  const double alpha_total_;
  TopicFactors factors_;
  double current_tokens_;  // C that the counts are scaled to
  const bool by_word_;
  uint64_t first_number_ = 0;         // of the minibatch's documents
  std::vector<AlignedFloats> parts_;  // by thread
};

}  // namespace

Progress train(const InstructionSet& instructions, const Documents& documents, const Scvb0Run& run,
               const DocumentSchedule& schedule, const Prior& prior, const Topics& fixed,
               Topics& topics, const KeptCounts& kept, const Workers& workers,
               Workspace& workspace) {
  return with_workspace(workspace, [&] {
    MinibatchTraining training(instructions.scvb0, documents, run.minibatches, topics, prior.locked,
                               workers, workspace);
    Scvb0 scvb0(instructions.scvb0, documents, run, schedule, prior, fixed, kept,
                training.n_threads());
    Progress progress = training.run(scvb0);
    progress.corpus_tokens = scvb0.current_tokens();
    return progress;
  });
}

}  // namespace thalweg
