// The hot loop of SCVB0 for tables in which words with a single visit have no row of P.
//
// In a block of short documents, most words occur in one document only. To write P_w and an empty
// accumulator to the table, read them once and multiply them costs more than the visit itself where
// rows are long. So P_w is computed at the visit, and Nhat^Phi_w is written once. The arithmetic is
// that of gather(), advance() and weigh() in scvb0.inl: the bits are the same.
#pragma once

#include "kernel/rows.inl"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

template <bool Counted>
THALWEG_INLINE void fetch_visit(const Table& table, const SingleVisits& single, int64_t row) {
  if (row < table.n_shared) {
    prefetch_row(table.rows + row * table.pitch, Counted ? 2 * table.stride : table.stride);
  } else {
    prefetch_row_to_read(single.counts.scaled + int64_t{single.words[row]} * table.stride,
                         table.stride);
    if constexpr (Counted) prefetch_row(table.counted(row), table.stride);
  }
}

// P_w of a row: in the table, or computed in `scratch`.
THALWEG_INLINE const Lanes* factors_of(const Table& table, const SingleVisits& single, int64_t row,
                                       float* scratch, int64_t n_vectors) {
  if (row < table.n_shared) return lanes(table.rows + row * table.pitch);
  const uint32_t word = single.words[row];
  compute_factors(lanes(single.counts.scaled + int64_t{word} * table.stride), lanes(single.gain),
                  broadcast(single.counts.eta[single.counts.eta_per_word ? word : 0]),
                  lanes(single.prior), n_vectors, lanes(scratch));
  return lanes(scratch);
}

template <int Interleaved, bool Counted>
void advance_single_visits(const Table& table, const SingleVisits& single, const float* alpha,
                           DocumentSweep* sweeps, int64_t n_steps) {
  const int64_t n_vectors = table.stride / lane_count;
  const int ahead = visits_ahead(n_vectors);
  const Lanes* a = lanes(alpha);
  const Lanes minus_one = broadcast(-1);
  for (int64_t s = 0; s < n_steps; ++s) {
    const Lanes* p[Interleaved];
    Lanes dot[Interleaved];
#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      fetch_visit<Counted>(table, single, sweeps[i].visits[s + ahead].row);
      p[i] = factors_of(table, single, sweeps[i].visits[s].row, single.scratch + i * table.stride,
                        n_vectors);
      dot[i] = dot_product<0>(p[i], lanes(sweeps[i].theta), n_vectors);
    }

    const Quad n = reciprocals<Interleaved>(dot);

#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      const Visit visit = sweeps[i].visits[s];
      Lanes* theta = lanes(sweeps[i].theta);
      const Lanes weight = broadcast(visit.count * n[i]);
      const Lanes pull = broadcast(sweeps[i].length * n[i]);
      const Lanes replaced = broadcast(sweeps[i].replaced[s]);
      const auto visit_row = [&](auto&& count) __attribute__((always_inline)) {
#pragma GCC unroll 4
        for (int64_t v = 0; v < n_vectors; ++v) {
          const Lanes t = theta[v];
          if constexpr (Counted) count(v, t);
          const Lanes moved = multiply_add(t, multiply_add(pull, p[i][v], minus_one), a[v]);
          theta[v] = multiply_add(replaced, moved, t);
        }
      };
      Lanes* counted = lanes(table.counted(visit.row));
      if (Counted && visit.row >= table.n_shared)
        visit_row([&](int64_t v, Lanes t) { counted[v] = weight * t * p[i][v]; });
      else
        visit_row([&](int64_t v, Lanes t) { counted[v] = multiply_add(weight, t, counted[v]); });
    }
  }

  for (int i = 0; i < Interleaved; ++i) {
    sweeps[i].visits += n_steps;
    sweeps[i].replaced += n_steps;
    sweeps[i].n_visits -= n_steps;
  }
}

void advance_single_visits(const Table& table, const SingleVisits& single, const float* alpha,
                           DocumentSweep* sweeps, int width, int64_t n_steps, bool counted) {
  using Advance =
      void (*)(const Table&, const SingleVisits&, const float*, DocumentSweep*, int64_t);
  static constexpr Advance by_width[2][most_side_by_side + 1] = {
      {nullptr, advance_single_visits<1, false>, advance_single_visits<2, false>, nullptr,
       advance_single_visits<4, false>},
      {nullptr, advance_single_visits<1, true>, advance_single_visits<2, true>, nullptr,
       advance_single_visits<4, true>}};
  by_width[counted][width](table, single, alpha, sweeps, n_steps);
}

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
