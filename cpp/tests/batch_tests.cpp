// CVB0 and MAP_LDA_U: sums stay in step, threads change nothing, a stop leaves what is promised.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "check.hpp"
#include "lda/batch/cvb0.hpp"
#include "lda/batch/map_em.hpp"
#include "model.hpp"

using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::Topics;
using thalweg::Workers;

namespace {

constexpr int64_t n_words = 300;
constexpr double never = std::numeric_limits<double>::infinity();

const Workers cancelled_when_asked{2, [] { return true; }};

// A model, its corpus and one gamma for every entry; the counts are the sums of m gamma.
struct Trained {
  Corpus corpus;
  Model model;
  Floats gamma;

  Trained(const InstructionSet& instructions, int64_t n_topics, int64_t n_documents, int64_t length)
      : corpus(random_corpus(n_documents, length, n_words)),
        model(random_model(n_words, n_topics)),
        gamma(corpus.words.size() * model.stride, 0.0f) {
    constexpr size_t n_drawn = 2000;  // then again the same: drawing all would take long
    thalweg::DocumentRandom random(13, 0);
    for (size_t row = 0; row < corpus.words.size(); ++row) {
      float* values = gamma.data() + row * model.stride;
      if (row >= n_drawn) {
        std::copy_n(values - n_drawn * model.stride, model.stride, values);
        continue;
      }
      float sum = 0;
      for (int64_t k = 0; k < n_topics; ++k)
        sum += values[k] = 1 + static_cast<float>(random.below(1000));
      for (int64_t k = 0; k < n_topics; ++k) values[k] /= sum;
    }
    std::fill(model.scaled.begin(), model.scaled.end(), 0.0f);
    std::fill(model.totals.begin(), model.totals.end(), 0.0);
    Topics topics = model.topics();
    CHECK(thalweg::count_responsibilities(instructions, corpus.documents(), corpus.n_documents(),
                                          {gamma.data()}, topics, threads(2)));
  }

  Progress sweep(const InstructionSet& instructions, int64_t block_size, const Workers& workers,
                 int64_t first = 0, double seconds = never) {
    Topics topics = model.topics();
    return thalweg::cvb0_sweep(instructions, corpus.documents(),
                               {first, corpus.n_documents(), block_size, seconds}, model.prior(),
                               topics, {gamma.data()}, workers);
  }

  Progress iterate(const InstructionSet& instructions, const Floats& counts, Floats& next,
                   const Workers& workers) {
    Topics topics = model.topics();
    return thalweg::map_iteration(instructions, corpus.documents(), corpus.n_documents(),
                                  model.prior(), topics, counts.data(), next.data(), workers);
  }

  void check_counts_are_sums() const {
    std::vector<double> sums(model.scaled.size()), totals(model.stride);
    for (size_t row = 0; row < corpus.words.size(); ++row) {
      double total = 0;
      for (int64_t k = 0; k < model.stride; ++k) {
        const float value = gamma[row * model.stride + k];
        CHECK(value >= 0);
        total += value;
        sums[corpus.words[row] * model.stride + k] += double{corpus.counts[row]} * value;
        totals[k] += double{corpus.counts[row]} * value;
      }
      CHECK(std::abs(total - 1) < 1e-5);
    }
    for (size_t i = 0; i < sums.size(); ++i)
      CHECK(std::abs(model.scaled[i] - sums[i]) < 1e-4 * (1 + sums[i]));
    for (int64_t k = 0; k < model.stride; ++k)
      CHECK(std::abs(model.totals[k] - totals[k]) < 1e-4 * (1 + totals[k]));
  }
};

void cvb0_keeps_counts_and_gamma_in_step(const InstructionSet& instructions) {
  for (const int64_t n_topics : {1, 8, 9, 20, 65, 130}) {
    Trained trained(instructions, n_topics, 60, 40);
    trained.check_counts_are_sums();
    for (int sweep = 0; sweep < 3; ++sweep) {
      const Progress progress = trained.sweep(instructions, 16, threads(2));
      CHECK(progress.n_batches == 4);
      CHECK(progress.n_documents == 60);
      trained.check_counts_are_sums();
    }
  }
}

void cvb0_has_the_same_bits_on_any_number_of_threads(const InstructionSet& instructions) {
  for (const int64_t n_topics : {3, 20, 130}) {
    Trained one(instructions, n_topics, 400, 100);  // five groups of entries in a block of all
    for (int sweep = 0; sweep < 2; ++sweep) one.sweep(instructions, 400, threads(1));
    for (const int n_threads : {2, 3, 8}) {
      Trained many(instructions, n_topics, 400, 100);
      for (int sweep = 0; sweep < 2; ++sweep) many.sweep(instructions, 400, threads(n_threads));
      CHECK(same_bits(one.gamma, many.gamma));
      CHECK(one.model.same_counts(many.model));
    }
  }
}

void cvb0_goes_on_where_it_ran_out_of_time(const InstructionSet& instructions) {
  Trained whole(instructions, 20, 50, 30), parts(instructions, 20, 50, 30);
  whole.sweep(instructions, 8, threads(2));
  int64_t first = 0;
  while (first < 50) {
    const Progress progress = parts.sweep(instructions, 8, threads(2), first, 0);
    CHECK(progress.n_batches == 1);
    if (progress.n_batches != 1) return;
    first += progress.n_documents;
  }
  CHECK(same_bits(whole.gamma, parts.gamma));
  CHECK(whole.model.same_counts(parts.model));
}

void cvb0_cancelled_within_a_block_ends_it(const InstructionSet& instructions) {
  // It is asked after 20 ms, so the work must take longer with two threads, on any machine.
  using Clock = std::chrono::steady_clock;
  int64_t n_documents = 5000, per_block = 4000;
  Trained trained(instructions, 200, n_documents, 50);
  Trained expected = trained;
  for (Clock::time_point start = Clock::now();; start = Clock::now()) {
    expected.sweep(instructions, per_block, threads(1));
    if (Clock::now() - start > std::chrono::milliseconds(100) || n_documents > 100000) break;
    n_documents *= 2, per_block *= 2;
    trained = Trained(instructions, 200, n_documents, 50);
    expected = trained;
  }
  const Progress progress = trained.sweep(instructions, per_block, cancelled_when_asked);
  CHECK(progress.cancelled);
  CHECK(progress.n_documents == per_block || progress.n_documents == n_documents);
  trained.check_counts_are_sums();
  if (progress.n_documents < n_documents)
    trained.sweep(instructions, per_block, threads(1), progress.n_documents);
  CHECK(same_bits(expected.gamma, trained.gamma));
  CHECK(expected.model.same_counts(trained.model));
}

void map_has_the_same_bits_on_any_number_of_threads(const InstructionSet& instructions) {
  for (const int64_t n_topics : {1, 9, 20, 130}) {
    Trained one(instructions, n_topics, 900, 100);  // three groups
    Floats counts(900 * one.model.stride, 0.0f), next = counts;
    for (int64_t j = 0; j < 900; ++j)
      for (int64_t k = 0; k < n_topics; ++k)
        counts[j * one.model.stride + k] = static_cast<float>(1 + (j + k) % 7);
    const Progress progress = one.iterate(instructions, counts, next, threads(1));
    CHECK(progress.n_batches == 1);
    double tokens = 0;
    for (const float count : next) tokens += count;
    CHECK(std::abs(tokens / progress.n_tokens - 1) < 1e-5);
    CHECK(std::abs(one.model.sum_of_totals() / progress.n_tokens - 1) < 1e-5);
    for (const int n_threads : {2, 3, 8}) {
      Trained many(instructions, n_topics, 900, 100);
      Floats other(next.size(), -1.0f);
      many.iterate(instructions, counts, other, threads(n_threads));
      CHECK(same_bits(next, other));
      CHECK(one.model.same_counts(many.model));
    }
  }
}

void map_cancelled_leaves_the_iteration_before(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(40000, 50, n_words);  // far more than 20 ms of work
  Model model = random_model(n_words, 200);
  const Model before = model;
  const Floats counts(corpus.n_documents() * model.stride, 1.0f);
  Floats next = counts;
  Topics topics = model.topics();
  const Progress progress =
      thalweg::map_iteration(instructions, corpus.documents(), corpus.n_documents(), model.prior(),
                             topics, counts.data(), next.data(), cancelled_when_asked);
  CHECK(progress.cancelled);
  CHECK(progress.n_batches == 0);
  CHECK(model.same_counts(before));
}

}  // namespace

void batch_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ": ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(cvb0_keeps_counts_and_gamma_in_step);
  RUN(cvb0_has_the_same_bits_on_any_number_of_threads);
  RUN(cvb0_goes_on_where_it_ran_out_of_time);
  RUN(cvb0_cancelled_within_a_block_ends_it);
  RUN(map_has_the_same_bits_on_any_number_of_threads);
  RUN(map_cancelled_leaves_the_iteration_before);
#undef RUN
}
