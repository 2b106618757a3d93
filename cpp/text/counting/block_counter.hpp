// Counting the documents of one block, with tables of its own; included by word_counter.cpp only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "text/counting/tokens.hpp"
#include "text/counting/word_counter.hpp"
#include "text/counting/word_table.hpp"
#include "text/row_entries.hpp"

namespace thalweg {

inline constexpr size_t words_at_a_time = 32;
inline constexpr size_t key_padding = 8;  // readable bytes after a WordKey

// Texts that are not split yet.
struct Texts {
  std::span<const std::string_view> texts;

  int64_t n_documents() const { return std::ssize(texts); }
  size_t n_bytes(int64_t d) const { return texts[d].size(); }
  size_t room(int64_t d) const { return Tokenizer::room(texts[d]); }

  template <class Use, class Stopped>
  void for_each_token(int64_t d, Tokenizer& tokenizer, char* out, Use&& use,
                      Stopped&& stopped) const {
    tokenizer.for_each_token(texts[d], out, use, stopped);
  }
};

// Texts that the caller has split into tokens.
struct Lists {
  const TokenLists& lists;

  int64_t n_documents() const { return std::ssize(lists.offsets) - 1; }
  size_t n_bytes(int64_t d) const {
    size_t n_bytes = 0;
    for (const std::string_view token : of(d)) n_bytes += token.size() + 1;
    return n_bytes;
  }
  size_t room(int64_t d) const { return n_bytes(d) + key_padding; }

  template <class Use, class Stopped>
  void for_each_token(int64_t d, Tokenizer&, char* out, Use&& use, Stopped&& stopped) const {
    int64_t n_tokens = 0;
    for (const std::string_view token : of(d)) {
      if (++n_tokens % 4096 == 0 && stopped()) return;
      if (!token.empty()) out = use(std::copy(token.begin(), token.end(), out));
    }
  }

 private:
  std::span<const std::string_view> of(int64_t d) const {
    const int64_t* offset = &lists.offsets[d];
    return std::span(lists.tokens)
        .subspan(static_cast<size_t>(offset[0]), static_cast<size_t>(offset[1] - offset[0]));
  }
};

// How often a word was seen: in the document under way, and in this block so far.
struct WordCounter::Tally {
  uint32_t in_document = 0;
  uint32_t documents = 0;
  uint32_t total = 0;
};

struct WordCounter::Sorting {
  RowEntries<int32_t> entries;
  std::vector<int64_t> next;  // place of each row
};

// Documents first..last and what was counted in them. A word that was not in the table has the
// preliminary id n_known + its place among new_words, until new_ids are known.
struct WordCounter::Block {
  struct Sum {
    int32_t id;
    uint32_t documents;
    uint32_t total;
  };

  int64_t first, last;
  int64_t n_known = 0;
  std::optional<WordTable> new_words;  // most blocks have few, some none
  std::vector<int32_t> new_ids;        // what new_words became
  std::vector<int32_t> words, counts;  // rows, one after the other
  std::vector<int64_t> row_ends;
  std::vector<Sum> sums;

  int32_t final_id(int32_t id) const { return id < n_known ? id : new_ids[id - n_known]; }

  void write_rows(Sorting& sorting, int64_t start, int32_t* out_words, int32_t* out_counts,
                  int64_t* out_ends) const;
};

// Writes the rows with final ids in ascending order.
inline void WordCounter::Block::write_rows(Sorting& sorting, int64_t start, int32_t* out_words,
                                           int32_t* out_counts, int64_t* out_ends) const {
  auto& [entries, next] = sorting;
  entries.clear();
  next.assign(1, 0);
  for (size_t row = 0, i = 0; row < row_ends.size(); ++row) {
    for (; i < static_cast<size_t>(row_ends[row]); ++i)
      entries.add(final_id(words[i]), static_cast<uint32_t>(row), counts[i]);
    next.push_back(row_ends[row]);
    out_ends[row] = start + row_ends[row];
  }
  for (const auto& entry : entries.sorted()) {
    const int64_t place = next[entry.row]++;
    out_words[place] = static_cast<int32_t>(entry.word);
    out_counts[place] = entry.count;
  }
}

// What a thread needs and keeps from call to call. All tallies are zero between blocks.
struct WordCounter::Scratch {
  struct Token {
    size_t begin, end;  // in the buffer
    int32_t gate;       // id as the first half of a phrase
  };

  Tokenizer tokenizer;
  std::vector<Tally> tallies;
  std::vector<WordKey> queued;  // in the buffer
  std::unique_ptr<char[]> buffer;
  size_t capacity = 0;
  std::vector<Token> tokens;
  std::string phrase;
  Sorting sorting;

  explicit Scratch(const TokenSettings& settings) : tokenizer(settings) {}

  char* reserve(size_t n_bytes) {
    if (n_bytes > capacity) {
      buffer = std::unique_ptr<char[]>(new char[n_bytes]);
      capacity = n_bytes;
    }
    return buffer.get();
  }
};

// Counts the documents of one block, or keeps their words in order.
class WordCounter::BlockCounter {
 public:
  BlockCounter(const WordCounter& counter, Scratch& scratch, Block& block, bool in_order = false)
      : counter_(counter), scratch_(scratch), block_(block), in_order_(in_order) {
    block.n_known = counter.n_words();
    if (scratch.tallies.size() < static_cast<size_t>(block.n_known))
      scratch.tallies.resize(block.n_known);
  }

  template <class Source, class Stopped>
  void count(const Source& source, int64_t d, Stopped& stopped) {
    if (source.n_bytes(d) > static_cast<size_t>(std::numeric_limits<int32_t>::max()))
      throw std::length_error("document " + std::to_string(d) + " is longer than 2 GB");
    char* buffer = scratch_.reserve(source.room(d));
    if (counter_.single_tokens_) {
      char* begin = buffer;
      const auto count_token = [&](char* end) {
        queue(begin, static_cast<size_t>(end - begin));
        return begin = scratch_.queued.empty() ? buffer : end;
      };
      source.for_each_token(d, scratch_.tokenizer, buffer, count_token, stopped);
    } else {
      collect(source, d, buffer, stopped);
      join_phrases(buffer);
      count_ngrams(buffer);
    }
    count_queued();
    end_row();
  }

  void end_block() {
    block_.sums.reserve(touched_.size());
    for (const int32_t id : touched_) {
      Tally& tally = scratch_.tallies[id];
      block_.sums.push_back({id, tally.documents, tally.total});
      tally = {};
    }
  }

 private:
  // Writes the tokens that are not stop words one after the other, separated by spaces.
  template <class Source, class Stopped>
  void collect(const Source& source, int64_t d, char* buffer, Stopped& stopped) {
    scratch_.tokens.clear();
    char* begin = buffer;
    const auto keep = [&](char* end) {
      const int32_t gate = counter_.gate_.find({begin, static_cast<size_t>(end - begin)});
      if (gate == WordTable::stop) return begin;
      scratch_.tokens.push_back(
          {static_cast<size_t>(begin - buffer), static_cast<size_t>(end - buffer), gate});
      *end = ' ';
      return begin = end + 1;
    };
    source.for_each_token(d, scratch_.tokenizer, buffer, keep, stopped);
  }

  // Greedily from left to right; the space between the halves becomes an underscore.
  void join_phrases(char* buffer) {
    auto& tokens = scratch_.tokens;
    size_t n_kept = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
      Scratch::Token token = tokens[i];
      if (token.gate >= 0 && i + 1 < tokens.size() && is_phrase(token, tokens[i + 1], buffer)) {
        buffer[token.end] = '_';
        token.end = tokens[++i].end;
      }
      tokens[n_kept++] = token;
    }
    tokens.resize(n_kept);
  }

  bool is_phrase(const Scratch::Token& a, const Scratch::Token& b, const char* buffer) {
    scratch_.phrase = phrase_key(a.gate, {buffer + b.begin, b.end - b.begin});
    const size_t size = scratch_.phrase.size();
    scratch_.phrase.append(key_padding, '\0');
    return counter_.phrases_.find({scratch_.phrase.data(), size}) >= 0;
  }

  // An n-gram is a stretch of the buffer.
  void count_ngrams(const char* buffer) {
    const auto& tokens = scratch_.tokens;
    const size_t shortest = static_cast<size_t>(counter_.ngrams_.first);
    const size_t longest = static_cast<size_t>(counter_.ngrams_.second);
    for (size_t i = 0; i < tokens.size(); ++i)
      for (size_t n = shortest; n <= longest && i + n <= tokens.size(); ++n)
        queue(buffer + tokens[i].begin, tokens[i + n - 1].end - tokens[i].begin);
  }

  // Words are looked up some at a time, while the table comes into the cache.
  void queue(const char* bytes, size_t size) {
    scratch_.queued.emplace_back(bytes, size);
    counter_.words_.prefetch_slot(scratch_.queued.back());
    if (scratch_.queued.size() == words_at_a_time) count_queued();
  }

  void count_queued() {
    for (const WordKey& key : scratch_.queued) {
      const int32_t id = counter_.words_.prefetch_word(key);
      if (id >= 0) __builtin_prefetch(&scratch_.tallies[id]);
    }
    for (const WordKey& key : scratch_.queued) count_word(key);
    scratch_.queued.clear();
  }

  void count_word(const WordKey& key) {
    int32_t id = counter_.words_.find(key);
    if (in_order_) {
      if (id != WordTable::stop) block_.words.push_back(id);
      return;
    }
    if (id < 0) {
      if (id == WordTable::stop || !counter_.growing_) return;
      id = new_word(key);
    }
    if (scratch_.tallies[id].in_document++ == 0) block_.words.push_back(id);
  }

  int32_t new_word(const WordKey& key) {
    if (!block_.new_words) block_.new_words.emplace();
    const int64_t id = block_.n_known + block_.new_words->find_or_add(key);
    if (id > std::numeric_limits<int32_t>::max())
      throw std::length_error("too many distinct words: ids have 32 bits");
    if (static_cast<size_t>(id) >= scratch_.tallies.size())
      scratch_.tallies.resize(static_cast<size_t>(id) + 1);
    return static_cast<int32_t>(id);
  }

  void end_row() {
    for (size_t i = block_.counts.size(); !in_order_ && i < block_.words.size(); ++i) {
      Tally& tally = scratch_.tallies[block_.words[i]];
      if (tally.documents++ == 0) touched_.push_back(block_.words[i]);
      tally.total += tally.in_document;
      block_.counts.push_back(static_cast<int32_t>(tally.in_document));
      tally.in_document = 0;
    }
    block_.row_ends.push_back(static_cast<int64_t>(block_.words.size()));
  }

 public:
  static std::string phrase_key(int32_t first_half, std::string_view second_half) {
    std::string key(sizeof first_half, '\0');
    std::memcpy(key.data(), &first_half, sizeof first_half);
    return key.append(second_half);
  }

 private:
  const WordCounter& counter_;
  Scratch& scratch_;
  Block& block_;
  const bool in_order_;
  std::vector<int32_t> touched_;  // different words of the block
};

}  // namespace thalweg
