// Documents and models as Python hands them over.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "binding/arrays.hpp"
#include "lda/scvb0.hpp"

template <class T>
using MutableVector =
    nanobind::ndarray<T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using MutableMatrix =
    nanobind::ndarray<T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

// indptr, indices and data of a CSR matrix.
using Csr = std::tuple<Vector<int64_t>, AnyVector, AnyVector>;
// The same of a sparse W x K matrix.
using Pairs = std::tuple<Vector<int64_t>, Vector<int32_t>, Vector<float>>;

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
  return {offsets.data(), words.data(), counts.data(), index_type(words), count_type(counts)};
}

inline int64_t n_rows(const Csr& csr) {
  return static_cast<int64_t>(std::get<0>(csr).shape(0)) - 1;
}

inline thalweg::SparseRows pairs_from(const std::optional<Pairs>& pairs, size_t n_words) {
  if (!pairs) return {};
  const auto& [offsets, topics, values] = *pairs;
  if (offsets.shape(0) != n_words + 1 || topics.shape(0) != values.shape(0))
    throw std::invalid_argument("sparse prior: wrong shape");
  return {offsets.data(), topics.data(), values.data()};
}

// The model as the kernel sees it; keeps the arrays alive.
struct Model {
  MutableMatrix<float> scaled;
  MutableVector<double> scale;
  MutableVector<double> totals;
  int64_t n_topics;
  Vector<float> alpha;
  Vector<float> eta;
  Vector<double> eta_total;
  std::optional<Pairs> added;
  std::optional<Pairs> masked;
  std::optional<Vector<uint8_t>> locked;
  mutable thalweg::Workspace workspace;
  mutable std::mutex training;  // one at a time on the same model

  Model(MutableMatrix<float> scaled_, MutableVector<double> scale_, MutableVector<double> totals_,
        int64_t n_topics_, Vector<float> alpha_, Vector<float> eta_, Vector<double> eta_total_,
        std::optional<Pairs> added_, std::optional<Pairs> masked_,
        std::optional<Vector<uint8_t>> locked_)
      : scaled(scaled_),
        scale(scale_),
        totals(totals_),
        n_topics(n_topics_),
        alpha(alpha_),
        eta(eta_),
        eta_total(eta_total_),
        added(added_),
        masked(masked_),
        locked(locked_) {
    const size_t stride = scaled.shape(1);
    const auto fits = [&](const auto& vector) { return vector.shape(0) == stride; };
    if (stride % 8 != 0 || n_topics < 1 || static_cast<size_t>(n_topics) > stride || !fits(scale) ||
        !fits(totals) || !fits(alpha) || !fits(eta_total) || (locked && !fits(*locked)) ||
        (eta.shape(0) != 1 && eta.shape(0) != scaled.shape(0)))
      throw std::invalid_argument("model arrays do not fit each other");
    if (reinterpret_cast<uintptr_t>(scaled.data()) % 32 != 0 ||
        reinterpret_cast<uintptr_t>(alpha.data()) % 32 != 0)
      throw std::invalid_argument("model arrays are not aligned to 32 bytes");
  }

  thalweg::Topics topics() const {
    return {scaled.data(), scale.data(),
            totals.data(), static_cast<int64_t>(scaled.shape(0)),
            n_topics,      static_cast<int64_t>(scaled.shape(1))};
  }

  thalweg::Prior prior() const {
    return {alpha.data(),
            eta.data(),
            eta.shape(0) != 1,
            eta_total.data(),
            pairs_from(added, scaled.shape(0)),
            pairs_from(masked, scaled.shape(0)),
            locked ? locked->data() : nullptr};
  }
};
