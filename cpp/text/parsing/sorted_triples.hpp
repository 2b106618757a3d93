// The usual body of a UCI docword or MatrixMarket file, straight to rows of counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "parallel/workers.hpp"
#include "text/counted_rows.hpp"

namespace thalweg {

struct TriplesShape {
  int64_t n_documents;
  int64_t n_words;
  int64_t n_entries;
};

// Lines "document word count\n", ids from 1, in the order of documents and words, whole counts from
// 1 to largest_count, documents of up to seven digits, words and counts of up to eight.
// std::nullopt: the lines differ from this, and parse_triples says how; or the caller cancelled.
std::optional<CountedRows> parse_sorted_triples(std::string_view data, const TriplesShape& shape,
                                                int32_t largest_count, const Workers& workers);

}  // namespace thalweg
