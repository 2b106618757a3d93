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
#include "kernel/scvb0_single_visits.inl"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

// `n_steps` visits of `Interleaved` documents side by side: the chain dot -> reciprocal -> update
// of one document hides behind those of the others. Vectors > 0 unrolls the rows, so that theta
// stays in registers where it fits; 0 takes their number at run time.
template <int Vectors, int Interleaved, bool Counted>
void advance(const Table& table, const float* alpha, DocumentSweep* sweeps, int64_t n_steps) {
  const int64_t n_vectors = Vectors > 0 ? Vectors : table.stride / lane_count;
  constexpr int held = Vectors > 0 ? Vectors : 1;
  const int ahead = visits_ahead(n_vectors);
  const Lanes* a = lanes(alpha);
  Lanes local[Interleaved][held];
  Lanes* theta[Interleaved];
  const Visit* visit[Interleaved];
  const float* share[Interleaved];
  for (int i = 0; i < Interleaved; ++i) {
    visit[i] = sweeps[i].visits;
    share[i] = sweeps[i].replaced;
    theta[i] = lanes(sweeps[i].theta);
    if constexpr (Vectors > 0) {
      for (int v = 0; v < Vectors; ++v) local[i][v] = theta[i][v];
    }
  }
#define THALWEG_THETA(i, v) (Vectors > 0 ? local[i][v] : theta[i][v])

  for (int64_t s = 0; s < n_steps; ++s) {
    float* row[Interleaved];
    Lanes dot[Interleaved];
#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      row[i] = table.rows + visit[i][s].row * table.pitch;
      prefetch_row(table.rows + visit[i][s + ahead].row * table.pitch,
                   Counted ? 2 * table.stride : table.stride);
      const Lanes* p = lanes(row[i]);
      dot[i] = dot_product<Vectors>(p, Vectors > 0 ? local[i] : theta[i], n_vectors);
    }

    const Quad n = reciprocals<Interleaved>(dot);

#pragma GCC unroll 4
    for (int i = 0; i < Interleaved; ++i) {
      const Lanes* p = lanes(row[i]);
      Lanes* acc = lanes(row[i] + table.stride);
      const Lanes weight = broadcast(visit[i][s].count * n[i]);
      const Lanes pull = broadcast(sweeps[i].length * n[i]);
      const Lanes replaced = broadcast(share[i][s]);
      const Lanes minus_one = broadcast(-1);
#pragma GCC unroll 4
      for (int64_t v = 0; v < n_vectors; ++v) {
        const Lanes t = THALWEG_THETA(i, v);
        if constexpr (Counted) acc[v] = multiply_add(weight, t, acc[v]);
        const Lanes moved = multiply_add(t, multiply_add(pull, p[v], minus_one), a[v]);
        if constexpr (Vectors > 0) {
          local[i][v] = multiply_add(replaced, moved, t);
        } else {
          theta[i][v] = multiply_add(replaced, moved, t);
        }
      }
    }
  }
#undef THALWEG_THETA

  for (int i = 0; i < Interleaved; ++i) {
    sweeps[i].visits += n_steps;
    sweeps[i].replaced += n_steps;
    sweeps[i].n_visits -= n_steps;
    if constexpr (Vectors > 0) {
      for (int v = 0; v < Vectors; ++v) theta[i][v] = local[i][v];
    }
  }
}

using Advance = void (*)(const Table&, const float* alpha, DocumentSweep*, int64_t n_steps);

struct Advances {
  Advance by_width[most_side_by_side + 1];  // by number of documents side by side: 1, 2, 4
};

template <int Vectors, bool Counted>
constexpr Advances advances = {{nullptr, advance<Vectors, 1, Counted>, advance<Vectors, 2, Counted>,
                                nullptr, advance<Vectors, 4, Counted>}};

// Four documents hold theta in registers up to three vectors each. From four on they would spill
// it with every visit; leaving it in the first-level cache is faster, for any number of topics.
template <bool Counted>
const Advances& choose_advances(int64_t n_vectors) {
  switch (n_vectors) {
    case 1:
      return advances<1, Counted>;
    case 2:
      return advances<2, Counted>;
    case 3:
      return advances<3, Counted>;
    default:
      return advances<0, Counted>;
  }
}

// Calls run(number of documents, these documents, visits of each) until all are swept. False:
// cancelled.
template <class Run>
THALWEG_INLINE bool run_side_by_side(const DocumentSweep* sweeps, int64_t n_sweeps,
                                     const Poll& poll, Run&& run) {
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
    int64_t n_steps = visits_between_polls;
    for (int i = 0; i < width; ++i)
      if (active[i].n_visits < n_steps) n_steps = active[i].n_visits;
    run(width, active, n_steps);
    for (int i = n_active - 1; i >= 0; --i)
      if (active[i].n_visits == 0) active[i] = active[--n_active];
    since_poll += n_steps * width;
    if (since_poll >= visits_between_polls) {
      since_poll = 0;
      if (poll.cancelled(poll.context)) return false;
    }
  }
}

bool run_sweeps(const Table& table, const float* alpha, const DocumentSweep* sweeps,
                int64_t n_sweeps, bool counted, const Poll& poll) {
  const int64_t n_vectors = table.stride / lane_count;
  const Advances& advances =
      counted ? choose_advances<true>(n_vectors) : choose_advances<false>(n_vectors);
  const auto run = [&](int width, DocumentSweep* active, int64_t n_steps) {
    advances.by_width[width](table, alpha, active, n_steps);
  };
  return run_side_by_side(sweeps, n_sweeps, poll, run);
}

bool run_single_visits(const Table& table, const SingleVisits& single, const float* alpha,
                       const DocumentSweep* sweeps, int64_t n_sweeps, bool counted,
                       const Poll& poll) {
  const auto run = [&](int width, DocumentSweep* active, int64_t n_steps) {
    advance_single_visits(table, single, alpha, active, width, n_steps, counted);
  };
  return run_side_by_side(sweeps, n_sweeps, poll, run);
}

void gather(const Table& table, const WordCounts& counts, const float* gain, const float* prior,
            const uint32_t* words, int64_t n_words) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* g = lanes(gain);
  const Lanes* per_prior = lanes(prior);
  const bool with_accumulators = table.pitch > table.stride;
  gather_rows(table, counts, words, n_words, [&](const Lanes* scaled, Lanes eta, Lanes* p) {
    compute_factors(scaled, g, eta, per_prior, n_vectors, p);
    if (with_accumulators)
      for (int64_t v = n_vectors; v < 2 * n_vectors; ++v) p[v] = broadcast(0);
  });
}

// acc_w *= P_w
void weigh(const Table& table, int64_t n_words) {
  const int64_t n_vectors = table.stride / lane_count;
  for (int64_t r = 0; r < n_words; ++r) {
    const Lanes* p = lanes(table.rows + r * table.pitch);
    Lanes* acc = lanes(table.rows + r * table.pitch + table.stride);
    for (int64_t v = 0; v < n_vectors; ++v) acc[v] *= p[v];
  }
}

void apply(const Table& table, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
           const float* gain, float* scaled, float* sums, double* totals) {
  add_rows<false>(table, rows, words, n_rows, gain, scaled, sums, totals);
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
                                      .sweep_single_visits = run_single_visits,
                                      .gather = gather,
                                      .weigh = weigh,
                                      .apply = apply,
                                      .converge = converge,
                                      .predict = predict,
                                      .rescale = rescale};

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
