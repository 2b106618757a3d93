// Counting of word pairs: conversion of arguments only.
#include <nanobind/ndarray.h>

#include <optional>
#include <span>

#include "binding/arrays.hpp"
#include "binding/module.hpp"
#include "text/pair_counts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class Id>
std::optional<int64_t> count_typed(const Vector<int64_t>& offsets, const AnyVector& words,
                                   int64_t window, const thalweg::WantedPairs& wanted,
                                   const thalweg::PairCounts& counts, int n_threads) {
  const thalweg::WordSequences<Id> documents{
      {offsets.data(), offsets.shape(0)}, {static_cast<const Id*>(words.data()), words.shape(0)}};
  const nb::gil_scoped_release release;
  return thalweg::count_pairs(documents, window, wanted, counts, interruptible_workers(n_threads));
}

int64_t count_pairs(Vector<int64_t> offsets, AnyVector words, int64_t window,
                    Vector<int32_t> places, Matrix<int32_t> pairs,
                    MutableVector<int64_t> word_counts, MutableVector<int64_t> pair_counts,
                    int n_threads) {
  const thalweg::WantedPairs wanted{{places.data(), places.shape(0)}, {pairs.data(), pairs.size()}};
  const thalweg::PairCounts counts{{word_counts.data(), word_counts.shape(0)},
                                   {pair_counts.data(), pair_counts.shape(0)}};
  const auto count =
      index_type(words) == thalweg::IndexType::int32 ? count_typed<int32_t> : count_typed<int64_t>;
  const std::optional<int64_t> n_windows = count(offsets, words, window, wanted, counts, n_threads);
  raise_if(!n_windows);
  return *n_windows;
}

}  // namespace

void bind_pairs(nb::module_& m) {
  m.def("count_pairs", count_pairs, nb::kw_only(), "offsets"_a.noconvert(), "words"_a.noconvert(),
        "window"_a, "places"_a.noconvert(), "pairs"_a.noconvert(), "word_counts"_a.noconvert(),
        "pair_counts"_a.noconvert(), "n_threads"_a,
        "Add the windows (0: documents) of words and pairs to the counts; returns their number.");
}
