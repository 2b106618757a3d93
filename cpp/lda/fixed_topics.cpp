#include "lda/fixed_topics.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "lda/documents/block.hpp"
#include "lda/topic_factors.hpp"
#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {
namespace {

constexpr int64_t documents_per_inference_block = 128;

// Runs block after block of documents under fixed topics. `add` reads document j into a block,
// `use` takes it when the block's table is gathered.
template <class Add, class Use>
bool under_fixed_topics(const Scvb0Kernel& kernel, int64_t n_documents, const Prior& prior,
                        const Topics& topics, const Workers& workers, Add&& add, Use&& use) {
  const TopicFactors factors(topics, prior);
  const int64_t n_blocks =
      (n_documents + documents_per_inference_block - 1) / documents_per_inference_block;
  ThreadPool pool(workers, n_blocks);
  Cancellation cancellation(workers);
  std::vector<WordRows> word_rows(pool.n_threads());
  std::vector<std::unique_ptr<Block>> blocks(pool.n_threads());
  pool.run(
      n_blocks,
      [&](int64_t task, int thread) {
        const Poll poll = cancellation.poll(thread);
        if (poll.cancelled(poll.context)) return;
        if (!blocks[thread]) blocks[thread] = std::make_unique<Block>(topics.stride);
        Block& block = *blocks[thread];
        WordRows& rows = word_rows[thread];
        rows.reserve(topics.n_words);
        const int64_t first = task * documents_per_inference_block;
        const int64_t last = std::min(first + documents_per_inference_block, n_documents);
        block.begin();
        for (int64_t j = first; j < last; ++j) add(block, j, rows);
        block.end(rows, Block::Layout::factors);
        factors.gather(kernel, block, poll);
        for (int64_t j = first; j < last && !poll.cancelled(poll.context); ++j)
          use(block, j, j - first, poll);
      },
      [&] { cancellation.ask_now(); });
  return !cancellation.requested();
}

// theta of one document of a block, in the block's first theta slot; the next two are scratch.
DocumentSweep converged(const Scvb0Kernel& kernel, const Block& block, int64_t document,
                        const Prior& prior, double alpha_total, const Convergence& convergence,
                        const Poll& poll) {
  DocumentSweep sweep = block.sweep(document);
  sweep.theta = block.theta(0);
  start_at_prior_mean(sweep.theta, prior, alpha_total, block.table().stride,
                      block.length(document));
  kernel.converge(block.table(), prior.alpha, sweep, convergence.max_passes,
                  static_cast<float>(convergence.tolerance), poll);
  return sweep;
}

}  // namespace

bool infer(const InstructionSet& instructions, const Documents& documents, int64_t n_documents,
           const Prior& prior, const Topics& topics, const Convergence& convergence, float* out,
           const Workers& workers) {
  const Scvb0Kernel& kernel = instructions.scvb0;
  const double alpha_total = sum(prior.alpha, topics.n_topics);
  return under_fixed_topics(
      kernel, n_documents, prior, topics, workers,
      [&](Block& block, int64_t j, WordRows& rows) { block.add_in_order(documents, j, rows); },
      [&](Block& block, int64_t j, int64_t place, const Poll& poll) {
        const DocumentSweep sweep =
            converged(kernel, block, place, prior, alpha_total, convergence, poll);
        std::copy(sweep.theta, sweep.theta + topics.n_topics, out + j * topics.n_topics);
      });
}

bool log_likelihood(const InstructionSet& instructions, const Documents& observed,
                    const Documents& scored, int64_t n_documents, const Prior& prior,
                    const Topics& topics, const Convergence& convergence, double* out,
                    const Workers& workers) {
  const Scvb0Kernel& kernel = instructions.scvb0;
  const double alpha_total = sum(prior.alpha, topics.n_topics);
  return under_fixed_topics(
      kernel, n_documents, prior, topics, workers,
      [&](Block& block, int64_t j, WordRows& rows) {
        block.add_in_order(observed, j, rows);
        block.add_in_order(scored, j, rows);
      },
      [&](Block& block, int64_t j, int64_t place, const Poll& poll) {
        DocumentSweep sweep =
            converged(kernel, block, 2 * place, prior, alpha_total, convergence, poll);
        const double theta_total = sum(sweep.theta, topics.n_topics);
        const DocumentSweep scored_sweep = block.sweep(2 * place + 1);
        sweep.visits = scored_sweep.visits;
        sweep.n_visits = scored_sweep.n_visits;
        std::vector<float> likelihood(sweep.n_visits);
        kernel.predict(block.table(), sweep, likelihood.data());
        // log p(w | theta, phi) = log sum_k phi_wk theta_k / sum_k theta_k
        double total = 0;
        for (int64_t i = 0; i < sweep.n_visits; ++i)
          total += sweep.visits[i].count * std::log(likelihood[i] / theta_total);
        out[j] = total;
      });
}

}  // namespace thalweg
