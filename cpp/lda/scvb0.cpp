#include "lda/scvb0.hpp"

#include <algorithm>
#include <vector>

#include "lda/topic_factors.hpp"

namespace thalweg {
namespace {

class Scvb0 final : public MinibatchAlgorithm {
 public:
  Scvb0(const Scvb0Kernel& kernel, const Documents& documents, const Scvb0Run& run,
        const DocumentSchedule& schedule, const Prior& prior, const Topics& fixed,
        const KeptCounts& kept)
      : kernel_(kernel),
        documents_(documents),
        run_(run),
        schedule_(schedule),
        prior_(prior),
        stride_(fixed.stride),
        kept_(kept),
        alpha_total_(sum(prior.alpha, fixed.n_topics)),
        factors_(fixed, prior),
        topic_steps_(run.since_edit ? fixed.n_topics : 0),
        current_tokens_(run.current_tokens) {}

  double corpus_tokens() const override { return current_tokens_; }

  void prepare(int64_t batch) override { factors_.refresh(growth(batch)); }

  void read(int64_t place, Block& block, WordRows& rows, StepSizesByLength& steps) override {
    const int64_t document = run_.minibatches.order[place];
    block.add(documents_, document, schedule_, run_.first_number + place,
              kept_.clocks ? kept_.clocks[document] : 0, rows, steps);
  }

  // Pairs of the prior and held shares change values of gathered rows.
  Block::Layout layout() const override {
    const bool has_pairs = prior_.added.offsets || prior_.masked.offsets || prior_.held.offsets;
    return stride_ >= single_visits_from_topics && !has_pairs ? Block::Layout::single_visits_apart
                                                              : Block::Layout::accumulators;
  }

  bool gather(const Block& block, const Poll& poll) override {
    return factors_.gather(kernel_, block, poll);
  }

  // Burn-in and counted passes.
  int64_t visit(const Block& block, int64_t place, int, const Poll& poll) override {
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      float* theta = block.theta(d);
      if (kept_.counts) {
        const float* counts = kept_.counts + run_.minibatches.order[place + d] * stride_;
        for (int64_t k = 0; k < stride_; ++k) theta[k] = counts[k] + prior_.alpha[k];
      } else {
        start_at_prior_mean(theta, prior_, alpha_total_, stride_, block.length(d));
      }
    }
    const auto sweep = [&](const std::vector<DocumentSweep>& sweeps, bool counted) {
      const auto n_sweeps = static_cast<int64_t>(sweeps.size());
      if (block.n_shared() == block.n_words())
        return kernel_.sweep(block.table(), prior_.alpha, sweeps.data(), n_sweeps, counted, poll);
      return kernel_.sweep_single_visits(block.table(), factors_.single_visits(block), prior_.alpha,
                                         sweeps.data(), n_sweeps, counted, poll);
    };
    for (int64_t round = 0; round < block.n_burn_in_rounds(); ++round)
      if (!sweep(block.burn_in_sweeps(round), false)) return 0;
    sweep(block.counted_sweeps(), true);
    hold_shares(block, prior_.held);
    return block.n_visits();
  }

  std::optional<Blend> blend(int64_t batch, int64_t, double n_tokens) override {
    if (!(n_tokens > 0)) return std::nullopt;
    const Blend blend{growth(batch), run_.minibatches.corpus_size[batch] / n_tokens,
                      topic_steps(batch, n_tokens)};
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
  // What the counts are multiplied by because C has grown.
  double growth(int64_t batch) const {
    return run_.minibatches.corpus_size[batch] / current_tokens_;
  }

  // rho of each topic in a minibatch: larger for a while after the topic was edited.
  const double* topic_steps(int64_t batch, double n_tokens) {
    if (topic_steps_.empty()) return nullptr;
    const double rho = run_.minibatches.steps[batch];
    tokens_ += n_tokens;
    for (size_t k = 0; k < topic_steps_.size(); ++k)
      topic_steps_[k] =
          std::max(rho, n_tokens / (run_.reheat_tokens + run_.since_edit[k] + tokens_));
    return topic_steps_.data();
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
  std::vector<double> topic_steps_;  // empty: all topics take the same step
  double tokens_ = 0;                // of the minibatches of this call
  double current_tokens_;            // C that the counts are scaled to
};

}  // namespace

Progress train(const InstructionSet& instructions, const Documents& documents, const Scvb0Run& run,
               const DocumentSchedule& schedule, const Prior& prior, const Topics& fixed,
               Topics& topics, const KeptCounts& kept, const Workers& workers,
               Workspace& workspace) {
  return with_workspace(workspace, [&] {
    MinibatchTraining training(instructions.scvb0, documents, run.minibatches, topics, prior.locked,
                               workers, workspace, run.since_edit ? prior.held : SparseRows{});
    Scvb0 scvb0(instructions.scvb0, documents, run, schedule, prior, fixed, kept);
    return training.run(scvb0);
  });
}

Progress count_blocks(const InstructionSet& instructions, const Documents& documents,
                      const Scvb0Run& run, const DocumentSchedule& schedule, const Prior& prior,
                      Topics& topics, int64_t first_block, int64_t last_block,
                      const Workers& workers, Workspace& workspace) {
  return with_workspace(workspace, [&] {
    MinibatchTraining training(instructions.scvb0, documents, run.minibatches, topics, prior.locked,
                               workers, workspace);
    const KeptCounts none{};  // outlives scvb0, which refers to it
    Scvb0 scvb0(instructions.scvb0, documents, run, schedule, prior, topics, none);
    return training.count(scvb0, first_block, last_block);
  });
}

}  // namespace thalweg
