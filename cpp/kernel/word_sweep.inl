// A sweep word by word: scvb0.inl's visits in another order.
//
// Each word is visited in all documents of a block before the next, so that P_w and its accumulator
// are in the first-level cache when they are needed. What moves instead is theta, of which a block
// has some dozens.
#pragma once

#include "kernel/rows.inl"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

// `Width` visits of different documents side by side: the chain dot -> reciprocal -> update of one
// hides behind those of the others. Shared: all of one word, whose row is then loaded once.
template <int Width, bool Shared, bool Counted>
THALWEG_INLINE void visit_together(const Table& table, const Lanes* alpha, const WordVisit* visits,
                                   const DocumentStates& documents) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* p[Width];
  Lanes* theta[Width];
  Lanes even[Width], odd[Width];  // two chains: one would wait for itself
#pragma GCC unroll 4
  for (int i = 0; i < Width; ++i) {
    p[i] = lanes(table.rows + visits[Shared ? 0 : i].row * table.pitch);
    theta[i] = lanes(documents.theta + visits[i].document * table.stride);
    even[i] = odd[i] = broadcast(0);
  }
  int64_t v = 0;
#pragma GCC unroll 2
  for (; v + 1 < n_vectors; v += 2) {
#pragma GCC unroll 4
    for (int i = 0; i < Width; ++i) {
      even[i] = multiply_add(p[i][v], theta[i][v], even[i]);
      odd[i] = multiply_add(p[i][v + 1], theta[i][v + 1], odd[i]);
    }
  }
  if (v < n_vectors) {
#pragma GCC unroll 4
    for (int i = 0; i < Width; ++i) even[i] = multiply_add(p[i][v], theta[i][v], even[i]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < Width; ++i) even[i] += odd[i];
  const Quad n = reciprocals<Width>(even);

  Lanes weight[Width], pull[Width], replaced[Width];
#pragma GCC unroll 4
  for (int i = 0; i < Width; ++i) {
    weight[i] = broadcast(visits[i].count * n[i]);
    pull[i] = broadcast(documents.lengths[visits[i].document] * n[i]);
    replaced[i] = broadcast(visits[i].replaced);
  }
  const Lanes minus_one = broadcast(-1);
  const auto move = [&](int i, int64_t at, Lanes word) __attribute__((always_inline)) {
    const Lanes t = theta[i][at];
    const Lanes moved = multiply_add(t, multiply_add(pull[i], word, minus_one), alpha[at]);
    theta[i][at] = multiply_add(replaced[i], moved, t);
    return t;
  };
  if constexpr (Shared) {
    Lanes* acc = const_cast<Lanes*>(p[0]) + n_vectors;
    for (v = 0; v < n_vectors; ++v) {
      const Lanes word = p[0][v];
      Lanes sum = Counted ? acc[v] : word;
#pragma GCC unroll 4
      for (int i = 0; i < Width; ++i) {
        const Lanes t = move(i, v, word);
        if constexpr (Counted) sum = multiply_add(weight[i], t, sum);
      }
      if constexpr (Counted) acc[v] = sum;
    }
  } else {
#pragma GCC unroll 4
    for (int i = 0; i < Width; ++i) {
      Lanes* acc = const_cast<Lanes*>(p[i]) + n_vectors;
#pragma GCC unroll 4
      for (v = 0; v < n_vectors; ++v) {
        const Lanes t = move(i, v, p[i][v]);
        if constexpr (Counted) acc[v] = multiply_add(weight[i], t, acc[v]);
      }
    }
  }
}

// How many of the next four visits are of different documents; later ones depend on earlier ones.
THALWEG_INLINE int n_independent(const WordVisit* visits, int64_t n_left) {
  const uint32_t a = visits[0].document;
  if (n_left < 2 || visits[1].document == a) return 1;
  const uint32_t b = visits[1].document;
  if (n_left < 3 || visits[2].document == a || visits[2].document == b) return 2;
  const uint32_t c = visits[2].document;
  if (n_left < 4 || visits[3].document == a || visits[3].document == b || visits[3].document == c)
    return 3;
  return 4;
}

template <bool Counted>
void sweep_all_words(const Table& table, const Lanes* alpha, const WordVisit* visits,
                     int64_t n_visits, const DocumentStates& documents) {
  while (n_visits > 0) {
    const int width = n_independent(visits, n_visits);
    switch (width) {
      case 4:
        if (visits[0].row == visits[3].row)
          visit_together<4, true, Counted>(table, alpha, visits, documents);
        else
          visit_together<4, false, Counted>(table, alpha, visits, documents);
        break;
      case 3:
        visit_together<3, false, Counted>(table, alpha, visits, documents);
        break;
      case 2:
        visit_together<2, false, Counted>(table, alpha, visits, documents);
        break;
      default:
        visit_together<1, false, Counted>(table, alpha, visits, documents);
    }
    visits += width;
    n_visits -= width;
  }
}

void sweep_words(const Table& table, const float* alpha, const WordVisit* visits, int64_t n_visits,
                 const DocumentStates& documents, bool counted) {
  const auto sweep = counted ? sweep_all_words<true> : sweep_all_words<false>;
  sweep(table, lanes(alpha), visits, n_visits, documents);
}

void expect(const Table& table, int64_t n_rows, float* changes) {
  const int64_t n_vectors = table.stride / lane_count;
  for (int64_t r = 0; r < n_rows; ++r) {
    const Lanes* p = lanes(table.rows + r * table.pitch);
    Lanes* out = lanes(changes + r * table.stride);
    for (int64_t v = 0; v < n_vectors; ++v) out[v] = p[n_vectors + v] * p[v];
  }
}

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
