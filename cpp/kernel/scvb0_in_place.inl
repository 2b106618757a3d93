// The hot loop of SCVB0 for tables that the second-level cache does not hold (see scvb0.inl).
//
// Most words of a block are visited a few times only. A row of P that is written to a table and
// read once or twice costs more than computing it from N^Phi at each visit, so there is no such
// row. The arithmetic is that of gather(), advance() and apply(): the bits are the same.
#pragma once

#include "kernel/rows.inl"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

constexpr int visits_ahead_in_place = 2;

THALWEG_INLINE const float* counts_of(const WordCounts& counts, int64_t word, int64_t stride) {
  return counts.scaled + word * stride;
}
THALWEG_INLINE float eta_of(const WordCounts& counts, int64_t word) {
  return counts.eta[counts.eta_per_word ? word : 0];
}

// P_w of eight topics.
THALWEG_INLINE Lanes factor(Lanes scaled, Lanes gain, Lanes eta, Lanes prior) {
  return multiply_add(scaled, gain, eta * prior);
}

#if defined(__AVX512F__)
THALWEG_INLINE void split(const Wide* wide, Lanes* sums) {
#pragma GCC unroll 2
  for (int j = 0; j < 2; ++j) {
    sums[2 * j] = __builtin_shufflevector(wide[j], wide[j], 0, 1, 2, 3, 4, 5, 6, 7);
    sums[2 * j + 1] = __builtin_shufflevector(wide[j], wide[j], 8, 9, 10, 11, 12, 13, 14, 15);
  }
}
#else
THALWEG_INLINE void split(const Wide* wide, Lanes* sums) {
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) sums[j] = wide[j];
}
#endif

template <int Interleaved, bool Counted>
void advance_in_place(const Table& table, const RowsInPlace& in, const float* alpha,
                      DocumentSweep* sweeps, int64_t n_steps) {
  const int64_t stride = table.stride, pitch = table.pitch;
  const float* const gain = in.factors.gain;
  const float* const prior = in.factors.prior;
  const float* const zeros = in.scratch + most_side_by_side * pitch;
  const float* const ones = zeros + pitch;
  for (int64_t s = 0; s < n_steps; ++s) {
    Lanes dot[Interleaved];
#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      const int64_t next = sweeps[i].visits[s + visits_ahead_in_place].row;
      prefetch_row_to_read(counts_of(in.factors.counts, in.words[next], stride), stride);
      if constexpr (Counted) prefetch_row(table.rows + next * table.pitch, stride);
      const int64_t word = in.words[sweeps[i].visits[s].row];
      const float* scaled = counts_of(in.factors.counts, word, stride);
      const float eta = eta_of(in.factors.counts, word);
      const float* theta = sweeps[i].theta;
      float* p = in.scratch + i * pitch;
      const auto part = [&]<class V>(int64_t k, V sum) __attribute__((always_inline)) {
        const V x = multiply_add(load<V>(scaled + k), load<V>(gain + k),
                                 broadcast_to<V>(eta) * load<V>(prior + k));
        store<V>(p + k, x);
        return multiply_add(x, load<V>(theta + k), sum);
      };
      // Four sums of eight floats, whether they are in four registers or in two.
      constexpr int n_wide = has_wide_lanes ? 2 : 4, width = sizeof(Wide) / sizeof(float);
      Wide wide[n_wide] = {};
      int64_t k = 0;
#pragma GCC unroll 1
      for (; k + n_wide * width <= stride; k += n_wide * width) {
#pragma GCC unroll 4
        for (int j = 0; j < n_wide; ++j) wide[j] = part(k + j * width, wide[j]);
      }
      Lanes sum[4];
      split(wide, sum);
#pragma GCC unroll 4
      for (int j = 0; k < stride; ++j, k += lane_count) sum[j] = part(k, sum[j]);
      dot[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }

    const Quad n = reciprocals<Interleaved>(dot);

#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      const Visit visit = sweeps[i].visits[s];
      const float* p = in.scratch + i * pitch;
      float* theta = sweeps[i].theta;
      float* acc = table.rows + visit.row * table.pitch;
      const bool once = visit.row >= in.n_shared;
      const float* before = once ? zeros : acc;
      const float* times = once ? p : ones;
      const float weight = visit.count * n[i], pull = sweeps[i].length * n[i];
      const float replaced = sweeps[i].replaced[s];
      for_vectors(stride, [&]<class V>(int64_t k, V*) __attribute__((always_inline)) {
        const V t = load<V>(theta + k);
        if constexpr (Counted)
          store<V>(acc + k, multiply_add(broadcast_to<V>(weight), t, load<V>(before + k)) *
                                load<V>(times + k));
        const V moved = multiply_add(
            t, multiply_add(broadcast_to<V>(pull), load<V>(p + k), broadcast_to<V>(-1)),
            load<V>(alpha + k));
        store<V>(theta + k, multiply_add(broadcast_to<V>(replaced), moved, t));
      });
    }
  }
  for (int i = 0; i < Interleaved; ++i) {
    sweeps[i].visits += n_steps;
    sweeps[i].replaced += n_steps;
    sweeps[i].n_visits -= n_steps;
  }
}

// Words with several visits: the sum of m n theta becomes that of m n theta P_w.
void finish_in_place(const Table& table, const RowsInPlace& in) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* gain = lanes(in.factors.gain);
  const Lanes* prior = lanes(in.factors.prior);
  for (int64_t r = 0; r < in.n_shared; ++r) {
    if (r + rows_ahead < in.n_shared)
      prefetch_row_to_read(counts_of(in.factors.counts, in.words[r + rows_ahead], table.stride),
                           table.stride);
    const Lanes* scaled = lanes(counts_of(in.factors.counts, in.words[r], table.stride));
    const Lanes eta = broadcast(eta_of(in.factors.counts, in.words[r]));
    Lanes* acc = lanes(table.rows + r * table.pitch);
    for (int64_t v = 0; v < n_vectors; ++v) acc[v] *= factor(scaled[v], gain[v], eta, prior[v]);
  }
}

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
