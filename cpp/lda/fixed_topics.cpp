// Documents under fixed topics: inference and held-out likelihood.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "lda/documents/block.hpp"
#include "lda/scvb0.hpp"
#include "lda/topic_factors.hpp"
#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {
namespace {

constexpr int64_t documents_per_inference_block = 128;

// Runs block after block of documents under fixed topics. `add` reads document j into a block,
// `use` takes it when the block's table is gathered.
template <class Add, class Use>
bool under_fixed_topics(const Kernel& kernel, int64_t n_documents, const Prior& prior,
                        const Topics& topics, const Workers& workers, Add&& add, Use&& use) {
  const TopicFactors factors(topics, prior);
  const int64_t n_blocks =
      (n_documents + documents_per_inference_block - 1) / documents_per_inference_block;
  ThreadPool pool(
      static_cast<int>(std::clamp<int64_t>(n_blocks, 1, std::max(workers.n_threads, 1))));
  Cancellation cancellation(workers);
  const VisitPlan in_order{};
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
        block.begin(in_order);
        for (int64_t j = first; j < last; ++j) add(block, j, rows);
        block.end(rows, false);
        factors.gather(kernel, block, poll);
        for (int64_t j = first; j < last && !poll.cancelled(poll.context); ++j)
          use(block, j, j - first, poll);
      },
      [&] { cancellation.ask_now(); });
  return !cancellation.requested();
}

// theta of one document of a block, in the block's first theta slot; the next two are scratch.
Course settled(const Kernel& kernel, const Block& block, int64_t document, const Prior& prior,
               double alpha_total, const Settling& settling, const Poll& poll) {
  Course course = block.course(document);
  course.theta = block.theta(0);
  start_at_prior_mean(course.theta, prior, alpha_total, block.table().stride,
                      block.length(document));
  kernel.settle(block.table(), prior.alpha, course, settling.max_passes,
                static_cast<float>(settling.tolerance), poll);
  return course;
}

}  // namespace

bool infer(const Kernel& kernel, const Documents& documents, int64_t n_documents,
           const Prior& prior, const Topics& topics, const Settling& settling, float* out,
           const Workers& workers) {
  const double alpha_total = sum(prior.alpha, topics.n_topics);
  return under_fixed_topics(
      kernel, n_documents, prior, topics, workers,
      [&](Block& block, int64_t j, WordRows& rows) { block.add_in_order(documents, j, rows); },
      [&](Block& block, int64_t j, int64_t place, const Poll& poll) {
        const Course course = settled(kernel, block, place, prior, alpha_total, settling, poll);
        std::copy(course.theta, course.theta + topics.n_topics, out + j * topics.n_topics);
      });
}

bool log_likelihood(const Kernel& kernel, const Documents& observed, const Documents& scored,
                    int64_t n_documents, const Prior& prior, const Topics& topics,
                    const Settling& settling, double* out, const Workers& workers) {
  const double alpha_total = sum(prior.alpha, topics.n_topics);
  return under_fixed_topics(
      kernel, n_documents, prior, topics, workers,
      [&](Block& block, int64_t j, WordRows& rows) {
        block.add_in_order(observed, j, rows);
        block.add_in_order(scored, j, rows);
      },
      [&](Block& block, int64_t j, int64_t place, const Poll& poll) {
        Course course = settled(kernel, block, 2 * place, prior, alpha_total, settling, poll);
        const double theta_total = sum(course.theta, topics.n_topics);
        const Course scored_course = block.course(2 * place + 1);
        course.visits = scored_course.visits;
        course.n_visits = scored_course.n_visits;
        std::vector<float> likelihood(course.n_visits);
        kernel.predict(block.table(), course, likelihood.data());
        // log p(w | theta, phi) = log sum_k phi_wk theta_k / sum_k theta_k
        double total = 0;
        for (int64_t i = 0; i < course.n_visits; ++i)
          total += course.visits[i].count * std::log(likelihood[i] / theta_total);
        out[j] = total;
      });
}

}  // namespace thalweg
