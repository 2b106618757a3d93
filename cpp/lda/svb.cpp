#include "lda/svb.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lda/gathering.hpp"

namespace thalweg {
namespace {

// For the K sums of a minibatch; the kernel has a faster one. From 6 on Stirling's series, and
// digamma(x) = digamma(x + 1) - 1 / x below.
double digamma(double x) {
  double sum = 0;
  for (; x < 6; ++x) sum -= 1 / x;
  const double r = 1 / (x * x);
  return sum + std::log(x) - 0.5 / x -
         r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r / 132))));
}

// What of the posterior of the topics is held fixed during a minibatch.
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
    // A factor common to all topics is free: the largest becomes one.
    const double least = *std::min_element(digammas_.begin(), digammas_.end());
    for (int64_t k = 0; k < topics_.n_topics; ++k) {
      scale_[k] = static_cast<float>(topics_.scale[k]);
      factor_[k] = static_cast<float>(std::exp(least - digammas_[k]));
    }
  }

  bool gather(const SvbKernel& kernel, const Block& block, const Poll& poll) const {
    return gather_in_parts(
        block, poll, [&](const Table& part, const uint32_t* words, int64_t n_words) {
          kernel.gather(part, word_counts(topics_, prior_), scale_, factor_, words, n_words);
        });
  }

 private:
  const Topics& topics_;
  const Prior& prior_;
  std::vector<double> digammas_;
  AlignedFloats values_;
  float* scale_;
  float* factor_;
};

class Svb final : public MinibatchAlgorithm {
 public:
  Svb(const SvbKernel& kernel, const Documents& documents, const Minibatches& minibatches,
      const DocumentPasses& passes, const Prior& prior, const Topics& topics, int n_threads)
      : kernel_(kernel),
        documents_(documents),
        minibatches_(minibatches),
        passes_(passes),
        prior_(prior),
        topics_(topics),
        posterior_(topics, prior),
        gammas_(n_threads) {}

  void prepare(int64_t) override { posterior_.refresh(); }

  void read(int64_t place, Block& block, WordRows& rows, StepSizesByLength&) override {
    block.add_in_order(documents_, minibatches_.order[place], rows);
  }

  bool gather(const Block& block, const Poll& poll) override {
    return posterior_.gather(kernel_, block, poll);
  }

  int64_t visit(const Block& block, int64_t, int thread, DirectWords*, const Poll& poll) override {
    int64_t n_visits = 0;
    float* const gamma = gammas_[thread].reserve(3 * topics_.stride);
    for (int64_t d = 0; d < block.n_documents(); ++d) {
      DocumentSweep sweep = block.sweep(d);
      if (sweep.n_visits == 0) continue;
      // gamma_d starts at alpha + C_d / K
      const auto share =
          static_cast<float>(block.length(d) / static_cast<double>(topics_.n_topics));
      std::fill_n(gamma, topics_.stride, 0.0f);
      for (int64_t k = 0; k < topics_.n_topics; ++k) gamma[k] = prior_.alpha[k] + share;
      sweep.theta = gamma;
      const int passes =
          kernel_.visit(block.table(), prior_.alpha, topics_.n_topics, sweep, passes_, poll);
      if (passes < 0) return 0;
      n_visits += (passes + 1) * sweep.n_visits;
    }
    return n_visits;
  }

  std::optional<Blend> blend(int64_t batch, int64_t n_documents, double) override {
    if (n_documents == 0) return std::nullopt;
    return Blend{1, minibatches_.corpus_size[batch] / static_cast<double>(n_documents)};
  }

  void applied(const Block&, int64_t) override {}

 private:
  const SvbKernel& kernel_;
  const Documents& documents_;
  const Minibatches& minibatches_;
  const DocumentPasses& passes_;
  const Prior& prior_;
  const Topics& topics_;
  Posterior posterior_;
  std::vector<AlignedFloats> gammas_;  // by thread
};

}  // namespace

Progress train_svb(const InstructionSet& instructions, const Documents& documents,
                   const Minibatches& minibatches, const DocumentPasses& passes, const Prior& prior,
                   Topics& topics, const Workers& workers, Workspace& workspace) {
  return with_workspace(workspace, [&] {
    MinibatchTraining training(instructions.scvb0, documents, minibatches, topics, nullptr, workers,
                               workspace);
    Svb svb(instructions.svb, documents, minibatches, passes, prior, topics, training.n_threads());
    return training.run(svb);
  });
}

}  // namespace thalweg
