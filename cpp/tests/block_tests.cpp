// How a block reads documents: random orders, step sizes, rows and stripes.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "block.hpp"
#include "check.hpp"
#include "golden.hpp"
#include "model.hpp"
#include "step_sizes.hpp"
#include "tests.hpp"

using thalweg::Block;
using thalweg::Round;
using thalweg::StepSizes;
using thalweg::WordOrder;
using thalweg::WordRows;

namespace {

// The words that a document visits in a round, in their order.
std::vector<int64_t> words_of(const Round& round, uint32_t document = 0) {
  std::vector<int64_t> words;
  for (int64_t r = 0; r < round.n_words; ++r)
    for (uint32_t i = round.starts[r]; i < round.starts[r + 1]; ++i)
      if (round.visits[i].document == document) words.push_back(round.words[r]);
  return words;
}

Round last_round(const Block& block) { return block.round(block.n_rounds() - 1); }

// A document of the words 0 .. n-1, once each, so that a word is its own place.
Corpus one_document(int64_t n) {
  Corpus corpus;
  for (int64_t i = 0; i < n; ++i) corpus.add(static_cast<int32_t>(i), 1);
  corpus.end_document();
  return corpus;
}

void visits_follow_the_order_of_the_reference() {
  for (const golden::Order& golden : golden::orders) {
    const Corpus corpus = one_document(golden.n);
    WordRows rows;
    rows.reserve(golden.n);
    Block block(8);
    block.begin(plan(0, true, golden.seed));
    block.add(corpus.documents(), 0, 0, rows);
    block.end(WordOrder(golden.seed, golden.number), rows);
    CHECK_OR_SAY(
        words_of(last_round(block)) == std::vector<int64_t>(golden.order, golden.order + golden.n),
        "seed " + std::to_string(golden.seed));
  }
}

void random_orders_are_permutations_that_differ() {
  const Corpus corpus = one_document(100);
  std::vector<int64_t> sorted(100), previous;
  std::iota(sorted.begin(), sorted.end(), 0);
  WordRows rows;
  rows.reserve(100);
  Block block(8);
  for (uint64_t number = 0; number < 200; ++number) {
    block.begin(plan(0, true, number % 2));
    block.add(corpus.documents(), 0, 0, rows);
    block.end(WordOrder(number % 2, number), rows);
    std::vector<int64_t> words = words_of(last_round(block));
    CHECK(words != previous);
    previous = words;
    std::sort(words.begin(), words.end());
    CHECK(words == sorted);
  }
}

// A chi-squared test with 99 degrees of freedom: 150 is passed by chance once in 1400 times.
void first_places_of_random_orders_are_uniform() {
  constexpr int n = 100, n_orders = 20000;
  std::vector<int> n_first(n);
  for (uint64_t number = 0; number < n_orders; ++number) {
    const WordOrder order(3, number);
    int first = 0;
    for (int word = 1; word < n; ++word)
      if (order(word, 0) < order(first, 0)) first = word;
    ++n_first[first];
  }
  double chi_squared = 0;
  for (const int count : n_first) chi_squared += std::pow(count - n_orders / n, 2) / (n_orders / n);
  CHECK_OR_SAY(chi_squared < 150, std::to_string(chi_squared));
}

void a_block_finds_every_word_once_and_leaves_no_trace() {
  constexpr int64_t n_words = 500, n_documents = 20;
  const Corpus corpus = random_corpus(n_documents, 50, n_words);
  WordRows rows;
  rows.reserve(n_words);
  Block block(24);
  for (int repeat = 0; repeat < 2; ++repeat) {
    block.begin(plan());
    for (int64_t j = 0; j < n_documents; ++j) block.add(corpus.documents(), j, 0, rows);
    block.end(WordOrder(0, repeat), rows);
    CHECK(block.n_documents() == n_documents);
    const Round round = last_round(block);
    std::vector<int64_t> words(round.words, round.words + round.n_words);
    std::sort(words.begin(), words.end());
    std::vector<int64_t> expected(corpus.words.begin(), corpus.words.end());
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    CHECK(words == expected);
    CHECK(std::all_of(rows.get(), rows.get() + n_words, [](uint32_t row) { return row == 0; }));
    CHECK(reinterpret_cast<uintptr_t>(block.expected()) % 64 == 0);
    CHECK(reinterpret_cast<uintptr_t>(block.theta(0)) % 64 == 0);
  }

  const Round round = last_round(block);
  std::vector<int> n_dealt(round.n_words);
  for (int s = 0; s < thalweg::n_stripes; ++s) {
    const Block::Stripe stripe = block.stripe(s);
    for (int64_t i = 0; i < stripe.n_rows; ++i) {
      ++n_dealt[stripe.rows[i]];
      CHECK(stripe.words[i] == round.words[stripe.rows[i]]);
      CHECK(stripe.words[i] % thalweg::n_stripes == static_cast<uint32_t>(s));
    }
  }
  CHECK(std::all_of(n_dealt.begin(), n_dealt.end(), [](int n) { return n == 1; }));
}

void burn_in_rounds_split_into_passes() {
  Corpus corpus = one_document(10);
  corpus.end_document();  // an empty one
  for (int32_t i = 0; i < 4; ++i) corpus.add(i, 3);
  corpus.end_document();
  WordRows rows;
  rows.reserve(10);
  Block block(8);
  block.begin(plan(2.5));
  for (int64_t j = 0; j < 3; ++j) block.add(corpus.documents(), j, 0, rows);
  block.end(WordOrder(0, 0), rows);
  CHECK(block.n_rounds() == 4);
  CHECK(block.n_visits() == 25 + 10 + 10 + 4);
  CHECK(block.n_tokens() == 22);
  CHECK(block.clock(0) == 35);
  CHECK(block.clock(1) == 0);
  CHECK(block.clock(2) == 12 * 2 + 6 + 12);
  const std::vector<int64_t> whole = words_of(last_round(block), 0);
  CHECK(whole.size() == 10);
  CHECK(words_of(last_round(block), 1).empty());
  CHECK(words_of(last_round(block), 2).size() == 4);
  for (int64_t round = 0; round < 3; ++round) {
    const std::vector<int64_t> words = words_of(block.round(round), 0);
    CHECK(words == std::vector<int64_t>(whole.begin(), whole.begin() + (round < 2 ? 10 : 5)));
    CHECK(words_of(block.round(round), 2).size() == (round < 2 ? 4 : 2));
  }
}

void copies_of_a_word_have_places_of_their_own() {
  Corpus corpus;
  for (int32_t i = 0; i < 20; ++i) corpus.add(i, 3.5f);
  corpus.end_document();
  WordRows rows;
  rows.reserve(20);
  Block block(8);
  block.begin(plan(0, false));
  block.add(corpus.documents(), 0, 0, rows);
  block.end(WordOrder(0, 0), rows);
  const std::vector<int64_t> words = words_of(last_round(block));
  CHECK(words.size() == 80);
  CHECK(block.n_tokens() == 70);
  for (int64_t word = 0; word < 20; ++word)
    CHECK(std::count(words.begin(), words.end(), word) == 4);
  int n_neighbours = 0;
  for (size_t i = 1; i < words.size(); ++i) n_neighbours += words[i] == words[i - 1];
  CHECK(n_neighbours < 15);  // about three by chance, sixty if copies stood together
}

// u = 1 - (1 - rho_t)^m, written so that nothing cancels.
double replaced(const thalweg::StepSchedule& schedule, double t, double m) {
  const long double rho =
      schedule.scale /
      std::pow(static_cast<long double>(schedule.offset + std::floor(t) + 1), schedule.decay);
  return static_cast<double>(-std::expm1(m * std::log1p(-rho)));
}

void step_sizes_follow_the_formula() {
  StepSizes steps;
  for (const thalweg::StepSchedule& schedule :
       {thalweg::StepSchedule{1, 10, 0.9}, {1, 0, 0.6}, {0.5, 1, 1}, {10, 1000, 0.9}, {1, 3, 0}}) {
    steps.follow(schedule);
    // Without a table, then with short and full ones.
    for (const double tabled : {-1.0, 100.0, 50.0, 1e9}) {
      if (tabled >= 0) steps.prepare(tabled);
      const auto check = [&](double computed, double t, double m) {
        const double expected = replaced(schedule, t, m);
        // Floats at both ends, and a difference from 1 taken in doubles in between.
        CHECK_OR_SAY(std::abs(computed - expected) <= 1e-6 * expected,
                     "t = " + std::to_string(t) + ", m = " + std::to_string(m));
      };
      for (const int64_t t : {0, 1, 7, 50, 99, 100, 101, 8191, 8192, 1000000}) {
        for (const int64_t m : {1, 2, 7, 8, 9, 10, 63, 64, 1000, 1 << 20})
          check(steps.replaced(t, m), static_cast<double>(t), static_cast<double>(m));
        for (const float m : {0.25f, 0.5f, 1.0f, 2.75f, 13.5f})
          check(steps.replaced(static_cast<double>(t) + 0.75, m), static_cast<double>(t) + 0.75, m);
      }
    }
  }
}

}  // namespace

void block_tests() {
#define RUN(behaviour) check::test(#behaviour, behaviour)
  RUN(visits_follow_the_order_of_the_reference);
  RUN(random_orders_are_permutations_that_differ);
  RUN(first_places_of_random_orders_are_uniform);
  RUN(a_block_finds_every_word_once_and_leaves_no_trace);
  RUN(burn_in_rounds_split_into_passes);
  RUN(copies_of_a_word_have_places_of_their_own);
  RUN(step_sizes_follow_the_formula);
#undef RUN
}
