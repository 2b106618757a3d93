// Counting in parallel with ids that do not depend on it.
//
// Documents are divided into blocks. A block looks words up in the table, which does not change
// meanwhile, and collects those it does not find in a table of its own. After a wave of blocks
// their new words enter the table, block after block: an id says how early a word was first seen.
// Waves grow, since the first ones bring most of the words.
#include "text/counting/word_counter.hpp"

#include <algorithm>
#include <stdexcept>

#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"
#include "text/counting/block_counter.hpp"

namespace thalweg {
namespace {

constexpr int64_t bytes_per_block = int64_t{1} << 17;
constexpr int64_t documents_per_block = 4096;
constexpr int64_t first_wave = 4, largest_wave = 256;                // blocks
constexpr size_t most_idle = 64, most_idle_bytes = size_t{1} << 22;  // scratches to keep

template <class Use>
void with_key(std::string_view word, Use&& use) {
  std::string padded(word);
  padded.append(key_padding, '\0');
  use(WordKey(padded.data(), word.size()));
}

}  // namespace

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
