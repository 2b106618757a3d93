// Documents as the rows of a CSR matrix, in whatever number types the caller has.
//
// A row is converted when it is read; nothing of the corpus is copied as a whole.
#pragma once

#include <algorithm>
#include <cstdint>

namespace thalweg {

enum class IndexType { int32, int64 };
enum class CountType { float32, float64, int32, int64, uint8, uint16 };

struct Documents {
  const int64_t* offsets;  // CSR indptr
  const void* words;       // CSR indices
  const void* counts;      // CSR data
  IndexType word_type;
  CountType count_type;

  int64_t n_entries(int64_t document) const { return offsets[document + 1] - offsets[document]; }

  // Calls use(words, counts, n) with typed pointers to the entries of a document.
  template <class Use>
  void read(int64_t document, Use&& use) const {
    if (word_type == IndexType::int32) return read_counts<int32_t>(document, use);
    return read_counts<int64_t>(document, use);
  }

  // Asks for the first entries of a document that will be read soon; rows come in random order.
  void prefetch(int64_t document) const {
    const auto fetch = [&](const void* array, int64_t width) {
      const char* first = static_cast<const char*>(array) + offsets[document] * width;
      const int64_t n_bytes = std::min<int64_t>(n_entries(document) * width, 2048);
      for (int64_t byte = 0; byte < n_bytes; byte += 64) __builtin_prefetch(first + byte);
    };
    fetch(words, word_type == IndexType::int32 ? 4 : 8);
    fetch(counts, count_width());
  }

 private:
  int64_t count_width() const {
    switch (count_type) {
      case CountType::float64:
      case CountType::int64:
        return 8;
      case CountType::uint8:
        return 1;
      case CountType::uint16:
        return 2;
      default:
        return 4;
    }
  }

  template <class Index, class Use>
  void read_counts(int64_t document, Use& use) const {
    switch (count_type) {
      case CountType::float32:
        return read_row<Index, float>(document, use);
      case CountType::float64:
        return read_row<Index, double>(document, use);
      case CountType::int32:
        return read_row<Index, int32_t>(document, use);
      case CountType::int64:
        return read_row<Index, int64_t>(document, use);
      case CountType::uint8:
        return read_row<Index, uint8_t>(document, use);
      case CountType::uint16:
        return read_row<Index, uint16_t>(document, use);
    }
  }

  template <class Index, class Count, class Use>
  void read_row(int64_t document, Use& use) const {
    const int64_t first = offsets[document];
    use(static_cast<const Index*>(words) + first, static_cast<const Count*>(counts) + first,
        n_entries(document));
  }
};

}  // namespace thalweg
