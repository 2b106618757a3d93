// Entries of a block of rows, put in the order of their words.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace thalweg {

// All entries of the block are sorted at once, digit by digit, and can then be distributed to their
// rows: cheaper than sorting row by row.
template <class Count>
class RowEntries {
 public:
  struct Entry {
    uint32_t word;
    uint32_t row;
    Count count;
  };

  void clear() {
    entries_.clear();
    largest_ = 0;
  }

  void add(int32_t word, uint32_t row, Count count) {
    largest_ = std::max(largest_, static_cast<uint32_t>(word));
    entries_.push_back({static_cast<uint32_t>(word), row, count});
  }

  // By word; entries of one word stay in the order in which they were added.
  const std::vector<Entry>& sorted() {
    other_.resize(entries_.size());
    constexpr int bits = 11;
    for (int shift = 0; shift < 32 && largest_ >> shift; shift += bits) {
      std::array<uint32_t, (1 << bits) + 1> places{};
      const auto digit = [&](const Entry& entry) {
        return entry.word >> shift & ((1 << bits) - 1);
      };
      for (const Entry& entry : entries_) ++places[digit(entry) + 1];
      for (size_t d = 1; d < places.size(); ++d) places[d] += places[d - 1];
      for (const Entry& entry : entries_) other_[places[digit(entry)]++] = entry;
      entries_.swap(other_);
    }
    return entries_;
  }

 private:
  std::vector<Entry> entries_, other_;
  uint32_t largest_ = 0;
};

}  // namespace thalweg
