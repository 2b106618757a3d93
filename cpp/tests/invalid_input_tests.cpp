// Documents whose numbers are wrong: refused, and no memory is touched that is not the core's.
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <thread>

#include "check.hpp"
#include "input_error.hpp"
#include "lda/batch/cvb0.hpp"
#include "lda/batch/map_em.hpp"
#include "lda/fixed_topics.hpp"
#include "lda/svb.hpp"
#include "model.hpp"

using thalweg::CountType;
using thalweg::Documents;
using thalweg::IndexType;
using thalweg::InputError;
using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::Topics;
using thalweg::Workspace;

namespace {

constexpr int64_t n_words = 500, n_documents = 40;
constexpr int64_t bad_document = 25;

bool throws_input_error(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError&) {
    return true;
  }
  return false;
}

// Every call that reads documents refuses these, of which document 25 is wrong.
void check_refused(const InstructionSet& instructions, const Corpus& good, const Documents& bad,
                   const std::string& what) {
  const Batches batches(n_documents, 10, 0.5, 1e4);
  for (const int n_threads : {1, 2}) {
    const Model before = random_model(n_words, 20);
    Model expected = before, model = before;
    train(instructions, expected, good.documents(), batches.run(0, 2), schedule(1));
    const Progress progress =
        train(instructions, model, bad, batches.run(), schedule(1), threads(n_threads));
    CHECK_OR_SAY(progress.failure != nullptr, what);
    CHECK_OR_SAY(progress.n_batches == 2 && progress.n_documents == 20, what);
    CHECK_OR_SAY(model.same_counts(expected), what);

    Topics topics = model.topics();
    Workspace workspace;
    const Progress svb = thalweg::train_svb(instructions, bad, batches.minibatches(0, 4), {3, 0},
                                            model.prior(), topics, threads(n_threads), workspace);
    CHECK_OR_SAY(svb.failure != nullptr && svb.n_batches == 2, what);

    std::vector<float> theta(n_documents * model.n_topics);
    CHECK_OR_SAY(throws_input_error([&] {
                   thalweg::infer(instructions, bad, n_documents, model.prior(), topics, {10, 0},
                                  theta.data(), threads(n_threads));
                 }),
                 what);
    std::vector<double> scores(n_documents);
    CHECK_OR_SAY(throws_input_error([&] {
                   thalweg::log_likelihood(instructions, good.documents(), bad, n_documents,
                                           model.prior(), topics, {10, 0}, scores.data(),
                                           threads(n_threads));
                 }),
                 what);
    Floats gamma(good.words.size() * model.stride, 0.0f);
    CHECK_OR_SAY(throws_input_error([&] {
                   thalweg::cvb0_sweep(instructions, bad, {0, n_documents, 10, 1e9}, model.prior(),
                                       topics, {gamma.data()}, threads(n_threads));
                 }),
                 what);
    CHECK_OR_SAY(throws_input_error([&] {
                   thalweg::count_responsibilities(instructions, bad, n_documents, {gamma.data()},
                                                   topics, threads(n_threads));
                 }),
                 what);
    Floats counts(n_documents * model.stride, 1.0f), next = counts;
    CHECK_OR_SAY(throws_input_error([&] {
                   thalweg::map_iteration(instructions, bad, n_documents, model.prior(), topics,
                                          counts.data(), next.data(), threads(n_threads));
                 }),
                 what);
  }
}

template <class Count>
void check_counts(const InstructionSet& instructions, CountType type,
                  const std::vector<Count>& wrong) {
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  for (const Count value : wrong) {
    std::vector<Count> counts(corpus.counts.begin(), corpus.counts.end());
    counts[corpus.offsets[bad_document] + 7] = value;
    Documents documents = corpus.documents();
    documents.counts = counts.data();
    documents.count_type = type;
    check_refused(instructions, corpus, documents, "count " + std::to_string(value));
  }
}

void counts_that_are_none_are_refused(const InstructionSet& instructions) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  check_counts<float>(instructions, CountType::float32,
                      {nan, -nan, infinity, -infinity, -1, -1e-30f, 1e30f, 16777218});
  check_counts<double>(instructions, CountType::float64, {nan, infinity, -1e300, 1e300, 16777217});
  check_counts<int32_t>(instructions, CountType::int32, {-1, 16777217, INT32_MAX, INT32_MIN});
  check_counts<int64_t>(instructions, CountType::int64, {-1, 16777217, INT64_MAX, INT64_MIN});
}

void words_that_no_vocabulary_has_are_refused(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  const int64_t place = corpus.offsets[bad_document] + 7;
  for (const int32_t word : {int32_t{n_words}, -1, INT32_MAX, INT32_MIN}) {
    Corpus bad = corpus;
    bad.words[place] = word;
    check_refused(instructions, corpus, bad.documents(), "word " + std::to_string(word));
  }
  const int64_t aliases_of_0 = int64_t{1} << 32;
  for (const int64_t word : {aliases_of_0, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    std::vector<int64_t> words(corpus.words.begin(), corpus.words.end());
    words[place] = word;
    Documents documents = corpus.documents();
    documents.words = words.data();
    documents.word_type = IndexType::int64;
    check_refused(instructions, corpus, documents, "word " + std::to_string(word));
  }
}

void rows_outside_of_the_arrays_are_refused(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  for (const int64_t offset : {int64_t{-1}, corpus.offsets.back() + 1, INT64_MAX, INT64_MIN}) {
    Corpus bad = corpus;
    bad.offsets[bad_document] = offset;
    const Documents documents = bad.documents();
    CHECK(throws_input_error([&] { documents.row(bad_document); }));
    CHECK(throws_input_error([&] { documents.row(bad_document - 1); }));
    Model model = random_model(n_words, 20);
    CHECK(
        train(instructions, model, documents, Batches(n_documents, 10, 0.5, 1e4).run(), schedule())
            .failure != nullptr);
  }
  for (const int64_t document : {int64_t{-1}, n_documents, INT64_MAX, INT64_MIN}) {
    Batches batches(n_documents, 10, 0.5, 1e4);
    batches.order[15] = document;
    Model model = random_model(n_words, 20);
    const Progress progress =
        train(instructions, model, corpus.documents(), batches.run(), schedule());
    CHECK(progress.failure != nullptr && progress.n_batches == 1);
  }
}

void kept_clocks_that_are_none_are_refused(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  for (const double clock : {std::nan(""), -5.0, -1e300, 1e300}) {
    Model model = random_model(n_words, 20);
    std::vector<float> kept(n_documents * model.stride, 1.0f);
    std::vector<double> clocks(n_documents, 3.0);
    clocks[bad_document] = clock;
    Topics topics = model.topics();
    Workspace workspace;
    const Progress progress = thalweg::train(
        instructions, corpus.documents(), Batches(n_documents, 10, 0.5, 1e4).run(), schedule(1),
        model.prior(), topics, topics, {kept.data(), clocks.data()}, threads(2), workspace);
    CHECK(progress.failure != nullptr && progress.n_batches == 2);
  }
}

void burn_in_that_no_memory_holds_throws(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  for (const double passes : {1e18, 1e300, std::numeric_limits<double>::infinity()}) {
    Model model = random_model(n_words, 20);
    bool thrown = false;
    try {
      train(instructions, model, corpus.documents(), Batches(n_documents, 10, 0.5, 1e4).run(),
            schedule(passes));
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    CHECK(thrown);
  }
}

// The workspace outlives a refused call.
void the_workspace_is_as_good_as_new_after_a_refusal(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  Corpus bad = corpus;
  bad.words[corpus.offsets[bad_document] + 7] = n_words;
  const Batches batches(n_documents, 10, 0.5, 1e4);
  Model model = random_model(n_words, 20), expected = model;
  Topics topics = model.topics();
  Workspace workspace;
  const auto run = [&](const Corpus& documents, const Batches& chosen) {
    return thalweg::train(instructions, documents.documents(), chosen.run(), schedule(1),
                          model.prior(), topics, topics, {}, threads(2), workspace);
  };
  Batches only_bad(0, 10, 0.5, 1e4);
  only_bad.order.push_back(bad_document);
  only_bad.end(0.5, 1e4);
  CHECK(run(bad, only_bad).failure != nullptr);
  run(corpus, batches);
  train(instructions, expected, corpus.documents(), batches.run(), schedule(1));
  CHECK(model.same_counts(expected));
}

}  // namespace

void invalid_input_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ": ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(counts_that_are_none_are_refused);
  RUN(words_that_no_vocabulary_has_are_refused);
  RUN(rows_outside_of_the_arrays_are_refused);
  RUN(kept_clocks_that_are_none_are_refused);
  RUN(burn_in_that_no_memory_holds_throws);
  RUN(the_workspace_is_as_good_as_new_after_a_refusal);
#undef RUN
}
