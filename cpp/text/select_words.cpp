#include "text/select_words.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"
#include "text/row_entries.hpp"

namespace thalweg {
namespace {

constexpr int64_t entries_per_block = int64_t{1} << 16;

template <class Count>
struct SelectedBlock {
  int64_t first, last;  // rows
  std::vector<int32_t> words;
  std::vector<Count> counts;
  std::vector<int64_t> row_ends;
};

template <class Count>
std::vector<SelectedBlock<Count>> divide(const RowsView<Count>& rows) {
  const auto& offsets = rows.offsets;
  if (offsets.empty() || rows.words.size() != rows.counts.size() || offsets.front() < 0 ||
      !std::is_sorted(offsets.begin(), offsets.end()) ||
      offsets.back() > static_cast<int64_t>(rows.words.size()))
    throw std::invalid_argument("offsets, words and counts do not fit together");
  std::vector<SelectedBlock<Count>> blocks;
  const int64_t n_rows = std::ssize(offsets) - 1;
  for (int64_t row = 0; row < n_rows;) {
    const int64_t first = row;
    const int64_t limit = offsets[row] + entries_per_block;
    do ++row;
    while (row < n_rows && row - first < entries_per_block && offsets[row] < limit);
    blocks.push_back({first, row, {}, {}, {}});
  }
  return blocks;
}

template <class Count>
Count sum(Count a, Count b) {
  if constexpr (std::is_floating_point_v<Count>) {
    return a + b;
  } else {
    Count total;
    if (__builtin_add_overflow(a, b, &total))
      throw std::overflow_error("the sum of two counts does not fit their type");
    return total;
  }
}

// Where words were merged, a row is shorter than the room it was given.
template <class Count>
void close_gaps(const std::vector<int64_t>& begins, const std::vector<int64_t>& ends,
                SelectedBlock<Count>& block) {
  int64_t end = 0;
  for (size_t row = 0; row < begins.size(); ++row) {
    if (begins[row] != end) {
      std::copy(&block.words[0] + begins[row], &block.words[0] + ends[row], &block.words[0] + end);
      std::copy(&block.counts[0] + begins[row], &block.counts[0] + ends[row],
                &block.counts[0] + end);
    }
    end += ends[row] - begins[row];
    block.row_ends.push_back(end);
  }
  block.words.resize(end);
  block.counts.resize(end);
}

template <class Count>
void select(const RowsView<Count>& rows, std::span<const int32_t> mapping,
            RowEntries<Count>& entries, SelectedBlock<Count>& block) {
  entries.clear();
  std::vector<int64_t> begins;  // of each row, and where its next entry goes
  int64_t n_entries = 0;
  for (int64_t row = block.first; row < block.last; ++row) {
    begins.push_back(n_entries);
    const int64_t* offset = &rows.offsets[row];
    for (int64_t i = offset[0]; i < offset[1]; ++i) {
      const int32_t word = rows.words[i];
      if (word < 0 || static_cast<size_t>(word) >= mapping.size())
        throw std::invalid_argument("a word id has no place in the mapping");
      const int32_t chosen = mapping[word];
      if (chosen < 0) continue;
      entries.add(chosen, static_cast<uint32_t>(row - block.first), rows.counts[i]);
      ++n_entries;
    }
  }
  std::vector<int64_t> ends = begins;
  block.words.resize(n_entries);
  block.counts.resize(n_entries);
  for (const auto& entry : entries.sorted()) {
    const auto word = static_cast<int32_t>(entry.word);
    const auto end = static_cast<size_t>(ends[entry.row]);
    if (ends[entry.row] > begins[entry.row] && block.words[end - 1] == word) {
      block.counts[end - 1] = sum(block.counts[end - 1], entry.count);
    } else {
      block.words[end] = word;
      block.counts[end] = entry.count;
      ++ends[entry.row];
    }
  }
  close_gaps(begins, ends, block);
}

}  // namespace

template <class Count>
std::optional<SelectedRows<Count>> select_words(const RowsView<Count>& rows,
                                                std::span<const int32_t> mapping,
                                                const Workers& workers) {
  std::vector<SelectedBlock<Count>> blocks = divide(rows);
  const int64_t n_blocks = std::ssize(blocks);
  ThreadPool pool(workers, n_blocks);
  Cancellation cancellation(workers);
  const auto ask = [&] { cancellation.ask_now(); };
  std::vector<RowEntries<Count>> entries(static_cast<size_t>(pool.n_threads()));
  const auto select_block = [&](int64_t task, int thread) {
    const Poll poll = cancellation.poll(thread);
    if (!poll.cancelled(poll.context)) select(rows, mapping, entries[thread], blocks[task]);
  };
  pool.run(n_blocks, select_block, ask);
  if (cancellation.requested()) return std::nullopt;

  std::vector<int64_t> starts;
  int64_t n_entries = 0;
  for (const SelectedBlock<Count>& block : blocks) {
    starts.push_back(n_entries);
    n_entries += std::ssize(block.words);
  }
  SelectedRows<Count> selected{OwnedArray<int64_t>(static_cast<int64_t>(rows.offsets.size())),
                               OwnedArray<int32_t>(n_entries), OwnedArray<Count>(n_entries)};
  selected.offsets.data()[0] = 0;
  pool.run(n_blocks, [&](int64_t task, int) {
    const SelectedBlock<Count>& block = blocks[task];
    const int64_t start = starts[task];
    std::copy(block.words.begin(), block.words.end(), selected.words.data() + start);
    std::copy(block.counts.begin(), block.counts.end(), selected.counts.data() + start);
    std::transform(block.row_ends.begin(), block.row_ends.end(),
                   selected.offsets.data() + block.first + 1,
                   [&](int64_t end) { return start + end; });
  });
  return selected;
}

#define THALWEG_SELECT_WORDS(Count)                         \
  template std::optional<SelectedRows<Count>> select_words( \
      const RowsView<Count>&, std::span<const int32_t>, const Workers& workers);
THALWEG_SELECT_WORDS(float)
THALWEG_SELECT_WORDS(double)
THALWEG_SELECT_WORDS(int32_t)
THALWEG_SELECT_WORDS(int64_t)
THALWEG_SELECT_WORDS(uint8_t)
THALWEG_SELECT_WORDS(uint16_t)
#undef THALWEG_SELECT_WORDS

}  // namespace thalweg
