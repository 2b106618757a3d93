// Words and pairs of words in documents and windows, against sets of words.
#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "text/pair_counts.hpp"

namespace {

using thalweg::Workers;

constexpr int32_t n_ids = 6, n_wanted = 4;
const std::vector<int32_t> places{2, -1, 0, 3, -1, 1};
const std::vector<int32_t> pairs{0, 1, 2, 3, 1, 2, 0, 0, 3, 1, 0, 1};

struct Counted {
  int64_t n_windows = 0;
  std::vector<int64_t> words = std::vector<int64_t>(n_wanted);
  std::vector<int64_t> pairs = std::vector<int64_t>(::pairs.size() / 2);
  bool operator==(const Counted&) const = default;
};

struct Sequences {
  std::vector<int64_t> offsets{0};
  std::vector<int32_t> words;
};

Sequences random_sequences(int n_documents, int longest, uint32_t seed) {
  std::mt19937 random(seed);
  Sequences documents;
  for (int d = 0; d < n_documents; ++d) {
    const auto n_tokens = random() % static_cast<uint32_t>(longest + 1);
    for (uint32_t i = 0; i < n_tokens; ++i)
      documents.words.push_back(static_cast<int32_t>(random() % (n_ids + 1)) - 1);
    documents.offsets.push_back(static_cast<int64_t>(documents.words.size()));
  }
  return documents;
}

Counted expected(const Sequences& documents, int64_t window) {
  Counted counted;
  for (size_t d = 0; d + 1 < documents.offsets.size(); ++d) {
    const int64_t begin = documents.offsets[d], end = documents.offsets[d + 1];
    const int64_t size = window == thalweg::whole_documents ? end - begin : window;
    int64_t first = begin;
    do {
      std::set<int32_t> inside;
      for (int64_t i = first; i < std::min(first + size, end); ++i)
        if (documents.words[static_cast<size_t>(i)] >= 0)
          inside.insert(places[static_cast<size_t>(documents.words[static_cast<size_t>(i)])]);
      ++counted.n_windows;
      for (int32_t w = 0; w < n_wanted; ++w)
        counted.words[static_cast<size_t>(w)] += inside.count(w);
      for (size_t p = 0; p < pairs.size(); p += 2)
        counted.pairs[p / 2] += inside.count(pairs[p]) && inside.count(pairs[p + 1]);
    } while (++first + size <= end);
  }
  return counted;
}

template <class Id>
Counted counted(const Sequences& documents, int64_t window, int n_threads) {
  const std::vector<Id> words(documents.words.begin(), documents.words.end());
  Counted counted;
  counted.n_windows = *thalweg::count_pairs<Id>({documents.offsets, words}, window, {places, pairs},
                                                {counted.words, counted.pairs},
                                                Workers{n_threads, [] { return false; }});
  return counted;
}

}  // namespace

void pair_tests() {
  check::test("pairs in windows are those of the windows' sets of words", [] {
    for (const auto& documents :
         {random_sequences(40, 30, 1), random_sequences(3, 2000, 2), random_sequences(1500, 3, 3),
          Sequences{}, Sequences{{0, 0, 0}, {}}})
      for (const int64_t window : {int64_t{0}, int64_t{1}, int64_t{2}, int64_t{10}, int64_t{64},
                                   int64_t{600}, int64_t{1} << 40}) {
        const Counted right = expected(documents, window);
        CHECK(counted<int32_t>(documents, window, 1) == right);
        CHECK(counted<int64_t>(documents, window, 3) == right);
      }
  });
  check::test("pair counts add to what was there", [] {
    const Sequences documents = random_sequences(100, 50, 4);
    const Counted once = counted<int32_t>(documents, 5, 1);
    Counted twice = once;
    thalweg::count_pairs<int32_t>({documents.offsets, documents.words}, 5, {places, pairs},
                                  {twice.words, twice.pairs}, Workers{1, [] { return false; }});
    for (size_t p = 0; p < once.pairs.size(); ++p) CHECK(twice.pairs[p] == 2 * once.pairs[p]);
  });
  check::test("words and pairs without a place are refused", [] {
    Counted out;
    const auto refused = [&](std::vector<int32_t> words, std::vector<int32_t> wanted) {
      try {
        const std::vector<int64_t> offsets{0, 1};
        thalweg::count_pairs<int32_t>({offsets, words}, 0, {places, wanted}, {out.words, out.pairs},
                                      Workers{1, [] { return false; }});
      } catch (const std::invalid_argument&) {
        return true;
      }
      return false;
    };
    std::vector<int32_t> outside = pairs;
    outside[3] = n_wanted;
    CHECK(refused({n_ids}, pairs));
    CHECK(refused({0}, outside));
    CHECK(refused({}, pairs));
    CHECK(!refused({-1}, pairs));
  });
}
