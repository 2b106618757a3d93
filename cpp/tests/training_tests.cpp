// What training and inference promise for any corpus: the same bits on any number of threads and
// from any number type, locked topics that stay as they are, pairs that stay zero.
#include <algorithm>
#include <cmath>
#include <string>

#include "check.hpp"
#include "lda/fixed_topics.hpp"
#include "model.hpp"

using thalweg::CountType;
using thalweg::Documents;
using thalweg::IndexType;
using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::Topics;
using thalweg::Workspace;

namespace {

constexpr int64_t n_words = 2000;
constexpr thalweg::Convergence convergence{5, 1e-3};

// All that a call computes.
struct Outcome {
  Model model;
  std::vector<float> kept_counts;
  std::vector<double> kept_clocks;
  std::vector<float> theta;
  std::vector<double> log_likelihood;

  bool same_as(const Outcome& other) const {
    return model.same_counts(other.model) && same_bits(kept_counts, other.kept_counts) &&
           same_bits(kept_clocks, other.kept_clocks) && same_bits(theta, other.theta) &&
           same_bits(log_likelihood, other.log_likelihood);
  }
};

Outcome everything(const InstructionSet& instructions, int64_t n_topics, const Corpus& corpus,
                   const Batches& batches, int n_threads) {
  const int64_t n_documents = corpus.n_documents();
  const int64_t n_inferred = std::min<int64_t>(n_documents, 600);
  Outcome made{random_model(n_words, n_topics), {}, {}, {}, {}};
  Model& model = made.model;
  made.kept_counts.assign(n_documents * model.stride, 0.0f);
  made.kept_clocks.assign(n_documents, 0.0);
  made.theta.resize(n_inferred * n_topics);
  made.log_likelihood.resize(n_inferred);
  const Documents documents = corpus.documents();
  Topics topics = model.topics();
  Workspace workspace;
  thalweg::train(instructions, documents, batches.run(), schedule(0.5), model.prior(), topics,
                 topics, {made.kept_counts.data(), made.kept_clocks.data()}, threads(n_threads),
                 workspace);
  CHECK(thalweg::infer(instructions, documents, n_inferred, model.prior(), topics, convergence,
                       made.theta.data(), threads(n_threads)));
  CHECK(thalweg::log_likelihood(instructions, documents, documents, n_inferred, model.prior(),
                                topics, convergence, made.log_likelihood.data(),
                                threads(n_threads)));
  return made;
}

// Minibatches of 3000, 100 and 10 documents of 50 words: several blocks, two blocks and one.
void any_number_of_threads_gives_the_same_bits(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(3000, 50, n_words);
  Batches batches(3000, 3000, 0.5, 1e5);
  for (const int64_t n : {100, 10}) {
    for (int64_t j = 0; j < n; ++j) batches.order.push_back(7 * j);
    batches.end(0.5, 1e5);
  }
  for (const int64_t n_topics : {20, 130}) {
    const Outcome alone = everything(instructions, n_topics, corpus, batches, 1);
    // (1 - 0.5)^3 of what the sum was away from C is left.
    const double start = random_model(n_words, n_topics).sum_of_totals();
    CHECK(std::abs(alone.model.sum_of_totals() - (1e5 + (start - 1e5) / 8)) < 1);
    for (const int n_threads : {2, 3, 8})
      CHECK_OR_SAY(alone.same_as(everything(instructions, n_topics, corpus, batches, n_threads)),
                   std::to_string(n_topics) + " topics, " + std::to_string(n_threads) + " threads");
  }
}

// Words with a single visit in a block have no row of P, unless the prior has pairs. A pair that
// adds nothing keeps all rows, and must not change a bit.
void words_with_a_single_visit_are_counted_to_the_same_bits(const InstructionSet& instructions) {
  for (const int64_t n_topics : {57, 64, 100, 129}) {
    for (const int64_t length : {1, 7, 50}) {
      const Corpus corpus = random_corpus(400, length, n_words);
      const Batches batches(400, 120, 0.3, 1e4);
      for (const bool clumped : {true, false}) {
        Model apart = random_model(n_words, n_topics), together = apart;
        together.added.offsets.assign(n_words + 1, 1);
        together.added.offsets[0] = 0;
        together.added.topics = {3};
        together.added.values = {0};
        const auto steps = schedule(0.7, clumped);
        train(instructions, apart, corpus.documents(), batches.run(), steps, threads(2));
        train(instructions, together, corpus.documents(), batches.run(), steps);
        CHECK_OR_SAY(apart.same_counts(together), std::to_string(n_topics) + " topics");
      }
    }
  }
}

void calls_can_be_cut_anywhere_and_a_workspace_reused(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(400, 50, n_words);
  const Batches batches(400, 40, 0.3, 1e4);
  Model whole = random_model(n_words, 20), cut = whole;
  train(instructions, whole, corpus.documents(), batches.run(), schedule(1));
  Topics topics = cut.topics();
  Workspace workspace;
  for (int64_t b = 0; b < batches.size(); ++b) {
    const int n_threads = static_cast<int>(b % 3) + 1;
    thalweg::train(instructions, corpus.documents(), batches.run(b, b + 1), schedule(1),
                   cut.prior(), topics, topics, {}, threads(n_threads), workspace);
  }
  CHECK(whole.same_counts(cut));
}

// Blocks of a minibatch that three processes count, and that are added up in their order, have the
// bits of training.
void blocks_that_were_counted_elsewhere_have_the_same_bits(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(6000, 50, n_words);
  const Batches batches(6000, 3000, 0.3, 1e5);
  const Documents documents = corpus.documents();
  for (const int64_t n_topics : {20, 100})
    for (const bool with_lock : {false, true}) {
      Model whole = random_model(n_words, n_topics);
      if (with_lock) whole.locked.assign(whole.stride, 0), whole.locked[3] = 1;
      Model parts = whole;
      train(instructions, whole, documents, batches.run(), schedule(0.5));
      Topics topics = parts.topics();
      for (int64_t b = 0; b < batches.size(); ++b) {
        const thalweg::Scvb0Run run = batches.run(b, b + 1);
        const int64_t first = batches.offsets[b], n = batches.offsets[b + 1] - first;
        const auto n_blocks = static_cast<int64_t>(
            thalweg::cut_into_blocks(documents, batches.order.data() + first, n).size());
        CHECK(n_blocks >= 3);
        std::vector<std::vector<uint32_t>> words;
        std::vector<thalweg::AlignedFloats> counts(n_blocks);
        std::vector<thalweg::CountedRows> counted;
        double tokens = 0;
        for (int64_t process = 0; process < 3; ++process) {
          const int64_t from = process * n_blocks / 3, to = (process + 1) * n_blocks / 3;
          Workspace workspace;
          thalweg::count_blocks(instructions, documents, run, schedule(0.5), parts.prior(), topics,
                                from, to, threads(2), workspace);
          for (int64_t i = 0; i < to - from; ++i) {
            const thalweg::Block& block = *workspace.blocks[i];
            words.emplace_back(block.n_words());
            float* rows = counts[from + i].reserve(block.n_words() * parts.stride);
            thalweg::write_counted(block, words.back().data(), rows);
            counted.push_back({nullptr, rows, block.n_words()});
            tokens += block.n_tokens();
          }
        }
        for (size_t i = 0; i < counted.size(); ++i) counted[i].words = words[i].data();
        thalweg::apply_counted(instructions, topics, parts.prior().locked, counted, 1, 0.3,
                               1e5 / tokens, threads(2), {});
      }
      CHECK(whole.same_counts(parts));
    }
}

// Ten minibatches whose steps make the counts their running mean: what one of all of them counts.
void minibatches_under_fixed_topics_add_up_to_one_of_all(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(400, 50, n_words);
  Batches batches(400, 40, 1, 1e4);
  double seen = 0;
  for (int64_t b = 0; b < batches.size(); ++b) {
    double tokens = 0;
    for (int64_t i = corpus.offsets[40 * b]; i < corpus.offsets[40 * (b + 1)]; ++i)
      tokens += corpus.counts[i];
    seen += tokens;
    batches.steps[b] = tokens / seen;
  }
  const Model before = random_model(n_words, 20);
  Model fixed = before, whole = before, counted = before;
  train(instructions, whole, corpus.documents(), Batches(400, 400, 1, 1e4).run(), schedule(1));
  Topics topics = counted.topics();
  Workspace workspace;
  thalweg::train(instructions, corpus.documents(), batches.run(), schedule(1), counted.prior(),
                 fixed.topics(), topics, {}, threads(2), workspace);
  CHECK(fixed.same_counts(before));
  double difference = 0, total = 0;
  for (int64_t k = 0; k < whole.n_topics; ++k) {
    CHECK(std::abs(counted.totals[k] - whole.totals[k]) < 1e-5 * whole.totals[k]);
    for (int64_t w = 0; w < n_words; ++w) {
      difference += std::abs(counted.count(w, k) - whole.count(w, k));
      total += whole.count(w, k);
    }
  }
  CHECK(difference < 1e-5 * total);
}

template <class Count>
void same_with_counts(const InstructionSet& instructions, const Corpus& corpus,
                      CountType count_type, const Batches& batches, const Model& expected) {
  const std::vector<Count> counts(corpus.counts.begin(), corpus.counts.end());
  const std::vector<int64_t> wide_words(corpus.words.begin(), corpus.words.end());
  const auto same = [&](const void* words, IndexType index_type) {
    Model model = random_model(n_words, 20);
    const Documents documents{
        corpus.offsets.data(), words, counts.data(), index_type, count_type, corpus.n_documents(),
        corpus.offsets.back()};
    train(instructions, model, documents, batches.run(), schedule(0.5));
    return model.same_counts(expected);
  };
  const std::string type = "count type " + std::to_string(static_cast<int>(count_type));
  CHECK_OR_SAY(same(corpus.words.data(), IndexType::int32), type);
  CHECK_OR_SAY(same(wide_words.data(), IndexType::int64), type);
}

void all_number_types_give_the_same_bits(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(100, 50, n_words);
  const Batches batches(100, 60, 0.5, 1e4);
  Model expected = random_model(n_words, 20);
  train(instructions, expected, corpus.documents(), batches.run(), schedule(0.5));
  same_with_counts<float>(instructions, corpus, CountType::float32, batches, expected);
  same_with_counts<double>(instructions, corpus, CountType::float64, batches, expected);
  same_with_counts<int32_t>(instructions, corpus, CountType::int32, batches, expected);
  same_with_counts<int64_t>(instructions, corpus, CountType::int64, batches, expected);
  same_with_counts<uint8_t>(instructions, corpus, CountType::uint8, batches, expected);
  same_with_counts<uint16_t>(instructions, corpus, CountType::uint16, batches, expected);
}

void stored_zeros_count_for_nothing(const InstructionSet& instructions) {
  const Corpus plain = random_corpus(30, 20, n_words);
  Corpus with_zeros;
  for (int64_t j = 0; j < plain.n_documents(); ++j) {
    for (int64_t i = plain.offsets[j]; i < plain.offsets[j + 1]; ++i) {
      if (i % 3 == 0) with_zeros.add(static_cast<int32_t>(n_words - 1 - i), 0);
      with_zeros.add(plain.words[i], plain.counts[i]);
    }
    with_zeros.end_document();
  }
  const Batches batches(30, 10, 0.5, 1e4);
  for (const bool clumped : {true, false}) {
    Model a = random_model(n_words, 20), b = a;
    train(instructions, a, plain.documents(), batches.run(), schedule(1, clumped));
    train(instructions, b, with_zeros.documents(), batches.run(), schedule(1, clumped));
    CHECK(a.same_counts(b));
  }
}

// N^Phi of a topic as the caller reads it: in floats.
std::vector<float> column(const Model& model, int64_t k) {
  std::vector<float> counts(model.n_words);
  for (int64_t w = 0; w < model.n_words; ++w)
    counts[w] = static_cast<float>(model.scale[k]) * model.scaled[w * model.stride + k];
  return counts;
}

void locked_topics_stay_bit_for_bit(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(200, 50, n_words);
  // 0.9 twenty times, so that scales are folded, then 1.
  Batches batches(200, 10, 0.9, 1e4);
  batches.steps.back() = 1;
  for (const double locked_scale : {1.0, 0.3}) {
    Model model = random_model(n_words, 20);
    model.locked.assign(model.stride, 0);
    for (const int64_t k : {0, 7, 19}) {
      model.locked[k] = 1;
      model.scale[k] = locked_scale;
    }
    model.complete();
    const Model before = model;
    train(instructions, model, corpus.documents(), batches.run(), schedule(1), threads(2));
    for (int64_t k = 0; k < model.n_topics; ++k) {
      const bool still =
          same_bits(column(model, k), column(before, k)) && model.totals[k] == before.totals[k];
      CHECK_OR_SAY(still == (model.locked[k] == 1), "topic " + std::to_string(k));
    }
  }
}

Pairs pairs_of(int64_t n_pairs_words, const std::vector<std::pair<int64_t, int32_t>>& sorted) {
  Pairs pairs;
  pairs.offsets.assign(n_pairs_words + 1, 0);
  for (const auto& [word, topic] : sorted) {
    ++pairs.offsets[word + 1];
    pairs.topics.push_back(topic);
    pairs.values.push_back(1);
  }
  for (int64_t w = 0; w < n_pairs_words; ++w) pairs.offsets[w + 1] += pairs.offsets[w];
  return pairs;
}

void masked_pairs_stay_zero(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(200, 50, 60);
  for (const double rho : {0.5, 1.0}) {
    Model model = random_model(60, 20);
    model.masked = pairs_of(60, {{0, 0}, {0, 1}, {0, 19}, {5, 7}, {59, 8}});
    model.added = pairs_of(60, {{0, 0}, {0, 2}, {5, 8}});  // one is masked too
    model.complete();
    train(instructions, model, corpus.documents(), Batches(200, 50, rho, 1e4).run(), schedule(0.5));
    model.masked.for_each([&](int64_t w, int64_t k, float) { CHECK(model.count(w, k) == 0); });
    CHECK(model.count(0, 2) > 0);
    CHECK(model.count(5, 8) > 0);
  }
}

// gamma = 0 for such a word, not NaN, however long the document is and however often it occurs.
void a_word_that_no_topic_may_have_harms_nothing(const InstructionSet& instructions) {
  for (const int64_t n_topics : {5, 140}) {
    Model model = random_model(60, n_topics);
    std::vector<std::pair<int64_t, int32_t>> everywhere;
    for (int32_t k = 0; k < n_topics; ++k) everywhere.push_back({3, k});
    model.masked = pairs_of(60, everywhere);
    model.complete();
    Corpus corpus;
    for (const float count : {1, 40, 1000}) {
      for (int32_t word = 0; word < 50; ++word) corpus.add(word, word == 3 ? count : 2);
      corpus.end_document();
    }
    train(instructions, model, corpus.documents(), Batches(3, 3, 0.5, 1e3).run(), schedule(1));
    bool finite = true;
    for (const float scaled : model.scaled) finite = finite && std::isfinite(scaled);
    for (const double total : model.totals) finite = finite && std::isfinite(total);
    CHECK(finite);
    for (int64_t k = 0; k < n_topics; ++k) CHECK(model.count(3, k) == 0);

    Model fresh = random_model(60, n_topics);
    fresh.masked = model.masked;
    fresh.complete();
    std::vector<float> theta(3 * n_topics);
    thalweg::infer(instructions, corpus.documents(), 3, fresh.prior(), fresh.topics(), convergence,
                   theta.data(), threads(1));
    finite = true;
    for (const float value : theta) finite = finite && std::isfinite(value);
    CHECK(finite);
  }
}

void a_step_of_one_forgets_all_before(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(20, 50, 100);
  Model model = random_model(n_words, 20);
  train(instructions, model, corpus.documents(), Batches(20, 20, 1, 1e4).run(), schedule());
  CHECK(std::abs(model.sum_of_totals() - 1e4) < 0.01);
  for (int64_t k = 0; k < model.n_topics; ++k) {
    CHECK(model.scale[k] == 1);
    for (int64_t w = 100; w < n_words; ++w) CHECK(model.count(w, k) == 0);
  }
}

// N^Z is updated along with N^Phi and must not drift from its sums.
void totals_stay_the_sums_of_the_counts(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(600, 50, n_words);
  Model model = random_model(n_words, 20);
  train(instructions, model, corpus.documents(), Batches(600, 5, 0.9, 1e5).run(), schedule(),
        threads(2));
  for (int64_t k = 0; k < model.n_topics; ++k) {
    double sum = 0;
    for (int64_t w = 0; w < n_words; ++w) sum += model.count(w, k);
    CHECK(model.scale[k] >= 1e-15);
    CHECK_OR_SAY(std::abs(sum - model.totals[k]) < 1e-5 * model.totals[k], std::to_string(sum));
  }
}

void minibatches_without_tokens_change_nothing(const InstructionSet& instructions) {
  Corpus corpus;
  for (int j = 0; j < 5; ++j) corpus.end_document();
  Model model = random_model(n_words, 20);
  const Model before = model;
  Batches batches(5, 2, 0.5, 1e4);
  batches.end(1, 5e4);  // a minibatch without documents
  const Progress progress =
      train(instructions, model, corpus.documents(), batches.run(), schedule(1.5));
  CHECK(progress.n_batches == 4);
  CHECK(progress.n_documents == 5);
  CHECK(progress.n_tokens == 0);
  CHECK(progress.n_visits == 0);
  CHECK(progress.corpus_tokens == 1e4);
  CHECK(model.same_counts(before));
  CHECK(train(instructions, model, corpus.documents(), Batches().run(), schedule()).n_batches == 0);

  std::vector<float> theta(5 * model.n_topics);
  CHECK(thalweg::infer(instructions, corpus.documents(), 5, model.prior(), model.topics(),
                       convergence, theta.data(), threads(4)));
  for (size_t i = 0; i < theta.size(); ++i) CHECK(theta[i] == model.alpha[i % model.n_topics]);
  CHECK(thalweg::infer(instructions, corpus.documents(), 0, model.prior(), model.topics(),
                       convergence, nullptr, threads(4)));
}

// The corpus may grow at a minibatch that changes nothing; the counts then grow at the next.
void growth_waits_for_tokens(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(20, 50, n_words);
  Batches plain(20, 10, 0.5, 1e4), with_gap;
  plain.corpus_tokens.back() = 9e4;
  with_gap = plain;
  with_gap.offsets.insert(with_gap.offsets.begin() + 1, 10);
  with_gap.steps.insert(with_gap.steps.begin() + 1, 0.7);
  with_gap.corpus_tokens.insert(with_gap.corpus_tokens.begin() + 1, 5e4);
  Model a = random_model(n_words, 20), b = a;
  CHECK(train(instructions, a, corpus.documents(), plain.run(), schedule()).corpus_tokens == 9e4);
  CHECK(train(instructions, b, corpus.documents(), with_gap.run(), schedule()).corpus_tokens ==
        9e4);
  CHECK(a.same_counts(b));
}

void progress_counts_what_was_visited(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(90, 50, n_words);
  double n_tokens = 0;
  for (const float count : corpus.counts) n_tokens += count;
  Model model = random_model(n_words, 20);
  const Progress progress = train(instructions, model, corpus.documents(),
                                  Batches(90, 40, 0.5, 1e4).run(), schedule(1.5));
  CHECK(progress.n_batches == 3);
  CHECK(progress.n_documents == 90);
  CHECK(progress.n_tokens == n_tokens);
  CHECK(progress.n_visits == 90 * (50 + 75));
}

// Documents of 100 tokens at 400 tokens per pass: a quarter of a pass; at 10 per pass: the most.
void automatic_burn_in_follows_the_length(const InstructionSet& instructions) {
  Corpus corpus;
  for (int32_t j = 0; j < 30; ++j) {
    for (int32_t i = 0; i < 50; ++i) corpus.add((31 * j + i) % n_words, 2);
    corpus.end_document();
  }
  const Batches batches(30, 10, 0.5, 1e4);
  const auto trained = [&](const thalweg::BurnIn& burn_in) {
    Model model = random_model(n_words, 20);
    train(instructions, model, corpus.documents(), batches.run(),
          {{{1e300, {1, 10, 0.9}}}, burn_in, true, 1});
    return model;
  };
  CHECK(trained({-1, 400, 1}).same_counts(trained({0.25, 0, 0})));
  CHECK(trained({-1, 10, 1.5}).same_counts(trained({1.5, 0, 0})));
  CHECK(!trained({-1, 400, 1}).same_counts(trained({1.5, 0, 0})));
}

void a_document_alone_gets_the_theta_it_gets_among_others(const InstructionSet& instructions) {
  constexpr int64_t n_documents = 300;
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  for (const int64_t n_topics : {5, 130}) {
    Model model = random_model(n_words, n_topics);
    std::vector<float> together(n_documents * n_topics), alone(n_documents * n_topics);
    std::vector<double> score_together(n_documents), score_alone(n_documents);
    const auto infer = [&](Documents documents, int64_t first, int64_t n, float* theta,
                           double* score) {
      documents.offsets += first;
      CHECK(thalweg::infer(instructions, documents, n, model.prior(), model.topics(), convergence,
                           theta + first * n_topics, threads(1)));
      CHECK(thalweg::log_likelihood(instructions, documents, documents, n, model.prior(),
                                    model.topics(), convergence, score + first, threads(1)));
    };
    infer(corpus.documents(), 0, n_documents, together.data(), score_together.data());
    for (int64_t j = 0; j < n_documents; ++j)
      infer(corpus.documents(), j, 1, alone.data(), score_alone.data());
    CHECK(same_bits(together, alone));
    CHECK(same_bits(score_together, score_alone));
  }
}

}  // namespace

void training_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ": ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(any_number_of_threads_gives_the_same_bits);
  RUN(words_with_a_single_visit_are_counted_to_the_same_bits);
  RUN(calls_can_be_cut_anywhere_and_a_workspace_reused);
  RUN(blocks_that_were_counted_elsewhere_have_the_same_bits);
  RUN(minibatches_under_fixed_topics_add_up_to_one_of_all);
  RUN(all_number_types_give_the_same_bits);
  RUN(stored_zeros_count_for_nothing);
  RUN(locked_topics_stay_bit_for_bit);
  RUN(masked_pairs_stay_zero);
  RUN(a_word_that_no_topic_may_have_harms_nothing);
  RUN(a_step_of_one_forgets_all_before);
  RUN(totals_stay_the_sums_of_the_counts);
  RUN(minibatches_without_tokens_change_nothing);
  RUN(growth_waits_for_tokens);
  RUN(progress_counts_what_was_visited);
  RUN(automatic_burn_in_follows_the_length);
  RUN(a_document_alone_gets_the_theta_it_gets_among_others);
#undef RUN
}
