// Topics as Python passes them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "binding/arrays.hpp"
#include "lda/minibatch.hpp"
#include "lda/shared_topics.hpp"
#include "lda/topics.hpp"

// indptr, indices and data of a sparse W x K matrix.
using Pairs = std::tuple<Vector<int64_t>, Vector<int32_t>, Vector<float>>;

inline thalweg::SparseRows pairs_from(const std::optional<Pairs>& pairs, size_t n_words) {
  if (!pairs) return {};
  const auto& [offsets, topics, values] = *pairs;
  if (offsets.shape(0) != n_words + 1 || topics.shape(0) != values.shape(0))
    throw std::invalid_argument("sparse prior: expected CSR arrays with one row per word");
  return {offsets.data(), topics.data(), values.data()};
}

inline void require_pairs(const std::optional<Pairs>& pairs, size_t n_words, int64_t n_topics) {
  const thalweg::SparseRows rows = pairs_from(pairs, n_words);
  if (!pairs) return;
  const int64_t* const end = rows.offsets + n_words + 1;
  const int32_t* const last = rows.topics + std::get<1>(*pairs).shape(0);
  if (rows.offsets[0] < 0 || !std::is_sorted(rows.offsets, end) || end[-1] > last - rows.topics ||
      !std::all_of(rows.topics, last, [&](int32_t k) { return k >= 0 && k < n_topics; }))
    throw std::invalid_argument("sparse prior: expected topics and offsets within the arrays");
}

// Minibatches, documents, tokens and C of what a call has done until now.
using Applied = std::tuple<int64_t, int64_t, double, double>;

inline Applied as_applied(const thalweg::Progress& progress) {
  return {progress.n_batches, progress.n_documents, progress.n_tokens, progress.corpus_tokens};
}

// A view of the arrays of a TopicState and its prior; keeps them alive.
struct TopicArrays {
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
  std::optional<Pairs> held;
  thalweg::TopicsGate* gate;  // kept alive by the binding
  mutable thalweg::Workspace workspace;
  mutable std::mutex training;  // one run at a time on the same arrays

  TopicArrays(MutableMatrix<float> scaled_, MutableVector<double> scale_,
              MutableVector<double> totals_, int64_t n_topics_, Vector<float> alpha_,
              Vector<float> eta_, Vector<double> eta_total_, std::optional<Pairs> added_,
              std::optional<Pairs> masked_, std::optional<Vector<uint8_t>> locked_,
              std::optional<Pairs> held_, thalweg::TopicsGate* gate_)
      : scaled(scaled_),
        scale(scale_),
        totals(totals_),
        n_topics(n_topics_),
        alpha(alpha_),
        eta(eta_),
        eta_total(eta_total_),
        added(added_),
        masked(masked_),
        locked(locked_),
        held(held_),
        gate(gate_) {
    const size_t stride = scaled.shape(1);
    const auto fits = [&](const auto& vector) { return vector.shape(0) == stride; };
    if (stride % 8 != 0 || n_topics < 1 || static_cast<size_t>(n_topics) > stride || !fits(scale) ||
        !fits(totals) || !fits(alpha) || !fits(eta_total) || (locked && !fits(*locked)) ||
        (eta.shape(0) != 1 && eta.shape(0) != scaled.shape(0)))
      throw std::invalid_argument("topic arrays: the shapes do not match");
    require_pairs(added, scaled.shape(0), n_topics);
    require_pairs(masked, scaled.shape(0), n_topics);
    require_pairs(held, scaled.shape(0), n_topics);
    if (reinterpret_cast<uintptr_t>(scaled.data()) % 32 != 0 ||
        reinterpret_cast<uintptr_t>(alpha.data()) % 32 != 0)
      throw std::invalid_argument("topic arrays: scaled and alpha must be aligned to 32 bytes");
  }

  thalweg::Topics topics() const {
    return {scaled.data(), scale.data(),
            totals.data(), static_cast<int64_t>(scaled.shape(0)),
            n_topics,      static_cast<int64_t>(scaled.shape(1)),
            gate};
  }

  // Copies the arrays while another thread may be training them; returns what it has done.
  Applied copy_into(MutableMatrix<float> scaled_copy, MutableVector<double> scale_copy,
                    MutableVector<double> totals_copy) const {
    if (!gate) throw std::invalid_argument("topic arrays: they have no gate");
    if (scaled_copy.shape(0) != scaled.shape(0) || scaled_copy.shape(1) != scaled.shape(1) ||
        scale_copy.shape(0) != scaled.shape(1) || totals_copy.shape(0) != scaled.shape(1))
      throw std::invalid_argument("topic arrays: the shapes of the copies do not match");
    const nanobind::gil_scoped_release release;
    return as_applied(
        gate->copy(topics(), scaled_copy.data(), scale_copy.data(), totals_copy.data()));
  }

  thalweg::Prior prior() const {
    return {alpha.data(),
            eta.data(),
            eta.shape(0) != 1,
            eta_total.data(),
            pairs_from(added, scaled.shape(0)),
            pairs_from(masked, scaled.shape(0)),
            locked ? locked->data() : nullptr,
            pairs_from(held, scaled.shape(0))};
  }
};
