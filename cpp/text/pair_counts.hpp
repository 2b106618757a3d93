// In how many documents, or windows of text, words and pairs of words occur.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "parallel/workers.hpp"

namespace thalweg {

// Documents as word ids, one after the other; negative ids take a place but are not words. The
// order within a document matters for windows only: for documents, the rows of a CSR matrix are
// enough.
template <class Id>
struct WordSequences {
  std::span<const int64_t> offsets;
  std::span<const Id> words;
};

struct WantedPairs {
  std::span<const int32_t> places;  // of each word id among the wanted words; -1: not wanted
  std::span<const int32_t> pairs;   // two places each
};

// What is counted is added to these.
struct PairCounts {
  std::span<int64_t> words;
  std::span<int64_t> pairs;
};

constexpr int64_t whole_documents = 0;

// Windows of `window` tokens, one beginning at each token of a document that has room for it; a
// document that is shorter than a window, or empty, is one window. Returns the number of windows;
// std::nullopt: cancelled, and nothing was added. For int32_t and int64_t.
template <class Id>
std::optional<int64_t> count_pairs(const WordSequences<Id>& documents, int64_t window,
                                   const WantedPairs& wanted, const PairCounts& counts,
                                   const Workers& workers);

}  // namespace thalweg
