// Blocks of lines are parsed in parallel into their places of the final arrays: how many lines are
// before a block is known from counting newlines, which costs little.
#include "text/parsing/sorted_triples.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"
#include "text/bytes.hpp"
#include "text/parsing/digits.hpp"
#include "text/parsing/line_blocks.hpp"

namespace thalweg {
namespace {

constexpr size_t bytes_per_block = size_t{1} << 17;
// Three fields of at most eight digits; of each, eight bytes are loaded at once.
constexpr size_t longest_line = 27;
constexpr size_t load_size = 8;

struct Output {
  TriplesShape shape;
  int32_t largest_count;
  int64_t* offsets;
  int32_t* words;
  int32_t* counts;
};

// How far a block has been parsed. Kept in registers: the loops below work on copies.
struct Position {
  const char* at = nullptr;
  const char* end = nullptr;
  int64_t first_entry = 0;
  int64_t entry = 0;
  // How a line of the current document begins, "1740 ": the first prefix_size bytes.
  uint64_t prefix = ~uint64_t{0};
  uint64_t prefix_mask = 0;
  int64_t prefix_size = 0;
  int32_t first_document = 0;
  int32_t first_word = 0;
  int32_t document = 0;
  int32_t word = 0;
  bool valid = true;
};

inline bool field(const char*& at, char end, int32_t& value) {
  const LeadingDigits digits(load_eight(at));
  value = static_cast<int32_t>(digits.value());
  at += digits.n;
  return (*at++ == end) & (digits.n > 0);
}

// The first field of a line that begins another document than the line before.
bool begin_document(Position& p, const char*& at, const Output& out) {
  const char* const begin = at;
  int32_t document;
  if (!field(at, ' ', document) || document <= p.document || document > out.shape.n_documents)
    return false;
  if (p.document == 0)
    p.first_document = document;  // its row may have begun in the block before
  else
    std::fill(out.offsets + p.document, out.offsets + document, p.entry);
  p.document = document;
  p.word = 0;
  p.prefix_size = at - begin;
  p.prefix_mask = p.prefix_size < 8 ? ~(~uint64_t{0} << (8 * p.prefix_size)) : ~uint64_t{0};
  p.prefix = load_eight(begin) & p.prefix_mask;
  return p.prefix_size <= 8;
}

// A line that begins at `at`, of which longest_line + load_size bytes can be read.
inline void parse_line(Position& p, const char*& at, const Output& out) {
  if ((load_eight(at) & p.prefix_mask) == p.prefix) {
    at += p.prefix_size;  // the same document again: nearly always
  } else if (!begin_document(p, at, out)) {
    p.valid = false;
    return;
  }
  int32_t word, count;
  bool valid = field(at, ' ', word);
  if (at[1] == '\n') {  // most counts have one digit
    count = at[0] - '0';
    valid &= count <= 9;
    at += 2;
  } else {
    valid &= field(at, '\n', count);
  }
  if (p.entry == p.first_entry) p.first_word = word;
  valid &= (word > p.word) & (word <= out.shape.n_words);
  valid &= (count > 0) & (count <= out.largest_count);
  out.words[p.entry] = word - 1;
  out.counts[p.entry] = count;
  p.word = word;
  ++p.entry;
  p.valid = valid;
}

// Two blocks at a time: where the next line begins is known late, and the other block's lines fill
// the gap. Stops where one of them ends or is malformed.
void parse_pair(Position& first, Position& second, const char* fast_end, const Output& out) {
  Position a = first, b = second;
  const char* const a_end = std::min(a.end, fast_end);
  const char* const b_end = std::min(b.end, fast_end);
  while (a.at < a_end && b.at < b_end && a.valid && b.valid) {
    parse_line(a, a.at, out);
    parse_line(b, b.at, out);
  }
  first = a;
  second = b;
}

void parse_rest(Position& position, const char* fast_end, const Output& out) {
  Position p = position;
  const char* const end = std::min(p.end, fast_end);
  while (p.at < end && p.valid) parse_line(p, p.at, out);
  // So near to the end of the data that eight bytes cannot be loaded everywhere.
  while (p.at < p.end && p.valid) {
    char copy[longest_line + load_size + 1] = {};
    const size_t n = std::min(static_cast<size_t>(p.end - p.at), longest_line);
    std::copy(p.at, p.at + n, copy);
    if (p.at + n == p.end) copy[n] = '\n';  // which the last line may lack
    const char* at = copy;
    parse_line(p, at, out);
    p.at = std::min(p.at + (at - copy), p.end);
  }
  position = p;
}

}  // namespace

std::optional<CountedRows> parse_sorted_triples(std::string_view data, const TriplesShape& shape,
                                                int32_t largest_count, const Workers& workers) {
  const std::vector<std::string_view> blocks = line_blocks(data, bytes_per_block);
  const int64_t n_blocks = std::ssize(blocks);
  ThreadPool pool(workers, n_blocks);
  Cancellation cancellation(workers);

  std::vector<int64_t> starts(blocks.size() + 1);  // entries before each block
  pool.run(n_blocks, [&](int64_t task, int) {
    const std::string_view text = blocks[task];
    starts[static_cast<size_t>(task) + 1] = n_newlines(text) + (text.back() != '\n');
  });
  for (size_t b = 0; b < blocks.size(); ++b) starts[b + 1] += starts[b];
  if (starts.back() != shape.n_entries) return std::nullopt;

  CountedRows rows{OwnedArray<int64_t>(shape.n_documents + 1), OwnedArray<int32_t>(starts.back()),
                   OwnedArray<int32_t>(starts.back())};
  const Output out{shape, largest_count, rows.offsets.data(), rows.words.data(),
                   rows.counts.data()};
  const char* fast_end =
      data.data() + data.size() - std::min(data.size(), longest_line + load_size);
  std::vector<Position> positions(blocks.size() + 1);  // one more, empty, to make pairs
  std::atomic<bool> valid = true;
  pool.run((n_blocks + 1) / 2, [&](int64_t task, int thread) {
    const Poll poll = cancellation.poll(thread);
    if (!valid.load(std::memory_order_relaxed) || poll.cancelled(poll.context)) return;
    const auto first = static_cast<size_t>(2 * task);
    const size_t last = std::min(first + 2, blocks.size());
    for (size_t b = first; b < last; ++b) {
      positions[b].at = blocks[b].data();
      positions[b].end = blocks[b].data() + blocks[b].size();
      positions[b].first_entry = positions[b].entry = starts[b];
    }
    if (last == first + 2) parse_pair(positions[first], positions[first + 1], fast_end, out);
    for (size_t b = first; b < last; ++b) {
      parse_rest(positions[b], fast_end, out);
      if (!positions[b].valid) valid = false;
    }
  });
  if (!valid || cancellation.requested()) return std::nullopt;

  // Rows that begin where a block begins, and the order across the borders of blocks.
  int32_t document = 0, word = 0;
  for (size_t b = 0; b < blocks.size(); ++b) {
    const Position& p = positions[b];
    if (p.first_document < document) return std::nullopt;
    if (p.first_document == document && p.first_word <= word) return std::nullopt;
    std::fill(out.offsets + document, out.offsets + p.first_document, starts[b]);
    document = p.document;
    word = p.word;
  }
  std::fill(out.offsets + document, out.offsets + shape.n_documents + 1, starts.back());
  return rows;
}

}  // namespace thalweg
