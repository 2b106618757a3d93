// How a block reads documents: random orders, step sizes, rows and stripes.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"
#include "golden.hpp"
#include "lda/documents/block.hpp"
#include "lda/documents/step_sizes.hpp"
#include "model.hpp"

using thalweg::Block;
using thalweg::DocumentSweep;
using thalweg::StepSizes;
using thalweg::WordRows;

namespace {

// The words of a sweep in the order of its visits.
std::vector<int64_t> words_of(const Block& block, const DocumentSweep& sweep) {
  std::vector<int64_t> words(sweep.n_visits);
  for (int64_t i = 0; i < sweep.n_visits; ++i) words[i] = block.words()[sweep.visits[i].row];
  return words;
}

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
    thalweg::StepSizesByLength steps;
    rows.reserve(golden.n);
    Block block(8);
    block.begin();
    block.add(corpus.documents(), 0, schedule(0, true, golden.seed), golden.number, 0, rows, steps);
    block.end(rows, Block::Layout::accumulators);
    CHECK_OR_SAY(words_of(block, block.sweep(0)) ==
                     std::vector<int64_t>(golden.order, golden.order + golden.n),
                 "seed " + std::to_string(golden.seed));
  }
}

void random_orders_are_permutations_that_differ() {
  const Corpus corpus = one_document(100);
  std::vector<int64_t> sorted(100), previous;
  std::iota(sorted.begin(), sorted.end(), 0);
  WordRows rows;
  thalweg::StepSizesByLength steps;
  rows.reserve(100);
  Block block(8);
  for (uint64_t number = 0; number < 200; ++number) {
    block.begin();
    block.add(corpus.documents(), 0, schedule(0, true, number % 2), number, 0, rows, steps);
    block.end(rows, Block::Layout::accumulators);
    std::vector<int64_t> words = words_of(block, block.sweep(0));
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
    thalweg::DocumentRandom random(3, number);
    int first = 0;
    for (int i = 0; i < n; ++i)
      if (random.below(i + 1) == 0) first = i;
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
  thalweg::StepSizesByLength steps;
  rows.reserve(n_words);
  Block block(24);
  for (int repeat = 0; repeat < 2; ++repeat) {
    block.begin();
    for (int64_t j = 0; j < n_documents; ++j)
      block.add(corpus.documents(), j, schedule(), j, 0, rows, steps);
    block.end(rows, Block::Layout::accumulators);
    CHECK(block.n_documents() == n_documents);
    std::vector<int64_t> words(block.words(), block.words() + block.n_words());
    std::sort(words.begin(), words.end());
    std::vector<int64_t> expected(corpus.words.begin(), corpus.words.end());
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    CHECK(words == expected);
    CHECK(std::all_of(rows.get(), rows.get() + n_words, [](uint32_t row) { return row == 0; }));
    CHECK(block.table().pitch == 48);
    CHECK(reinterpret_cast<uintptr_t>(block.table().rows) % 64 == 0);
  }

  std::vector<int> n_found(block.n_words());
  for (int s = 0; s < thalweg::n_stripes; ++s) {
    const Block::Stripe stripe = block.stripe(s);
    for (int64_t i = 0; i < stripe.n_rows; ++i) {
      ++n_found[stripe.rows[i]];
      CHECK(stripe.words[i] == block.words()[stripe.rows[i]]);
      CHECK(stripe.words[i] % thalweg::n_stripes == static_cast<uint32_t>(s));
    }
  }
  CHECK(std::all_of(n_found.begin(), n_found.end(), [](int n) { return n == 1; }));
}

void words_with_a_single_visit_come_last() {
  constexpr int64_t n_words = 300, n_documents = 20, stride = 64;
  const Corpus corpus = random_corpus(n_documents, 30, n_words);
  WordRows rows;
  thalweg::StepSizesByLength steps;
  rows.reserve(n_words);
  Block together(stride), apart(stride);
  const auto fill = [&](Block& block, Block::Layout layout) {
    block.begin();
    for (int64_t j = 0; j < n_documents; ++j)
      block.add(corpus.documents(), j, schedule(), j, 0, rows, steps);
    block.end(rows, layout);
  };
  fill(together, Block::Layout::accumulators);
  fill(apart, Block::Layout::single_visits_apart);
  CHECK(together.n_shared() == together.n_words());

  std::vector<int> n_visits(apart.n_words());
  for (int64_t d = 0; d < n_documents; ++d) {
    CHECK(words_of(apart, apart.sweep(d)) == words_of(together, together.sweep(d)));
    for (int64_t i = 0; i < apart.sweep(d).n_visits; ++i) ++n_visits[apart.sweep(d).visits[i].row];
  }
  CHECK(0 < apart.n_shared() && apart.n_shared() < apart.n_words());
  float* expected = apart.table().rows;
  for (int64_t row = 0; row < apart.n_words(); ++row) {
    const bool is_shared = row < apart.n_shared();
    CHECK(is_shared == (n_visits[row] > 1));
    CHECK(apart.table().counted(row) == expected + (is_shared ? stride : 0));
    expected += is_shared ? 2 * stride : stride;
  }
  // Stripes list the same words in the same order, which decides the bits of the sums.
  for (int s = 0; s < thalweg::n_stripes; ++s) {
    const Block::Stripe a = apart.stripe(s), b = together.stripe(s);
    CHECK(a.n_rows == b.n_rows && std::equal(a.words, a.words + a.n_rows, b.words));
    for (int64_t i = 0; i < a.n_rows; ++i) CHECK(apart.words()[a.rows[i]] == a.words[i]);
  }
}

void burn_in_rounds_split_into_passes() {
  Corpus corpus = one_document(10);
  corpus.end_document();  // an empty one
  for (int32_t i = 0; i < 4; ++i) corpus.add(i, 3);
  corpus.end_document();
  WordRows rows;
  thalweg::StepSizesByLength steps;
  rows.reserve(10);
  Block block(8);
  block.begin();
  for (int64_t j = 0; j < 3; ++j)
    block.add(corpus.documents(), j, schedule(2.5), j, 0, rows, steps);
  block.end(rows, Block::Layout::accumulators);
  CHECK(block.n_burn_in_rounds() == 3);
  CHECK(block.n_visits() == 25 + 10 + 10 + 4);
  CHECK(block.n_tokens() == 22);
  CHECK(block.clock(0) == 35);
  CHECK(block.clock(1) == 0);
  CHECK(block.clock(2) == 12 * 2 + 6 + 12);
  for (int64_t round = 0; round < 3; ++round) {
    const std::vector<DocumentSweep> sweeps = block.burn_in_sweeps(round);
    CHECK(sweeps.size() == 2);
    CHECK(sweeps[0].n_visits == (round < 2 ? 10 : 5));
    CHECK(sweeps[1].n_visits == (round < 2 ? 4 : 2));
  }
  CHECK(block.counted_sweeps().size() == 3);
  CHECK(block.counted_sweeps()[0].n_visits == 10);
  CHECK(block.counted_sweeps()[2].n_visits == 0);
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
      for (const int64_t t : {0, 1, 7, 50, 99, 100, 101, 16383, 16384, 1048575, 1048576, 2000000}) {
        for (const int64_t m : {1, 2, 8, 31, 32, 33, 63, 64, 1000, 1 << 20})
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
  RUN(words_with_a_single_visit_come_last);
  RUN(burn_in_rounds_split_into_passes);
  RUN(step_sizes_follow_the_formula);
#undef RUN
}
