// Words that a minibatch visits once: their counts change at the visit, without a row in a table.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "lda/documents/block.hpp"
#include "model.hpp"

using thalweg::Block;
using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::SharedWords;
using thalweg::Topics;
using thalweg::WordRows;
using thalweg::Workspace;

namespace {

// 5,000 rows of 104 floats do not fit a second-level cache, and of 8,000 entries in a minibatch a
// quarter have a word that no other has.
constexpr int64_t n_words = 5000, n_topics = 100, n_documents = 320;

Corpus corpus_of_rare_words() { return random_corpus(n_documents, 50, n_words); }

// A prior with a list of masked pairs that is empty: every word gets a row.
Model through_tables(Model model) {
  model.masked.offsets.assign(n_words + 1, 0);
  return model;
}

// The same operations on the same numbers; only N^Z is added up in another order.
void counts_have_the_bits_that_tables_give(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  const Batches batches(160, 160, 0.5, 1e5);
  Model direct = random_model(n_words, n_topics), tables = through_tables(direct);
  const Model before = direct;
  for (const bool clumped : {true, false}) {
    train(instructions, direct, corpus.documents(), batches.run(), schedule(0.5, clumped));
    train(instructions, tables, corpus.documents(), batches.run(), schedule(0.5, clumped));
    CHECK(same_bits(direct.scaled, tables.scaled));
    CHECK(same_bits(direct.scale, tables.scale));
    CHECK(!same_bits(direct.totals, tables.totals));  // or nothing was direct
    for (int64_t k = 0; k < n_topics; ++k)
      CHECK(std::abs(direct.totals[k] - tables.totals[k]) < 1e-6 * tables.totals[k]);
    direct = before;
    tables = through_tables(before);
  }
}

void any_number_of_threads_gives_the_same_bits(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  const Batches batches(n_documents, 110, 0.5, 1e5);
  Model alone = random_model(n_words, n_topics);
  const Model before = alone;
  train(instructions, alone, corpus.documents(), batches.run(), schedule(1));
  for (const int n_threads : {2, 3, 8}) {
    Model model = before;
    train(instructions, model, corpus.documents(), batches.run(), schedule(1), threads(n_threads));
    CHECK_OR_SAY(model.same_counts(alone), std::to_string(n_threads) + " threads");
  }
}

void calls_can_be_cut_anywhere_and_a_workspace_reused(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  const Batches batches(n_documents, 80, 0.3, 1e4);
  Model whole = random_model(n_words, n_topics), cut = whole;
  train(instructions, whole, corpus.documents(), batches.run(), schedule(1));
  Topics topics = cut.topics();
  Workspace workspace;
  for (int64_t b = 0; b < batches.size(); ++b)
    thalweg::train(instructions, corpus.documents(), batches.run(b, b + 1), schedule(1),
                   cut.prior(), topics, topics, {}, threads(static_cast<int>(b % 3) + 1),
                   workspace);
  CHECK(whole.same_counts(cut));
}

// Steps of 0.99 fold the scale into the counts every few minibatches.
void totals_stay_the_sums_of_the_counts(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  Batches batches;
  batches.current_tokens = 1e5;
  for (int64_t b = 0; b < 12; ++b) {
    for (int64_t j = 0; j < 80; ++j) batches.order.push_back((80 * b + j) % n_documents);
    batches.end(0.99, 1e5);
  }
  Model model = random_model(n_words, n_topics);
  train(instructions, model, corpus.documents(), batches.run(), schedule(), threads(2));
  for (int64_t k = 0; k < n_topics; ++k) {
    double sum = 0;
    for (int64_t w = 0; w < n_words; ++w) sum += model.count(w, k);
    CHECK(model.scale[k] >= 1e-15);
    CHECK_OR_SAY(std::abs(sum - model.totals[k]) < 1e-5 * model.totals[k], std::to_string(sum));
  }
}

void fixed_topics_stay_as_they_are(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  const Batches batches(160, 160, 0.5, 1e5);
  const Model before = random_model(n_words, n_topics);
  Model fixed = before, counted = before, expected = before;
  Topics topics = counted.topics();
  Workspace workspace;
  thalweg::train(instructions, corpus.documents(), batches.run(), schedule(1), counted.prior(),
                 fixed.topics(), topics, {}, threads(2), workspace);
  CHECK(fixed.same_counts(before));
  train(instructions, expected, corpus.documents(), batches.run(), schedule(1));
  CHECK(counted.same_counts(expected));  // one minibatch: the topics are those it started with
}

void locked_topics_stay_bit_for_bit(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  Model model = random_model(n_words, n_topics);
  model.locked.assign(model.stride, 0);
  model.locked[3] = 1;
  const Model before = model;
  train(instructions, model, corpus.documents(), Batches(n_documents, 80, 0.5, 1e5).run(),
        schedule());
  bool changed = false;
  for (int64_t w = 0; w < n_words; ++w) {
    CHECK(model.count(w, 3) == before.count(w, 3));
    changed |= model.count(w, 4) != before.count(w, 4);
  }
  CHECK(changed);
  CHECK(model.totals[3] == before.totals[3]);
}

// A minibatch that has begun to change counts is brought to its end.
void cancelled_training_keeps_whole_minibatches(const InstructionSet& instructions) {
  const Corpus corpus = corpus_of_rare_words();
  Batches batches;
  batches.current_tokens = 1e5;
  for (int64_t b = 0; b < 4000; ++b) {  // far more than 20 ms of work
    for (int64_t j = 0; j < 80; ++j) batches.order.push_back((80 * b + j) % n_documents);
    batches.end(0.01, 1e5);
  }
  for (const int n_threads : {1, 2}) {
    Model model = random_model(n_words, n_topics), expected = model;
    const Progress progress = train(instructions, model, corpus.documents(), batches.run(),
                                    schedule(1), {n_threads, [] { return true; }});
    CHECK(progress.cancelled);
    CHECK(progress.n_batches < batches.size());
    train(instructions, expected, corpus.documents(), batches.run(0, progress.n_batches),
          schedule(1));
    CHECK(model.same_counts(expected));
  }
}

// Words 0 to 9 in document 0 of block 0, words 5 to 14 in block 1, word 2 a second time in block 0.
void only_words_of_one_visit_in_one_block_are_direct() {
  Corpus corpus;
  for (int32_t w = 0; w < 10; ++w) corpus.add(w, 1);
  corpus.end_document();
  corpus.add(2, 1);
  corpus.end_document();
  for (int32_t w = 5; w < 15; ++w) corpus.add(w, 2);
  corpus.end_document();
  WordRows rows;
  rows.reserve(15);
  thalweg::StepSizesByLength steps;
  Block first(8), second(8);
  SharedWords shared;
  for (int repeat = 0; repeat < 2; ++repeat) {
    first.begin();
    second.begin();
    for (int64_t j = 0; j < 2; ++j) first.add(corpus.documents(), j, schedule(), j, 0, rows, steps);
    first.end(rows, true);
    second.add(corpus.documents(), 2, schedule(), 2, 0, rows, steps);
    second.end(rows, true);
    shared.begin(15);
    shared.add(first.words(), first.n_words());
    shared.add(second.words(), second.n_words());
    std::vector<uint32_t> before;
    for (int64_t i = 0; i < 10; ++i) before.push_back(first.words()[first.sweep(0).visits[i].row]);

    first.make_single_visits_direct(shared);
    CHECK(first.n_words() == 10);
    CHECK(first.n_rows() == 6);  // 2, and 5 to 9
    std::vector<uint32_t> direct(first.words() + first.n_rows(), first.words() + first.n_words());
    std::sort(direct.begin(), direct.end());
    CHECK((direct == std::vector<uint32_t>{0, 1, 3, 4}));
    for (int64_t i = 0; i < 10; ++i)
      CHECK(first.words()[first.sweep(0).visits[i].row] == before[i]);
    int64_t n_striped = 0;
    for (int s = 0; s < thalweg::n_stripes; ++s) {
      const Block::Stripe stripe = first.stripe(s);
      for (int64_t i = 0; i < stripe.n_rows; ++i, ++n_striped)
        CHECK(stripe.words[i] == first.words()[stripe.rows[i]]);
    }
    CHECK(n_striped == first.n_rows());
  }
}

}  // namespace

void direct_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ", direct words: ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(counts_have_the_bits_that_tables_give);
  RUN(any_number_of_threads_gives_the_same_bits);
  RUN(calls_can_be_cut_anywhere_and_a_workspace_reused);
  RUN(totals_stay_the_sums_of_the_counts);
  RUN(fixed_topics_stay_as_they_are);
  RUN(locked_topics_stay_bit_for_bit);
  RUN(cancelled_training_keeps_whole_minibatches);
#undef RUN
  check::test("only_words_of_one_visit_in_one_block_are_direct",
              only_words_of_one_visit_in_one_block_are_direct);
}
