// Stochastic VB: what holds for any corpus, where a sanitizer can watch, and its exp(digamma). That
// training computes what the reference computes is shown in Python.
#include <algorithm>
#include <cmath>
#include <string>

#include "check.hpp"
#include "golden.hpp"
#include "lda/svb.hpp"
#include "model.hpp"

using thalweg::DocumentPasses;
using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::Topics;
using thalweg::Workspace;

namespace {

constexpr int64_t n_words = 2000;

// `corpus_tokens` of the batches stands for the number of documents of the corpus.
Progress train_svb(const InstructionSet& instructions, Model& model, const Corpus& corpus,
                   const Batches& batches, const DocumentPasses& passes,
                   const thalweg::Workers& workers = threads(1)) {
  Topics topics = model.topics();
  Workspace workspace;
  return thalweg::train_svb(instructions, corpus.documents(),
                            batches.minibatches(0, batches.size()), passes, model.prior(), topics,
                            workers, workspace);
}

// exp(digamma(x)) of a row, up to a common factor: P of one word whose counts are x, without eta
// and with scale and factor one.
Floats exp_digamma(const InstructionSet& instructions, const golden::DigammaRow& row) {
  const Floats counts(row.values, row.values + row.n), ones(row.n, 1.0f);
  Floats table(2 * row.n);
  const float eta = 0;
  const uint32_t word = 0;
  instructions.svb.gather({table.data(), 2 * row.n, row.n}, {counts.data(), &eta, false},
                          ones.data(), ones.data(), &word, 1);
  table.resize(row.n);
  return table;
}

// Logarithms of a row's values less that of the largest: computed, and by the reference.
void check_digamma_ratios(const InstructionSet& instructions, const golden::DigammaRow& row,
                          double tolerance) {
  const Floats computed = exp_digamma(instructions, row);
  const double largest = *std::max_element(computed.begin(), computed.end());
  const double expected_largest = *std::max_element(row.digamma, row.digamma + row.n);
  for (int64_t i = 0; i < row.n; ++i)
    CHECK_OR_SAY(std::abs(std::log(computed[i] / largest) - (row.digamma[i] - expected_largest)) <=
                     tolerance,
                 "digamma(" + std::to_string(row.values[i]) + ")");
}

void exp_digamma_matches_the_reference_to_five_digits(const InstructionSet& instructions) {
  for (const golden::DigammaRow& row : golden::digamma_rows)
    if (row.values[0] >= 0.01f) check_digamma_ratios(instructions, row, 1e-5);
}

// Values of four and more have no factor to take out.
void exp_digamma_of_a_row_with_a_large_value_is_not_rescaled(const InstructionSet& instructions) {
  for (const golden::DigammaRow& row : golden::digamma_rows) {
    if (row.values[row.n - 1] < 4) continue;
    const Floats computed = exp_digamma(instructions, row);
    for (int64_t i = 0; i < row.n; ++i)
      CHECK(std::abs(computed[i] / std::exp(row.digamma[i]) - 1) <= 1e-5);
  }
}

// The logarithm of exp(digamma(0.001)) is -1000: its rounding is 6e-5.
void exp_digamma_of_tiny_values_is_exact_in_its_logarithm(const InstructionSet& instructions) {
  for (const golden::DigammaRow& row : golden::digamma_rows)
    if (row.values[0] < 0.01f) check_digamma_ratios(instructions, row, 2 * 6e-5);
}

// Minibatches of 3000, 100 and 10 documents of 50 words: several blocks, two blocks and one.
void any_number_of_threads_gives_the_same_bits(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(3000, 50, n_words);
  Batches batches(3000, 3000, 0.5, 3000);
  for (const int64_t n : {100, 10}) {
    for (int64_t j = 0; j < n; ++j) batches.order.push_back(7 * j);
    batches.end(0.5, 3000);
  }
  for (const int64_t n_topics : {1, 20, 130}) {
    Model alone = random_model(n_words, n_topics);
    train_svb(instructions, alone, corpus, batches, {4, 0.2});
    for (const int n_threads : {2, 3, 8}) {
      Model model = random_model(n_words, n_topics);
      train_svb(instructions, model, corpus, batches, {4, 0.2}, threads(n_threads));
      CHECK_OR_SAY(model.same_counts(alone),
                   std::to_string(n_topics) + " topics, " + std::to_string(n_threads) + " threads");
    }
  }
}

void calls_can_be_cut_anywhere_and_a_workspace_reused(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(400, 50, n_words);
  const Batches batches(400, 40, 0.3, 400);
  Model whole = random_model(n_words, 20), cut = whole;
  train_svb(instructions, whole, corpus, batches, {2, 0});
  Topics topics = cut.topics();
  Workspace workspace;
  for (int64_t b = 0; b < batches.size(); ++b)
    thalweg::train_svb(instructions, corpus.documents(), batches.minibatches(b, b + 1), {2, 0},
                       cut.prior(), topics, threads(static_cast<int>(b % 3) + 1), workspace);
  CHECK(whole.same_counts(cut));
}

// No token is lost: (1 - rho) of the old counts stay, and rho D / |M| of the new ones are added.
void tokens_are_neither_lost_nor_made(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(60, 40, n_words);
  double n_tokens = 0;
  for (const float count : corpus.counts) n_tokens += count;
  for (int64_t n_topics = 1; n_topics <= 140; n_topics += n_topics < 40 ? 1 : 8) {
    Model model = random_model(n_words, n_topics);
    const double before = model.sum_of_totals();
    train_svb(instructions, model, corpus, Batches(60, 60, 0.25, 300), {3, 0});
    const double expected = 0.75 * before + 0.25 * (300.0 / 60) * n_tokens;
    CHECK_OR_SAY(std::abs(model.sum_of_totals() - expected) < 1e-5 * expected,
                 std::to_string(n_topics) + " topics");
    double sum = 0;
    for (int64_t w = 0; w < n_words; ++w)
      for (int64_t k = 0; k < model.stride; ++k) sum += model.scaled[w * model.stride + k];
    CHECK(std::abs(0.75 * sum - expected) < 1e-4 * expected);
  }
}

// eta so small that no float holds exp(digamma(eta)), and words without any count.
void vanishing_priors_give_finite_counts(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(40, 30, n_words);
  for (const float tiny : {1e-2f, 1e-4f, 1e-20f, 1e-38f}) {
    Model model = random_model(n_words, 13);
    std::fill(model.scaled.begin(), model.scaled.end(), 0.0f);
    std::fill_n(model.scaled.begin(), model.n_topics, 5.0f);
    std::fill_n(model.alpha.begin(), model.n_topics, tiny);
    model.eta = {tiny};
    model.complete();
    train_svb(instructions, model, corpus, Batches(40, 10, 0.5, 40), {3, 0});
    bool finite = true;
    for (const float scaled : model.scaled) finite = finite && std::isfinite(scaled);
    CHECK_OR_SAY(finite, std::to_string(tiny));
    CHECK(model.sum_of_totals() > 40);
  }
}

void documents_of_every_length_are_read_within_bounds(const InstructionSet& instructions) {
  Corpus corpus;
  for (int32_t length = 0; length < 12; ++length) {
    for (int32_t i = 0; i < length; ++i) corpus.add(i * 7, 0.5f + static_cast<float>(i));
    corpus.end_document();
  }
  Model model = random_model(n_words, 9);
  const Progress progress = train_svb(instructions, model, corpus, Batches(12, 5, 0.5, 12), {2, 0});
  CHECK(progress.n_batches == 3);
  CHECK(progress.n_documents == 12);
  CHECK(progress.n_visits == 3 * 66);
}

void documents_without_tokens_only_let_counts_decay(const InstructionSet& instructions) {
  Corpus corpus;
  for (int j = 0; j < 5; ++j) corpus.end_document();
  Model model = random_model(n_words, 20), untouched = model;
  Batches batches(5, 5, 0.25, 100);
  batches.end(0.5, 100);  // a minibatch without documents
  const Progress progress = train_svb(instructions, model, corpus, batches, {1, 0});
  CHECK(progress.n_batches == 2);
  CHECK(progress.n_tokens == 0);
  CHECK(model.totals[3] == 0.75 * untouched.totals[3]);
  CHECK(same_bits(model.scaled, untouched.scaled));
}

void a_tolerance_ends_the_passes(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(50, 40, n_words);
  const Batches batches(50, 50, 0.5, 50);
  const auto visits = [&](const DocumentPasses& passes) {
    Model model = random_model(n_words, 20);
    return train_svb(instructions, model, corpus, batches, passes).n_visits;
  };
  CHECK(visits({50, 0}) == 51 * 50 * 40);
  CHECK(visits({50, 1e9}) == 2 * 50 * 40);
  CHECK(visits({50, 0.5}) < visits({50, 0.01}));
  CHECK(visits({50, 0.01}) < visits({50, 0}));
}

void cancelled_within_a_minibatch_leaves_everything_as_it_was(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(2000, 50, n_words);
  for (const int n_threads : {1, 2}) {
    Model model = random_model(n_words, 200);
    const Model before = model;
    const Progress progress = train_svb(instructions, model, corpus, Batches(2000, 2000, 0.5, 2000),
                                        {1000, 0}, {n_threads, [] { return true; }});
    CHECK(progress.cancelled);
    CHECK(progress.n_batches == 0);
    CHECK(model.same_counts(before));
  }
}

void time_out_stops_after_a_minibatch(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(50, 50, n_words);
  Batches batches(50, 10, 0.5, 50);
  batches.seconds = 0;
  Model model = random_model(n_words, 20);
  const Progress progress = train_svb(instructions, model, corpus, batches, {1, 0});
  CHECK(progress.n_batches == 1);
  CHECK(!progress.cancelled);
}

}  // namespace

void svb_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ", SVB: ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(exp_digamma_matches_the_reference_to_five_digits);
  RUN(exp_digamma_of_a_row_with_a_large_value_is_not_rescaled);
  RUN(exp_digamma_of_tiny_values_is_exact_in_its_logarithm);
  RUN(any_number_of_threads_gives_the_same_bits);
  RUN(calls_can_be_cut_anywhere_and_a_workspace_reused);
  RUN(tokens_are_neither_lost_nor_made);
  RUN(vanishing_priors_give_finite_counts);
  RUN(documents_of_every_length_are_read_within_bounds);
  RUN(documents_without_tokens_only_let_counts_decay);
  RUN(a_tolerance_ends_the_passes);
  RUN(cancelled_within_a_minibatch_leaves_everything_as_it_was);
  RUN(time_out_stops_after_a_minibatch);
#undef RUN
}
