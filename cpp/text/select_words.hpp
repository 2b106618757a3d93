// Rows of counts under new word ids: some words are dropped, others are merged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "parallel/owned_array.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

// A CSR matrix that is read, in memory or in a mapped file.
template <class Count>
struct RowsView {
  std::span<const int64_t> offsets;
  std::span<const int32_t> words;
  std::span<const Count> counts;
};

template <class Count>
struct SelectedRows {
  OwnedArray<int64_t> offsets;
  OwnedArray<int32_t> words;
  OwnedArray<Count> counts;
};

// Word w becomes mapping[w], or is dropped if that is -1. Each row is sorted by the new ids; counts
// of merged words are added up. std::nullopt: cancelled. For float, double, int32_t, int64_t,
// uint8_t and uint16_t.
template <class Count>
std::optional<SelectedRows<Count>> select_words(const RowsView<Count>& rows,
                                                std::span<const int32_t> mapping,
                                                const Workers& workers);

}  // namespace thalweg
