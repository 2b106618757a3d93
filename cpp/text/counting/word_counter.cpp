// Counting in parallel with ids that do not depend on it.
//
// Documents are divided into blocks. A block looks words up in the table, which does not change
// meanwhile, and collects those it does not find in a table of its own. After a wave of blocks
// their new words enter the table, block after block: an id says how early a word was first seen.
// Waves grow, since the first ones bring most of the words.
#include "text/counting/word_counter.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"
#include "text/row_entries.hpp"

namespace thalweg {
namespace {

constexpr int64_t bytes_per_block = int64_t{1} << 17;
constexpr int64_t documents_per_block = 4096;
constexpr int64_t first_wave = 4, largest_wave = 256;  // blocks
constexpr size_t words_at_a_time = 32;
constexpr size_t most_idle = 64, most_idle_bytes = size_t{1} << 22;  // scratches to keep
constexpr size_t key_padding = 8;  // readable bytes after a WordKey

template <class Use>
void with_key(std::string_view word, Use&& use) {
  std::string padded(word);
  padded.append(key_padding, '\0');
  use(WordKey(padded.data(), word.size()));
}

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

}  // namespace

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
void WordCounter::Block::write_rows(Sorting& sorting, int64_t start, int32_t* out_words,
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

WordCounter::WordCounter(const CounterSettings& settings)
    : token_settings_(settings.tokens),
      ngrams_(settings.ngrams),
      single_tokens_(settings.ngrams == std::pair<int64_t, int64_t>(1, 1) &&
                     settings.phrases.empty()),
      growing_(!settings.vocabulary) {
  if (ngrams_.first < 1 || ngrams_.second < ngrams_.first)
    throw std::invalid_argument("n-grams must have 1 <= shortest <= longest");
  if (settings.tokens.min_length < 1) throw std::invalid_argument("min_length must be at least 1");
  if (settings.vocabulary) {
    for (const std::string& word : *settings.vocabulary)
      with_key(word, [&](const WordKey& key) {
        if (words_.find(key) != WordTable::absent)
          throw std::invalid_argument("the vocabulary has '" + word + "' twice");
        words_.find_or_add(key);
      });
  }
  for (const auto& phrase_words : settings.phrases)
    with_key(phrase_words.first, [&](const WordKey& key) {
      with_key(BlockCounter::phrase_key(gate_.find_or_add(key), phrase_words.second),
               [&](const WordKey& phrase) { phrases_.find_or_add(phrase); });
    });
  for (const std::string& word : settings.stop_words)
    with_key(word, [&](const WordKey& key) { (single_tokens_ ? words_ : gate_).make_stop(key); });
}

WordCounter::~WordCounter() = default;

std::optional<CountedRows> WordCounter::count(std::span<const std::string_view> texts,
                                              const Workers& workers) {
  return count_all(Texts{texts}, workers);
}

std::optional<CountedRows> WordCounter::count(const TokenLists& documents, const Workers& workers) {
  return count_all(Lists{documents}, workers);
}

void WordCounter::add_new_words(Block& block) {
  if (!block.new_words) return;
  const int64_t n_new = block.new_words->n_ids();
  block.new_ids.reserve(n_new);
  for (int64_t id = 0; id < n_new; ++id)
    block.new_ids.push_back(words_.find_or_add(block.new_words->key(id)));
  block.new_words.reset();
}

std::optional<OrderedWords> WordCounter::in_order(std::span<const std::string_view> texts,
                                                  const Workers& workers) const {
  return all_in_order(Texts{texts}, workers);
}

std::optional<OrderedWords> WordCounter::in_order(const TokenLists& documents,
                                                  const Workers& workers) const {
  return all_in_order(Lists{documents}, workers);
}

// Neither waits for a lock: a lock may belong to a thread that is not there after a fork.
WordCounter::Scratches WordCounter::take_scratches(int n_threads) {
  Scratches scratches;
  scratches.reserve(static_cast<size_t>(n_threads));
  if (const std::unique_lock lock(idle_lock_, std::try_to_lock); lock.owns_lock())
    for (; std::ssize(scratches) < n_threads && !idle_.empty(); idle_.pop_back())
      scratches.push_back(std::move(idle_.back()));
  while (std::ssize(scratches) < n_threads)
    scratches.push_back(std::make_unique<Scratch>(token_settings_));
  return scratches;
}

void WordCounter::give_back(Scratches&& scratches) {
  if (const std::unique_lock lock(idle_lock_, std::try_to_lock); lock.owns_lock())
    for (auto& scratch : scratches)
      if (idle_.size() < most_idle && scratch->capacity <= most_idle_bytes)
        idle_.push_back(std::move(scratch));
}

template <class Source>
std::vector<WordCounter::Block> WordCounter::divide(const Source& source) {
  std::vector<Block> blocks;
  const int64_t n_documents = source.n_documents();
  for (int64_t d = 0; d < n_documents;) {
    const int64_t first = d;
    int64_t n_bytes = 0;
    while (d < n_documents && n_bytes < bytes_per_block && d - first < documents_per_block)
      n_bytes += static_cast<int64_t>(source.n_bytes(d++));
    blocks.emplace_back().first = first;
    blocks.back().last = d;
  }
  return blocks;
}

template <class Source>
std::optional<OrderedWords> WordCounter::all_in_order(const Source& source,
                                                      const Workers& workers) const {
  if (growing_) throw std::invalid_argument("in_order: expected a counter with a vocabulary");
  std::vector<Block> blocks = divide(source);
  const int64_t n_blocks = std::ssize(blocks);
  ThreadPool pool(workers, n_blocks);
  Cancellation cancellation(workers);
  std::vector<Scratch> scratch;
  for (int thread = 0; thread < pool.n_threads(); ++thread) scratch.emplace_back(token_settings_);
  const auto read_block = [&](int64_t task, int thread) {
    const Poll poll = cancellation.poll(thread);
    auto stopped = [&] { return poll.cancelled(poll.context); };
    Block& block = blocks[task];
    BlockCounter counter(*this, scratch[thread], block, true);
    for (int64_t d = block.first; d < block.last && !stopped(); ++d)
      counter.count(source, d, stopped);
  };
  pool.run(n_blocks, read_block, [&] { cancellation.ask_now(); });
  if (cancellation.requested()) return std::nullopt;

  int64_t n_words = 0;
  for (const Block& block : blocks) n_words += std::ssize(block.words);
  OrderedWords ordered{OwnedArray<int64_t>(source.n_documents() + 1), OwnedArray<int32_t>(n_words)};
  int64_t start = 0;
  int64_t* offset = ordered.offsets.data();
  *offset = 0;
  for (const Block& block : blocks) {
    std::copy(block.words.begin(), block.words.end(), ordered.words.data() + start);
    for (const int64_t end : block.row_ends) *++offset = start + end;
    start += std::ssize(block.words);
  }
  return ordered;
}

template <class Source>
std::optional<CountedRows> WordCounter::count_all(const Source& source, const Workers& workers) {
  std::vector<Block> blocks = divide(source);
  const int64_t n_documents = source.n_documents();
  const int64_t n_blocks = std::ssize(blocks);

  ThreadPool pool(workers, n_blocks);
  Cancellation cancellation(workers);
  const auto ask = [&] { cancellation.ask_now(); };
  const int64_t n_known = n_words();
  // The scratches are dropped then: they have tallies of a block that was counted half-way.
  const auto restore = [&] {
    if (growing_) words_.shrink(n_known);
  };
  try {
    Scratches scratches = take_scratches(pool.n_threads());

    int64_t wave = first_wave;
    for (int64_t done = 0; done < n_blocks; wave = std::min(2 * wave, largest_wave)) {
      const int64_t n_now = std::min(wave, n_blocks - done);
      const auto count_block = [&](int64_t task, int thread) {
        const Poll poll = cancellation.poll(thread);
        auto stopped = [&] { return poll.cancelled(poll.context); };
        Block& block = blocks[done + task];
        BlockCounter counter(*this, *scratches[thread], block);
        for (int64_t d = block.first; d < block.last && !stopped(); ++d)
          counter.count(source, d, stopped);
        counter.end_block();
      };
      pool.run(n_now, count_block, ask);
      if (cancellation.requested()) {
        restore();
        return std::nullopt;
      }
      for (const int64_t end = done + n_now; done < end; ++done) add_new_words(blocks[done]);
    }

    int64_t n_entries = 0;
    std::vector<int64_t> starts;
    for (const Block& block : blocks) {
      starts.push_back(n_entries);
      n_entries += std::ssize(block.words);
    }
    CountedRows rows{OwnedArray<int64_t>(n_documents + 1), OwnedArray<int32_t>(n_entries),
                     OwnedArray<int32_t>(n_entries)};
    rows.offsets.data()[0] = 0;
    const auto write_block = [&](int64_t task, int thread) {
      const Poll poll = cancellation.poll(thread);
      if (poll.cancelled(poll.context)) return;
      const Block& block = blocks[task];
      const int64_t start = starts[task];
      block.write_rows(scratches[thread]->sorting, start, rows.words.data() + start,
                       rows.counts.data() + start, rows.offsets.data() + block.first + 1);
    };
    pool.run(n_blocks, write_block, ask);
    if (growing_) {
      document_frequencies_.reserve(n_words());
      term_frequencies_.reserve(n_words());
    }
    if (cancellation.requested()) {
      restore();
      return std::nullopt;
    }
    give_back(std::move(scratches));
    if (!growing_) return rows;
    // From here on nothing can fail.
    document_frequencies_.resize(n_words());
    term_frequencies_.resize(n_words());
    for (const Block& block : blocks)
      for (const auto& [id, documents, total] : block.sums) {
        document_frequencies_[block.final_id(id)] += documents;
        term_frequencies_[block.final_id(id)] += total;
      }
    return rows;
  } catch (...) {
    restore();
    throw;
  }
}

std::vector<int64_t> WordCounter::prune(int64_t min_df) {
  if (!growing_) throw std::invalid_argument("prune: a given vocabulary cannot be pruned");
  std::vector<int64_t> removed;
  for (int64_t id = 0; id < n_words(); ++id)
    if (document_frequencies_[id] < min_df && !word(id).empty()) removed.push_back(id);
  words_ = words_.without([&](int32_t id) { return document_frequencies_[id] < min_df; });
  return removed;
}

int64_t WordCounter::n_bytes() const {
  return words_.n_bytes() +
         static_cast<int64_t>((document_frequencies_.capacity() + term_frequencies_.capacity()) *
                              sizeof(int64_t));
}

}  // namespace thalweg
