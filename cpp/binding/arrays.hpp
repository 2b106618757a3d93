// Arrays as Python passes them, and documents made of them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>

#include "lda/documents/documents.hpp"
#include "parallel/owned_array.hpp"

template <class T>
using Vector =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using Matrix =
    nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using AnyVector =
    nanobind::ndarray<nanobind::ro, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using MutableVector =
    nanobind::ndarray<T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using MutableMatrix =
    nanobind::ndarray<T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

template <class T>
using Output = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

// Hands the memory over to NumPy.
template <class T>
Output<T> to_numpy(thalweg::OwnedArray<T>&& array) {
  T* values = array.values.release();
  const nanobind::capsule owner(values, [](void* p) noexcept { thalweg::Free()(p); });
  return Output<T>(values, {static_cast<size_t>(array.size)}, owner);
}

// indptr, indices and data of a CSR matrix.
using Csr = std::tuple<Vector<int64_t>, AnyVector, AnyVector>;

inline thalweg::IndexType index_type(const AnyVector& array) {
  if (array.dtype() == nanobind::dtype<int32_t>()) return thalweg::IndexType::int32;
  if (array.dtype() == nanobind::dtype<int64_t>()) return thalweg::IndexType::int64;
  throw std::invalid_argument("word indices must be int32 or int64");
}

inline thalweg::CountType count_type(const AnyVector& array) {
  const auto dtype = array.dtype();
  if (dtype == nanobind::dtype<float>()) return thalweg::CountType::float32;
  if (dtype == nanobind::dtype<double>()) return thalweg::CountType::float64;
  if (dtype == nanobind::dtype<int32_t>()) return thalweg::CountType::int32;
  if (dtype == nanobind::dtype<int64_t>()) return thalweg::CountType::int64;
  if (dtype == nanobind::dtype<uint8_t>()) return thalweg::CountType::uint8;
  if (dtype == nanobind::dtype<uint16_t>()) return thalweg::CountType::uint16;
  throw std::invalid_argument("counts must be float32/64, int32/64, uint8 or uint16");
}

inline thalweg::Documents documents_from(const Csr& csr) {
  const auto& [offsets, words, counts] = csr;
  if (offsets.shape(0) < 1 || words.shape(0) != counts.shape(0))
    throw std::invalid_argument("documents: indices and data differ in length, or no indptr");
  const auto n_documents = static_cast<int64_t>(offsets.shape(0)) - 1;
  const int64_t n_entries = offsets.data()[n_documents];
  if (n_entries < 0 || n_entries > static_cast<int64_t>(words.shape(0)))
    throw thalweg::InputError("documents: indptr ends after the last entry, or before the first");
  return {offsets.data(),     words.data(), counts.data(), index_type(words),
          count_type(counts), n_documents,  n_entries};
}

inline int64_t n_rows(const Csr& csr) {
  return static_cast<int64_t>(std::get<0>(csr).shape(0)) - 1;
}
