// Windows are numbered through all documents and divided into blocks of 512. In a block every word
// has a row of bits, one per window: a cache line. The windows of a pair are the bits that its two
// rows share. Only words that occur in a block are looked at: few, where windows are short.
#include "text/pair_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>
#include <vector>

#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {
namespace {

constexpr int64_t bits_per_number = 64;
// A block takes some ten microseconds, starting a thread some tens.
constexpr int64_t blocks_worth_a_thread = 8;
using Row = std::array<uint64_t, 8>;
constexpr int64_t windows_per_block = bits_per_number * static_cast<int64_t>(Row{}.size());

void set_bits(Row& row, int64_t first, int64_t last) {
  for (int64_t begin = first; begin < last;) {
    const int64_t number = begin / bits_per_number;
    const int64_t end = std::min(last, (number + 1) * bits_per_number);
    row[number] |= ~uint64_t{0} >> (bits_per_number - (end - begin)) << begin % bits_per_number;
    begin = end;
  }
}

int64_t n_shared(const Row& a, const Row& b) {
  int64_t n = 0;
  for (size_t i = 0; i < a.size(); ++i) n += std::popcount(a[i] & b[i]);
  return n;
}

// The wanted pairs by their first word.
class Partners {
 public:
  struct Partner {
    int32_t word;
    int64_t pair;
  };

  Partners(std::span<const int32_t> pairs, size_t n_words) : offsets_(n_words + 1) {
    for (size_t i = 0; i < pairs.size(); i += 2) ++offsets_[static_cast<size_t>(pairs[i]) + 1];
    for (size_t w = 0; w < n_words; ++w) offsets_[w + 1] += offsets_[w];
    partners_.resize(pairs.size() / 2);
    std::vector<size_t> next = offsets_;
    for (size_t i = 0; i < pairs.size(); i += 2)
      partners_[next[pairs[i]]++] = {pairs[i + 1], static_cast<int64_t>(i / 2)};
  }

  std::span<const Partner> of(int32_t word) const {
    const size_t* offset = &offsets_[word];
    return std::span(partners_).subspan(offset[0], offset[1] - offset[0]);
  }

 private:
  std::vector<size_t> offsets_;
  std::vector<Partner> partners_;
};

// What a thread has counted, and the rows of the block under way; between blocks they are empty.
class Tally {
 public:
  Tally(const Partners& partners, const PairCounts& counts)
      : partners_(partners),
        rows_(counts.words.size()),
        occurs_(counts.words.size()),
        word_counts_(counts.words.size()),
        pair_counts_(counts.pairs.size()) {}

  void mark(int32_t word, int64_t window) {
    row(word)[window / bits_per_number] |= uint64_t{1} << window % bits_per_number;
  }

  void mark(int32_t word, int64_t first, int64_t last) { set_bits(row(word), first, last); }

  void end_block() {
    for (const int32_t word : words_) {
      const Row& row = rows_[word];
      word_counts_[word] += n_shared(row, row);
      for (const auto& [other, pair] : partners_.of(word))
        if (occurs_[other]) pair_counts_[pair] += n_shared(row, rows_[other]);
    }
    for (const int32_t word : words_) {
      rows_[word] = {};
      occurs_[word] = 0;
    }
    words_.clear();
  }

  void add_to(const PairCounts& counts) const {
    const auto add = [](const std::vector<int64_t>& from, std::span<int64_t> to) {
      std::transform(from.begin(), from.end(), to.begin(), to.begin(), std::plus<>());
    };
    add(word_counts_, counts.words);
    add(pair_counts_, counts.pairs);
  }

 private:
  Row& row(int32_t word) {
    if (!occurs_[word]) {
      occurs_[word] = 1;
      words_.push_back(word);
    }
    return rows_[word];
  }

  const Partners& partners_;
  std::vector<Row> rows_;
  std::vector<uint8_t> occurs_;
  std::vector<int32_t> words_;  // those that occur in the block
  std::vector<int64_t> word_counts_, pair_counts_;
};

// The documents' windows, numbered through.
template <class Id>
class Windows {
 public:
  Windows(const WordSequences<Id>& documents, int64_t size, std::span<const int32_t> places)
      : documents_(documents),
        size_(size == whole_documents ? std::numeric_limits<int64_t>::max() / 2 : size),
        places_(places) {
    const auto& offsets = documents.offsets;
    starts_.reserve(offsets.size());
    starts_.push_back(0);
    for (size_t d = 0; d + 1 < offsets.size(); ++d)
      starts_.push_back(starts_.back() +
                        std::max<int64_t>(offsets[d + 1] - offsets[d] - size_ + 1, 1));
  }

  int64_t n_windows() const { return starts_.back(); }

  // Marks in which of the windows first..last-1 wanted words occur.
  void mark(int64_t first, int64_t last, Tally& tally) const {
    size_t d = static_cast<size_t>(std::upper_bound(starts_.begin(), starts_.end(), first) -
                                   starts_.begin() - 1);
    for (; d + 1 < starts_.size() && starts_[d] < last; ++d) {
      const std::span<const Id> words = documents_.words.subspan(
          static_cast<size_t>(documents_.offsets[d]),
          static_cast<size_t>(documents_.offsets[d + 1] - documents_.offsets[d]));
      if (starts_[d + 1] - starts_[d] == 1)
        mark_document(words, starts_[d] - first, tally);
      else
        mark_windows(words, starts_[d], first, std::min(last, starts_[d + 1]), tally);
    }
  }

 private:
  void mark_document(std::span<const Id> words, int64_t window, Tally& tally) const {
    for (const Id id : words)
      if (const int32_t word = place(id); word >= 0) tally.mark(word, window);
  }

  // A document's windows begin at number `start`; those from first to last-1 are of the block.
  void mark_windows(std::span<const Id> words, int64_t start, int64_t first, int64_t last,
                    Tally& tally) const {
    const int64_t low = std::max<int64_t>(first - start, 0), high = last - start;
    const int64_t end = std::min(static_cast<int64_t>(words.size()), high + size_ - 1);
    for (int64_t i = low; i < end; ++i) {
      const int32_t word = place(words[i]);
      if (word < 0) continue;
      // The token at place i is in the windows that begin at i - size + 1 to i.
      const int64_t from = std::max(low, i - size_ + 1), to = std::min(high, i + 1);
      tally.mark(word, from + start - first, to + start - first);
    }
  }

  int32_t place(Id id) const {
    if (id < 0) return -1;
    if (static_cast<uint64_t>(id) >= places_.size())
      throw std::invalid_argument("places: expected one for every word id");
    return places_[id];
  }

  WordSequences<Id> documents_;
  int64_t size_;
  std::span<const int32_t> places_;
  std::vector<int64_t> starts_;  // the first window of each document, and the end
};

template <class Id>
void check(const WordSequences<Id>& documents, int64_t window, const WantedPairs& wanted,
           const PairCounts& counts) {
  const auto& offsets = documents.offsets;
  if (window < 0 || offsets.empty() || offsets.front() < 0 ||
      !std::is_sorted(offsets.begin(), offsets.end()) ||
      offsets.back() > static_cast<int64_t>(documents.words.size()))
    throw std::invalid_argument("offsets, words and window do not fit together");
  const int64_t n_words = std::ssize(counts.words);
  const auto within = [&](int64_t least) {
    return [=](int32_t place) { return place >= least && place < n_words; };
  };
  if (wanted.pairs.size() != 2 * counts.pairs.size() ||
      !std::all_of(wanted.pairs.begin(), wanted.pairs.end(), within(0)) ||
      !std::all_of(wanted.places.begin(), wanted.places.end(), within(-1)))
    throw std::invalid_argument("pairs, places and counts do not fit together");
}

}  // namespace

template <class Id>
std::optional<int64_t> count_pairs(const WordSequences<Id>& documents, int64_t window,
                                   const WantedPairs& wanted, const PairCounts& counts,
                                   const Workers& workers) {
  check(documents, window, wanted, counts);
  const Windows<Id> windows(documents, window, wanted.places);
  const int64_t n_windows = windows.n_windows();
  const int64_t n_blocks = (n_windows + windows_per_block - 1) / windows_per_block;
  ThreadPool pool(workers, n_blocks / blocks_worth_a_thread);
  Cancellation cancellation(workers);
  const Partners partners(wanted.pairs, counts.words.size());
  std::vector<Tally> tallies(static_cast<size_t>(pool.n_threads()), Tally(partners, counts));
  const auto count_block = [&](int64_t block, int thread) {
    const Poll poll = cancellation.poll(thread);
    if (poll.cancelled(poll.context)) return;
    Tally& tally = tallies[thread];
    const int64_t first = block * windows_per_block;
    windows.mark(first, std::min(first + windows_per_block, n_windows), tally);
    tally.end_block();
  };
  pool.run(n_blocks, count_block, [&] { cancellation.ask_now(); });
  if (cancellation.requested()) return std::nullopt;
  for (const Tally& tally : tallies) tally.add_to(counts);
  return n_windows;
}

template std::optional<int64_t> count_pairs(const WordSequences<int32_t>&, int64_t,
                                            const WantedPairs&, const PairCounts&, const Workers&);
template std::optional<int64_t> count_pairs(const WordSequences<int64_t>&, int64_t,
                                            const WantedPairs&, const PairCounts&, const Workers&);

}  // namespace thalweg
