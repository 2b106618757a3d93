// What it costs to check the entries of documents: nanoseconds per entry, as JSON.
//
//     checks ENTRIES_PER_DOCUMENT TURNS
//
// A loop like that of Block::read looks up a number for each word of a document and sums up its
// counts: without checks, with those of the words, and with all (entries.hpp). They take turns.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "lda/documents/entries.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t n_words = 40000;
constexpr int64_t n_documents = 200;

template <class Count>
struct Corpus {
  std::vector<int32_t> ids;
  std::vector<Count> counts;
  int64_t length;

  explicit Corpus(int64_t length) : ids(n_documents * length), counts(ids.size()), length(length) {
    uint64_t state = 1;
    for (size_t i = 0; i < ids.size(); ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      ids[i] = static_cast<int32_t>((state >> 33) % n_words);
      counts[i] = static_cast<Count>(1 + (state >> 60) % 3);
    }
  }
};

enum class Checks { none, words, words_and_counts };

template <Checks checks, class Count>
double read(const Corpus<Count>& corpus, const std::vector<uint32_t>& rows) {
  std::vector<uint32_t> checked(corpus.length);
  double sum = 0;
  for (int64_t d = 0; d < n_documents; ++d) {
    const int32_t* const ids = corpus.ids.data() + d * corpus.length;
    const Count* const counts = corpus.counts.data() + d * corpus.length;
    uint64_t found = 0;
    if constexpr (checks == Checks::none) {
      for (int64_t i = 0; i < corpus.length; ++i) found += rows[static_cast<uint32_t>(ids[i])];
    } else {
      if (!thalweg::copy_words(ids, corpus.length, n_words, checked.data())) std::abort();
      for (int64_t i = 0; i < corpus.length; ++i) found += rows[checked[i]];
    }
    thalweg::DocumentLength measured{0, true, true};
    if constexpr (checks == Checks::words_and_counts) {
      measured = thalweg::measure(counts, corpus.length);
      if (!measured.valid) std::abort();
    } else if constexpr (std::is_integral_v<Count>) {
      int64_t length = 0;
      for (int64_t i = 0; i < corpus.length; ++i) length += counts[i];
      measured.length = static_cast<double>(length);
    } else {
      for (int64_t i = 0; i < corpus.length; ++i) {
        measured.length += counts[i];
        measured.whole &= counts[i] == std::floor(counts[i]);
      }
    }
    sum += static_cast<double>(found) + measured.length + (measured.whole ? 1 : 0);
  }
  return sum;
}

// Nanoseconds per entry of each form, the least of so many turns.
template <class Count>
void compare(const char* name, int64_t length, int turns) {
  const Corpus<Count> corpus(length);
  std::vector<uint32_t> rows(n_words);
  std::iota(rows.begin(), rows.end(), 0u);
  double least[3] = {1e300, 1e300, 1e300}, sums[3] = {0, 0, 0};
  const auto time = [&](int form,
                        double (*run)(const Corpus<Count>&, const std::vector<uint32_t>&)) {
    const Clock::time_point start = Clock::now();
    sums[form] = run(corpus, rows);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    least[form] = std::min(least[form], seconds * 1e9 / static_cast<double>(n_documents * length));
  };
  for (int turn = 0; turn < turns; ++turn) {
    time(0, read<Checks::none, Count>);
    time(1, read<Checks::words, Count>);
    time(2, read<Checks::words_and_counts, Count>);
  }
  if (sums[0] != sums[1] || sums[1] != sums[2]) std::abort();
  std::printf("\"%s\": {\"none\": %.4f, \"words\": %.4f, \"words_and_counts\": %.4f}", name,
              least[0], least[1], least[2]);
}

}  // namespace

int main(int argc, char** argv) {
  const int64_t length = argc == 3 ? std::atoll(argv[1]) : 0;
  const int turns = argc == 3 ? std::atoi(argv[2]) : 0;
  if (length < 1 || turns < 1) {
    std::fprintf(stderr, "usage: checks ENTRIES_PER_DOCUMENT TURNS\n");
    return 2;
  }
  std::printf("{");
  compare<int32_t>("int32", length, turns);
  std::printf(", ");
  compare<uint16_t>("uint16", length, turns);
  std::printf(", ");
  compare<float>("float32", length, turns);
  std::printf("}\n");
}
