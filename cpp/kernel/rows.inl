// What the kernels of all algorithms share: rows of floats, eight at a time.
//
// scvb0.inl, svb.inl and batch.inl include this file and are compiled once per instruction set (see
// baseline.cpp, avx2.cpp). They call no function of the standard library: an inline function
// compiled with AVX flags could otherwise be linked into code that runs on a machine without them.
#pragma once

#include "kernel/block_table.hpp"
#include "kernel/lanes.hpp"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

constexpr float smallest_likelihood = 1e-37f;  // below, as of a word masked everywhere: gamma = 0
constexpr int rows_ahead = 2;                  // how far gathering and adding prefetch
constexpr int64_t visits_between_polls = 4096;
constexpr int64_t rows_per_float_sum = 64;

THALWEG_INLINE const Lanes* lanes(const float* p) { return reinterpret_cast<const Lanes*>(p); }
THALWEG_INLINE Lanes* lanes(float* p) { return reinterpret_cast<Lanes*>(p); }

THALWEG_INLINE Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
THALWEG_INLINE Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

// A row that will be written, or only read.
THALWEG_INLINE void prefetch_row(const float* row, int64_t n_floats) {
  for (int64_t k = 0; k < n_floats; k += 16) __builtin_prefetch(row + k, 1, 3);
}
THALWEG_INLINE void prefetch_row_to_read(const float* row, int64_t n_floats) {
  for (int64_t k = 0; k < n_floats; k += 16) __builtin_prefetch(row + k, 0, 3);
}

// Visits ahead that are worth fetching: more would push each other out of the first-level cache.
THALWEG_INLINE constexpr int visits_ahead(int64_t n_vectors) { return n_vectors <= 4 ? 6 : 2; }

// P_w . theta, not yet summed over lanes. Several sums side by side where rows are long, because
// one chain of multiply-adds would take four cycles per link.
template <int Vectors>
THALWEG_INLINE Lanes dot_product(const Lanes* p, const Lanes* theta, int64_t n_vectors) {
  constexpr int n_sums = Vectors > 0 ? 1 : 4;
  Lanes sum[n_sums];
#pragma GCC unroll 4
  for (int j = 0; j < n_sums; ++j) sum[j] = broadcast(0);
  int64_t v = 0;
#pragma GCC unroll 4
  for (; v + n_sums <= n_vectors; v += n_sums) {
#pragma GCC unroll 4
    for (int j = 0; j < n_sums; ++j) sum[j] = multiply_add(p[v + j], theta[v + j], sum[j]);
  }
#pragma GCC unroll 4
  for (int j = 0; v + j < n_vectors; ++j) sum[j] = multiply_add(p[v + j], theta[v + j], sum[j]);
  if constexpr (n_sums == 1)
    return sum[0];
  else
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// 1 / (P_w . theta) of up to four dot products, one division for all of them.
template <int N>
THALWEG_INLINE Quad reciprocals(const Lanes* dot) {
  const Quad sums =
      horizontal_sums(dot[0], dot[N > 1 ? 1 : 0], dot[N > 2 ? 2 : 0], dot[N > 3 ? 3 : 0]);
  const Quad least = {smallest_likelihood, smallest_likelihood, smallest_likelihood,
                      smallest_likelihood};
  const Quad zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
  const Quad n = one / sums;
  return sums > least ? n : zero;
}

// Four words at a time: their dot products P_w . theta hide each other's latency. Calls
// use(i, n, row, dot) for the words i to i + n - 1 of the document with their rows and products,
// not yet summed over lanes. Of the words after these, `n_fetched` floats are prefetched. Vectors
// > 0 unrolls the rows; 0 takes their length at run time. False: cancelled.
constexpr int words_together = 4;

template <int Vectors, class Use>
THALWEG_INLINE bool for_words_together(const Table& table, const DocumentSweep& sweep,
                                       const Lanes* theta, int64_t n_fetched, int64_t& since_poll,
                                       const Poll& poll, Use&& use) {
  const int64_t n_vectors = Vectors > 0 ? Vectors : table.stride / lane_count;
  for (int64_t i = 0; i < sweep.n_visits; i += words_together) {
    since_poll += words_together;
    if (since_poll >= visits_between_polls) {
      since_poll = 0;
      if (poll.cancelled(poll.context)) return false;
    }
    const int64_t left = sweep.n_visits - i;
    const int n = left < words_together ? static_cast<int>(left) : words_together;
    float* row[words_together];
    Lanes dot[words_together];
#pragma GCC unroll 4
    for (int j = 0; j < words_together; ++j) {
      row[j] = table.rows + sweep.visits[i + (j < n ? j : 0)].row * table.pitch;
      prefetch_row(table.rows + sweep.visits[i + words_together + j].row * table.pitch, n_fetched);
      dot[j] = broadcast(0);
    }
#pragma GCC unroll 16
    for (int64_t v = 0; v < n_vectors; ++v) {
#pragma GCC unroll 4
      for (int j = 0; j < words_together; ++j)
        dot[j] = multiply_add(lanes(row[j])[v], theta[v], dot[j]);
    }
    use(i, n, row, dot);
  }
  return true;
}

// The same with m n_w, n_w = 1 / (P_w . theta), instead of the dot products: calls
// use(row, weight, n). Weights of words that are not there are zero.
template <int Vectors, class Use>
THALWEG_INLINE bool weigh_words(const Table& table, const DocumentSweep& sweep, const Lanes* theta,
                                int64_t n_fetched, int64_t& since_poll, const Poll& poll,
                                Use&& use) {
  const auto weigh = [&](int64_t i, int n, float* const* row,
                         const Lanes* dot) __attribute__((always_inline)) {
    const Quad inverse = reciprocals<words_together>(dot);
    Lanes weight[words_together];
#pragma GCC unroll 4
    for (int j = 0; j < words_together; ++j)
      weight[j] = broadcast(j < n ? sweep.visits[i + j].count * inverse[j] : 0);
    use(row, weight, n);
  };
  return for_words_together<Vectors>(table, sweep, theta, n_fetched, since_poll, poll, weigh);
}

// sums += sum_j weight_j P_j over words taken together.
template <int Vectors>
THALWEG_INLINE void add_weighted_rows(float* const* row, const Lanes* weight, Lanes* sums,
                                      int64_t n_vectors) {
#pragma GCC unroll 16
  for (int64_t v = 0; v < (Vectors > 0 ? Vectors : n_vectors); ++v) {
    Lanes s = sums[v];
#pragma GCC unroll 4
    for (int j = 0; j < words_together; ++j) s = multiply_add(weight[j], lanes(row[j])[v], s);
    sums[v] = s;
  }
}

// P_wk = scaled_wk (scale_k / (N^Z_k + sum eta)) + eta_w (1 / (N^Z_k + sum eta))
THALWEG_INLINE void compute_factors(const Lanes* scaled, const Lanes* gain, Lanes eta,
                                    const Lanes* per_prior, int64_t n_vectors, Lanes* p) {
  for (int64_t v = 0; v < n_vectors; ++v)
    p[v] = multiply_add(scaled[v], gain[v], eta * per_prior[v]);
}

// Calls fill(counts_w, eta_w, row of the table) for the words of a block.
template <class Fill>
THALWEG_INLINE void gather_rows(const Table& table, const WordCounts& counts, const uint32_t* words,
                                int64_t n_words, Fill&& fill) {
  for (int64_t r = 0; r < n_words; ++r) {
    if (r + rows_ahead < n_words)
      prefetch_row_to_read(counts.scaled + int64_t{words[r + rows_ahead]} * table.stride,
                           table.stride);
    fill(lanes(counts.scaled + int64_t{words[r]} * table.stride),
         broadcast(counts.eta[counts.eta_per_word ? words[r] : 0]),
         lanes(table.rows + r * table.pitch));
  }
}

// scaled_w += gain * change_w and totals += change_w for the listed rows, where change_w is in the
// place of the accumulators; in a table without accumulators, it is the whole row. A change that
// may be negative must not take a count below zero by rounding.
template <bool MaybeNegative>
THALWEG_INLINE void add_rows(const Table& table, const uint32_t* rows, const uint32_t* words,
                             int64_t n_rows, const float* gain, float* scaled, float* sums,
                             double* totals) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* g = lanes(gain);
  Lanes* sum = lanes(sums);
  for (int64_t r = 0; r < n_rows; ++r) {
    if (r + rows_ahead < n_rows) {
      prefetch_row_to_read(table.counted(rows[r + rows_ahead]), table.stride);
      prefetch_row(scaled + int64_t{words[r + rows_ahead]} * table.stride, table.stride);
    }
    const Lanes* change = lanes(table.counted(rows[r]));
    Lanes* counts = lanes(scaled + int64_t{words[r]} * table.stride);
    for (int64_t v = 0; v < n_vectors; ++v) {
      const Lanes changed = multiply_add(change[v], g[v], counts[v]);
      counts[v] = MaybeNegative ? larger(changed, broadcast(0)) : changed;
      sum[v] += change[v];
    }
    // N^Z is kept in double: a float only ever adds up a few rows.
    if (r % rows_per_float_sum == rows_per_float_sum - 1 || r == n_rows - 1) {
      for (int64_t k = 0; k < table.stride; ++k) {
        totals[k] += sums[k];
        sums[k] = 0;
      }
    }
  }
}

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
