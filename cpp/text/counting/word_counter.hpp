// Texts to rows of word counts; words get their ids in the order in which they are first seen.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parallel/owned_array.hpp"
#include "parallel/workers.hpp"
#include "text/counted_rows.hpp"
#include "text/counting/tokens.hpp"
#include "text/counting/word_table.hpp"

namespace thalweg {

struct CounterSettings {
  TokenSettings tokens;
  std::pair<int64_t, int64_t> ngrams{1, 1};  // tokens in the shortest and in the longest
  std::vector<std::string> stop_words;
  std::vector<std::pair<std::string, std::string>> phrases;  // neighbours that become one token
  std::optional<std::vector<std::string>> vocabulary;        // only these are counted
};

// The words of texts in their order: text d is words[offsets[d]..offsets[d + 1]).
struct OrderedWords {
  OwnedArray<int64_t> offsets;
  OwnedArray<int32_t> words;  // -1: not in the vocabulary
};

// Documents that are split into tokens already: document d is tokens[offsets[d]..offsets[d + 1]).
struct TokenLists {
  std::vector<std::string_view> tokens;
  std::vector<int64_t> offsets{0};
};

class WordCounter {
 public:
  explicit WordCounter(const CounterSettings& settings);
  ~WordCounter();

  // One row per text, ids ascending; the same for any number of threads. std::nullopt: cancelled.
  // The counter is then as it was before, as it is after an exception. A counter with a vocabulary
  // does not change: several threads may count at the same time.
  std::optional<CountedRows> count(std::span<const std::string_view> texts, const Workers& workers);
  std::optional<CountedRows> count(const TokenLists& documents, const Workers& workers);

  // The words in the order of the texts, for a counter with a vocabulary; stop words leave no gap.
  // std::nullopt: cancelled.
  std::optional<OrderedWords> in_order(std::span<const std::string_view> texts,
                                       const Workers& workers) const;
  std::optional<OrderedWords> in_order(const TokenLists& documents, const Workers& workers) const;

  // Removes words in fewer than min_df documents; returns their ids, ascending. Seen again, a word
  // gets a new id.
  std::vector<int64_t> prune(int64_t min_df);

  bool growing() const { return growing_; }
  int64_t n_words() const { return words_.n_ids(); }
  std::string_view word(int64_t id) const { return words_.word(id); }  // empty: removed
  // In all texts so far. A counter with a vocabulary does not count them.
  std::span<const int64_t> document_frequencies() const { return document_frequencies_; }
  std::span<const int64_t> term_frequencies() const { return term_frequencies_; }
  int64_t n_bytes() const;

 private:
  struct Tally;
  struct Sorting;
  struct Block;
  struct Scratch;
  class BlockCounter;
  using Scratches = std::vector<std::unique_ptr<Scratch>>;  // one for each thread of a call

  template <class Source>
  static std::vector<Block> divide(const Source& source);
  template <class Source>
  std::optional<OrderedWords> all_in_order(const Source& source, const Workers& workers) const;
  template <class Source>
  std::optional<CountedRows> count_all(const Source& source, const Workers& workers);
  void add_new_words(Block& block);
  Scratches take_scratches(int n_threads);
  void give_back(Scratches&& scratches);

  TokenSettings token_settings_;
  std::pair<int64_t, int64_t> ngrams_;
  bool single_tokens_;  // no phrases, no n-grams: a token is a word
  bool growing_;        // no vocabulary was given
  WordTable words_;     // if single_tokens_, stop words too
  // Of tokens, where they are not words: stop words, and the first halves of phrases.
  WordTable gate_;
  WordTable phrases_;  // id of the first half, then the second half
  std::vector<int64_t> document_frequencies_;
  std::vector<int64_t> term_frequencies_;
  std::mutex idle_lock_;
  Scratches idle_;  // of earlier calls, to be used again
};

}  // namespace thalweg
