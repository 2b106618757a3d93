// The hot loop of SCVB0, compiled once per instruction set (see rows.inl).
//
// With P_wk = (N^Phi_wk + eta_w) / (N^Z_k + sum eta), fixed within a minibatch, and
// theta = N^Theta_j + alpha, a visit to word w that occurs m times in document j is
//
//     n      = 1 / (P_w . theta)                       (Eq. 5, normalised)
//     acc_w += (m n) theta                             (counted pass; times P_w: Nhat^Phi_w)
//     theta += u (theta (C_j n P_w - 1) + alpha)       (Eq. 6 clumped, u = 1 - (1 - rho)^m)
//
// gamma itself, n P_w theta, is never stored; docs/explanation/algorithm.md derives this form.

#include "kernel/rows.inl"
#include "kernel/scvb0.hpp"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

constexpr int most_side_by_side = 4;  // documents

// Visits ahead that are worth fetching: more would push each other out of the first-level cache.
THALWEG_INLINE constexpr int visits_ahead(int64_t n_vectors) { return n_vectors <= 4 ? 6 : 2; }

// P_w . theta, not yet summed over lanes. Several sums side by side where rows are long, because
// one chain of multiply-adds would take four cycles per link.
THALWEG_INLINE Lanes dot_product(const float* p, const float* theta, int64_t n_floats) {
  constexpr int n_sums = has_wide_lanes ? 2 : 4;
  constexpr int64_t width = sizeof(Wide) / sizeof(float);
  Wide sum[n_sums];
#pragma GCC unroll 4
  for (int j = 0; j < n_sums; ++j) sum[j] = Wide{};
  int64_t k = 0;
#pragma GCC unroll 4
  for (; k + n_sums * width <= n_floats; k += n_sums * width) {
#pragma GCC unroll 4
    for (int j = 0; j < n_sums; ++j)
      sum[j] =
          multiply_add(load<Wide>(p + k + j * width), load<Wide>(theta + k + j * width), sum[j]);
  }
#pragma GCC unroll 4
  for (int j = 0; k + width <= n_floats; ++j, k += width)
    sum[j] = multiply_add(load<Wide>(p + k), load<Wide>(theta + k), sum[j]);
#if defined(__AVX512F__)
  const Lanes folded = fold_wide(sum[0] + sum[1]);
  return k < n_floats ? multiply_add(load<Lanes>(p + k), load<Lanes>(theta + k), folded) : folded;
#else
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
#endif
}

// The same for theta in registers.
template <int Vectors>
THALWEG_INLINE Lanes dot_product(const Lanes* p, const Lanes* theta) {
  Lanes sum = broadcast(0);
#pragma GCC unroll 4
  for (int v = 0; v < Vectors; ++v) sum = multiply_add(p[v], theta[v], sum);
  return sum;
}

// Fetches what the visit to a row will need.
template <bool Counted, bool Direct>
THALWEG_INLINE void fetch_row(const Table& table, const DirectWords& direct, int64_t row) {
  if (!Direct || row < direct.first_row) {
    prefetch_row(table.rows + row * table.pitch, Counted ? 2 * table.stride : table.stride);
    return;
  }
  const int64_t first = direct.words[row - direct.first_row] * table.stride;
  if constexpr (Counted) {
    prefetch_row(direct.changed + first, table.stride);
    if (direct.changed == direct.counts.scaled) return;
  }
  prefetch_row_to_read(direct.counts.scaled + first, table.stride);
}

// P_w of a word that has no row of its own: the same bits as gather() computes.
THALWEG_INLINE void factor_of_word(const DirectWords& direct, int64_t word, int64_t n_floats,
                                   float* p) {
  const float* scaled = direct.counts.scaled + word * n_floats;
  const float eta = eta_of(direct.counts, word);
  for_vectors(n_floats, [&]<class V>(int64_t k, V*) __attribute__((always_inline)) {
    store<V>(p + k, multiply_add(load<V>(scaled + k), load<V>(direct.gain + k),
                                 broadcast_to<V>(eta) * load<V>(direct.prior + k)));
  });
}

// What one visit does to a document and to its word.
struct VisitFactors {
  float weight;    // m n
  float pull;      // C_j n
  float replaced;  // u
};

template <class V>
THALWEG_INLINE V moved(V t, V p, V a, const VisitFactors& of) {
  const V change =
      multiply_add(t, multiply_add(broadcast_to<V>(of.pull), p, broadcast_to<V>(-1)), a);
  return multiply_add(broadcast_to<V>(of.replaced), change, t);
}

// `n_steps` visits of `Interleaved` documents side by side: the chain dot -> reciprocal -> update
// of one document hides behind those of the others. Vectors > 0: theta, that many vectors, stays in
// registers; 0: it stays in the first-level cache, and rows may be direct.
template <int Vectors, int Interleaved, bool Counted, bool Direct>
void advance(const Table& table, const DirectWords& direct, const float* alpha,
             DocumentSweep* sweeps, int64_t n_steps) {
  const int64_t stride = Vectors > 0 ? Vectors * lane_count : table.stride;
  constexpr int held = Vectors > 0 ? Vectors : 1;
  const int ahead = visits_ahead(stride / lane_count);
  Lanes local[Interleaved][held];
  float* theta[Interleaved];
  const Visit* visit[Interleaved];
  const float* share[Interleaved];
  for (int i = 0; i < Interleaved; ++i) {
    visit[i] = sweeps[i].visits;
    share[i] = sweeps[i].replaced;
    theta[i] = sweeps[i].theta;
    if constexpr (Vectors > 0) {
      for (int v = 0; v < Vectors; ++v) local[i][v] = lanes(theta[i])[v];
    }
  }

  for (int64_t s = 0; s < n_steps; ++s) {
    const float* row[Interleaved];
    Lanes dot[Interleaved];
#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      const int64_t index = visit[i][s].row;
      fetch_row<Counted, Direct>(table, direct, visit[i][s + ahead].row);
      if (Direct && index >= direct.first_row) {
        float* const p = direct.scratch + i * stride;
        factor_of_word(direct, direct.words[index - direct.first_row], stride, p);
        row[i] = p;
      } else {
        row[i] = table.rows + index * table.pitch;
      }
      if constexpr (Vectors > 0)
        dot[i] = dot_product<Vectors>(lanes(row[i]), local[i]);
      else
        dot[i] = dot_product(row[i], theta[i], stride);
    }

    const Quad n = reciprocals<Interleaved>(dot);

#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      const float* p = row[i];
      float* t = theta[i];
      const VisitFactors of{visit[i][s].count * n[i], sweeps[i].length * n[i], share[i][s]};
      if (Counted && Direct && visit[i][s].row >= direct.first_row) {
        float* changed = direct.changed + direct.words[visit[i][s].row - direct.first_row] * stride;
        float* sums = direct.scratch + most_side_by_side * stride;
        for_vectors(stride, [&]<class V>(int64_t k, V*) __attribute__((always_inline)) {
          const V before = load<V>(t + k), factor = load<V>(p + k);
          const V change = broadcast_to<V>(of.weight) * before * factor;
          store<V>(changed + k,
                   multiply_add(change, load<V>(direct.update_gain + k), load<V>(changed + k)));
          store<V>(sums + k, load<V>(sums + k) + change);
          store<V>(t + k, moved<V>(before, factor, load<V>(alpha + k), of));
        });
        continue;
      }
      float* acc = table.rows + visit[i][s].row * table.pitch + table.stride;
      if constexpr (Vectors > 0) {
#pragma GCC unroll 4
        for (int v = 0; v < Vectors; ++v) {
          const Lanes before = local[i][v];
          if constexpr (Counted)
            lanes(acc)[v] = multiply_add(broadcast(of.weight), before, lanes(acc)[v]);
          local[i][v] = moved<Lanes>(before, lanes(p)[v], lanes(alpha)[v], of);
        }
      } else {
        for_vectors(stride, [&]<class V>(int64_t k, V*) __attribute__((always_inline)) {
          const V before = load<V>(t + k);
          if constexpr (Counted)
            store<V>(acc + k, multiply_add(broadcast_to<V>(of.weight), before, load<V>(acc + k)));
          store<V>(t + k, moved<V>(before, load<V>(p + k), load<V>(alpha + k), of));
        });
      }
    }
  }

  for (int i = 0; i < Interleaved; ++i) {
    sweeps[i].visits += n_steps;
    sweeps[i].replaced += n_steps;
    sweeps[i].n_visits -= n_steps;
    if constexpr (Vectors > 0) {
      for (int v = 0; v < Vectors; ++v) lanes(theta[i])[v] = local[i][v];
    }
  }
}

using Advance = void (*)(const Table&, const DirectWords&, const float* alpha, DocumentSweep*,
                         int64_t n_steps);

struct Advances {
  Advance by_width[most_side_by_side + 1];  // by number of documents side by side: 1, 2, 4
};

template <int Vectors, bool Counted, bool Direct>
constexpr Advances advances = {{nullptr, advance<Vectors, 1, Counted, Direct>,
                                advance<Vectors, 2, Counted, Direct>, nullptr,
                                advance<Vectors, 4, Counted, Direct>}};

// Four documents hold theta in registers up to three vectors each. From four on they would spill
// it with every visit; leaving it in the first-level cache is faster, for any number of topics.
template <bool Counted>
const Advances& choose_advances(int64_t n_vectors, bool direct) {
  if (direct) return advances<0, Counted, true>;
  switch (n_vectors) {
    case 1:
      return advances<1, Counted, false>;
    case 2:
      return advances<2, Counted, false>;
    case 3:
      return advances<3, Counted, false>;
    default:
      return advances<0, Counted, false>;
  }
}

bool run_sweeps(const Table& table, const DirectWords* direct, const float* alpha,
                const DocumentSweep* sweeps, int64_t n_sweeps, bool counted, const Poll& poll) {
  const int64_t n_vectors = table.stride / lane_count;
  const Advances& run = counted ? choose_advances<true>(n_vectors, direct)
                                : choose_advances<false>(n_vectors, direct);
  const DirectWords none{};
  const bool adds_to_totals = direct && counted;
  DocumentSweep active[most_side_by_side];
  int n_active = 0;
  int64_t next = 0;
  int64_t since_poll = 0;
  for (;;) {
    while (n_active < most_side_by_side && next < n_sweeps) {
      if (sweeps[next].n_visits > 0) active[n_active++] = sweeps[next];
      ++next;
    }
    if (n_active == 0) return true;
    const int width = n_active == 3 ? 2 : n_active;
    int64_t n_steps =
        adds_to_totals ? rows_per_float_sum / most_side_by_side : visits_between_polls;
    for (int i = 0; i < width; ++i)
      if (active[i].n_visits < n_steps) n_steps = active[i].n_visits;
    run.by_width[width](table, direct ? *direct : none, alpha, active, n_steps);
    if (adds_to_totals)
      add_float_sums(direct->scratch + most_side_by_side * table.stride, direct->totals,
                     table.stride);
    for (int i = n_active - 1; i >= 0; --i)
      if (active[i].n_visits == 0) active[i] = active[--n_active];
    since_poll += n_steps * width;
    if (since_poll >= visits_between_polls) {
      since_poll = 0;
      if (poll.cancelled(poll.context)) return false;
    }
  }
}

// P_wk = scaled_wk (scale_k / (N^Z_k + sum eta)) + eta_w (1 / (N^Z_k + sum eta))
void gather(const Table& table, const WordCounts& counts, const float* gain, const float* prior,
            const uint32_t* words, int64_t n_words) {
  const bool with_accumulators = table.pitch > table.stride;
  const DirectWords factors{.counts = counts, .gain = gain, .prior = prior};
  gather_rows(
      table, counts, words, n_words, [&](int64_t word, float* p) __attribute__((always_inline)) {
        factor_of_word(factors, word, table.stride, p);
        if (with_accumulators)
          for_vectors(table.stride, [&]<class V>(int64_t k, V*) __attribute__((always_inline)) {
            store<V>(p + table.stride + k, V{});
          });
      });
}

void apply(const Table& table, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
           const float* gain, float* scaled, float* sums, double* totals) {
  add_rows<true>(table, rows, words, n_rows, gain, scaled, sums, totals);
}

// One step towards the fixed point of Eq. 5 for one document under fixed topics,
//
//     next = alpha + theta * sum_w (m / (P_w . theta)) P_w
//
// Returns how far it went, sum_k |next_k - theta_k|; something negative if it was cancelled.
float fixed_point_step(const Table& table, const float* alpha, const DocumentSweep& sweep,
                       const Lanes* theta, Lanes* next, int64_t& since_poll, const Poll& poll) {
  constexpr int64_t nothing_fetched = 0;  // rows stay in the cache from step to step
  const int64_t n_vectors = table.stride / lane_count;
  for (int64_t v = 0; v < n_vectors; ++v) next[v] = broadcast(0);
  const auto add = [&](float* const* row, const Lanes* weight, int) {
    add_weighted_rows<0>(row, weight, next, n_vectors);
  };
  if (!weigh_words<0>(table, sweep, theta, nothing_fetched, since_poll, poll, add)) return -1;
  const Lanes* a = lanes(alpha);
  Lanes change = broadcast(0);
  for (int64_t v = 0; v < n_vectors; ++v) {
    next[v] = multiply_add(theta[v], next[v], a[v]);
    const Lanes moved = next[v] - theta[v];
    change += moved > broadcast(0) ? moved : -moved;
  }
  return horizontal_sum(change);
}

// From theta and two steps on from it, first and second, to where the steps seem to lead (SQUAREM,
// Varadhan and Roland 2008), but not below alpha, where theta can never be:
//
//     r = first - theta, v = second - first - r, s = |r| / |v|
//     theta = theta + 2 s r + s^2 v                    (s = 1: second)
void extrapolate(const float* alpha, Lanes* theta, const Lanes* first, const Lanes* second,
                 int64_t n_vectors) {
  constexpr float longest = 16;
  Lanes rr = broadcast(0), vv = broadcast(0);
  for (int64_t i = 0; i < n_vectors; ++i) {
    const Lanes r = first[i] - theta[i];
    const Lanes v = second[i] - first[i] - r;
    rr = multiply_add(r, r, rr);
    vv = multiply_add(v, v, vv);
  }
  const float ratio = __builtin_sqrtf(horizontal_sum(rr) / horizontal_sum(vv));
  const float s = ratio > 1 ? (ratio < longest ? ratio : longest) : 1;
  const Lanes* a = lanes(alpha);
  for (int64_t i = 0; i < n_vectors; ++i) {
    const Lanes r = first[i] - theta[i];
    const Lanes v = second[i] - first[i] - r;
    const Lanes there = theta[i] + broadcast(2 * s) * r + broadcast(s * s) * v;
    theta[i] = there > a[i] ? there : a[i];
  }
}

// Steps until one goes no farther than the tolerance per token. There is one fixed point: the steps
// climb a concave function. No randomness: the same document always gets the same answer.
bool converge(const Table& table, const float* alpha, const DocumentSweep& sweep, int max_passes,
              float tolerance, const Poll& poll) {
  // Nearer to the fixed point extrapolation would enlarge the rounding of single precision.
  constexpr float extrapolated_above = 1e-4f;
  const int64_t n_vectors = table.stride / lane_count;
  Lanes* theta = lanes(sweep.theta);
  Lanes* first = theta + n_vectors;  // the caller's scratch after theta
  Lanes* second = first + n_vectors;
  const auto end_at = [&](const Lanes* step) {
    for (int64_t v = 0; v < n_vectors; ++v) theta[v] = step[v];
  };
  int64_t since_poll = 0;
  for (int pass = 0; pass < max_passes; pass += 2) {
    const float change = fixed_point_step(table, alpha, sweep, theta, first, since_poll, poll);
    if (change < 0) return false;
    if (change <= tolerance * sweep.length || pass + 1 == max_passes) {
      end_at(first);
      return true;
    }
    const float further = fixed_point_step(table, alpha, sweep, first, second, since_poll, poll);
    if (further < 0) return false;
    if (further > extrapolated_above * sweep.length && further > tolerance * sweep.length &&
        pass + 2 < max_passes) {
      extrapolate(alpha, theta, first, second, n_vectors);
      continue;
    }
    end_at(second);
    if (further <= tolerance * sweep.length) return true;
  }
  return true;
}

void predict(const Table& table, const DocumentSweep& sweep, float* out) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* theta = lanes(sweep.theta);
  for (int64_t i = 0; i < sweep.n_visits; ++i) {
    const Lanes* p = lanes(table.rows + sweep.visits[i].row * table.pitch);
    Lanes dot = broadcast(0);
    for (int64_t v = 0; v < n_vectors; ++v) dot = multiply_add(p[v], theta[v], dot);
    out[i] = horizontal_sum(dot);
  }
}

void rescale(float* scaled, int64_t n_rows, int64_t stride, const float* factor) {
  const int64_t n_vectors = stride / lane_count;
  const Lanes* f = lanes(factor);
  for (int64_t r = 0; r < n_rows; ++r) {
    Lanes* row = lanes(scaled + r * stride);
    for (int64_t v = 0; v < n_vectors; ++v) row[v] *= f[v];
  }
}

constexpr Scvb0Kernel scvb0_kernel = {.sweep = run_sweeps,
                                      .gather = gather,
                                      .apply = apply,
                                      .converge = converge,
                                      .predict = predict,
                                      .rescale = rescale};

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
