// Documents as the rows of a CSR matrix, in whatever number types the caller has.
//
// A row is converted when it is read; nothing of the corpus is copied as a whole. It is also
// checked then: the arrays may be those of a damaged file, or another thread may have changed them
// since the caller checked them. No number in them may make the core write outside of its memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "input_error.hpp"

namespace thalweg {

enum class IndexType { int32, int64 };
enum class CountType { float32, float64, int32, int64, uint8, uint16 };

// A float adds ones exactly up to here. Documents.LARGEST_COUNT in Python.
constexpr int64_t largest_count = int64_t{1} << 24;

// From 0 to largest_count; not NaN.
template <class Count>
constexpr bool is_count(Count count) {
  if constexpr (std::is_floating_point_v<Count>)
    return count >= 0 && count <= static_cast<Count>(largest_count);
  else if constexpr (sizeof(Count) <= 2 && std::is_unsigned_v<Count>)
    return true;
  else
    return static_cast<std::make_unsigned_t<Count>>(count) <= largest_count;
}

// From 0 to n_words - 1.
template <class Id>
constexpr bool is_word(Id id, uint32_t n_words) {
  return static_cast<std::make_unsigned_t<Id>>(id) < n_words;
}

struct Documents {
  const int64_t* offsets;  // CSR indptr
  const void* words;       // CSR indices
  const void* counts;      // CSR data
  IndexType word_type;
  CountType count_type;
  int64_t n_documents;
  int64_t n_stored;  // entries that `words` and `counts` have

  struct Row {
    int64_t first;  // entry
    int64_t n_entries;
  };

  // Where the entries of a document are; InputError if there is no such document, or if it is not
  // inside of the arrays.
  Row row(int64_t document) const {
    if (document >= 0 && document < n_documents) {
      const int64_t first = offsets[document], last = offsets[document + 1];
      if (0 <= first && first <= last && last <= n_stored) return {first, last - first};
    }
    reject(document, "is not within the arrays of the documents");
  }

  // Throws an InputError about a document.
  [[noreturn]] static void reject(int64_t document, const std::string& what) {
    throw InputError("row " + std::to_string(document) + " of the documents " + what +
                     ". Do not change a matrix while it is used; check a stored corpus with "
                     "Corpus.open(folder, verify=True) and build it again if it is damaged.");
  }

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
    const auto [first, n] = row(document);
    use(static_cast<const Index*>(words) + first, static_cast<const Count*>(counts) + first, n);
  }
};

}  // namespace thalweg
