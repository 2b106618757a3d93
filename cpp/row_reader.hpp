// Reads documents into a block: words become rows, numbered as they first occur.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "documents.hpp"
#include "kernel.hpp"
#include "scratch.hpp"

namespace thalweg {

struct DocumentLength {
  double length;  // C_j
  bool whole;     // no fractional counts
};

class RowReader {
 public:
  int64_t n_rows() const { return words_.size(); }
  const uint32_t* words() const { return words_.data(); }  // by row
  void clear() { words_.clear(); }

  // Appends a document's entries; zero counts are left out.
  DocumentLength read(const Documents& documents, int64_t document, WordRows& word_rows,
                      Stack<Entry>& entries) {
    const int64_t first = entries.size(), n_known = words_.size();
    const int64_t n_entries = documents.n_entries(document);
    Entry* const out = entries.extend(n_entries);
    words_.extend(n_entries + 1);
    uint32_t* const words = words_.data();
    uint32_t* const rows = word_rows.get();
    DocumentLength measured{};
    // This loop sees every entry of the corpus: plain locals, and no branch to mispredict.
    documents.read(document, [&](const auto* ids, const auto* counts, int64_t n) {
      auto n_words = static_cast<uint32_t>(n_known);
      int64_t n_kept = 0;
      for (int64_t i = 0; i < n; ++i) {
        const auto word = static_cast<uint32_t>(ids[i]);
        if (counts[i] == 0) continue;
        const uint32_t known = rows[word];
        const uint32_t is_new = known == 0;
        const uint32_t row = known + is_new * (n_words + 1);
        words[n_words] = word;
        n_words += is_new;
        rows[word] = row;
        out[n_kept++] = {row - 1, static_cast<float>(counts[i])};
      }
      words_.truncate(n_words);
      entries.truncate(first + n_kept);
      measured = measure(counts, n);
    });
    return measured;
  }

  // A further row for a word that has one.
  uint32_t add_row(uint32_t word) {
    words_.push(word);
    return static_cast<uint32_t>(words_.size() - 1);
  }

  // Forgets the words in the thread's map; the rows stay.
  void release(WordRows& word_rows) const {
    for (int64_t row = 0; row < n_rows(); ++row) word_rows.get()[words()[row]] = 0;
  }

 private:
  template <class Count>
  static DocumentLength measure(const Count* counts, int64_t n) {
    if constexpr (std::is_integral_v<Count>) {
      int64_t length = 0;
      for (int64_t i = 0; i < n; ++i) length += counts[i];
      return {static_cast<double>(length), true};
    } else {
      double length = 0;
      bool whole = true;
      for (int64_t i = 0; i < n; ++i) {
        length += counts[i];
        whole &= counts[i] == std::floor(counts[i]);
      }
      return {length, whole};
    }
  }

  Stack<uint32_t> words_;
};

}  // namespace thalweg
