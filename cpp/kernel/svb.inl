// The hot loops of stochastic VB, compiled once per instruction set (see rows.inl).
//
// With P_wk = exp(E[log beta_wk]), fixed within a minibatch, and theta'_k = exp(digamma(gamma_dk)),
// a pass over document d is
//
//     n_w      = 1 / (P_w . theta')                       phi_w = n_w P_w theta', normalised
//     gamma_d := alpha + theta' sum_w m n_w P_w
//
// and after the last pass acc_w += m n_w theta', which times P_w is sum m phi_w, as in SCVB0.
// phi does not change when P_w or theta' is multiplied by a number: each row has a factor of its
// own, or exp(digamma(0.01)) = 2e-44 would be lost in a float.

#include "kernel/rows.inl"
#include "kernel/svb.hpp"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

typedef int32_t Integers __attribute__((vector_size(32), aligned(32)));

THALWEG_INLINE float least_of(Lanes a) {
  float least = a[0];
  for (int i = 1; i < lane_count; ++i) least = a[i] < least ? a[i] : least;
  return least;
}

// exp(x) for x from -80 to 0: 2^n times the Taylor series about zero, which on |x| <= ln(2) / 2
// ends 1.2e-7 away from it.
THALWEG_INLINE Lanes exponential(Lanes x) {
  const Lanes rounder = broadcast(12582912.0f);  // 1.5 * 2^23: adding it leaves no fraction
  const Lanes rounded = multiply_add(x, broadcast(1.44269504f), rounder);
  const Lanes n = rounded - rounder;
  // ln(2) in two pieces, the first with few enough bits that n times it is exact.
  const Lanes f =
      multiply_add(n, broadcast(-1.42860677e-6f), multiply_add(n, broadcast(-0.693145752f), x));
  Lanes sum = broadcast(1.0f / 720);
  sum = multiply_add(sum, f, broadcast(1.0f / 120));
  sum = multiply_add(sum, f, broadcast(1.0f / 24));
  sum = multiply_add(sum, f, broadcast(1.0f / 6));
  sum = multiply_add(sum, f, broadcast(0.5f));
  sum = multiply_add(sum, f, broadcast(1.0f));
  sum = multiply_add(sum, f, broadcast(1.0f));
  // The last bits of `rounded` hold n; moved up they are the exponent of 2^n.
  const Integers bits = (reinterpret_cast<Integers>(rounded) + 127) << 23;
  return sum * reinterpret_cast<Lanes>(bits);
}

// exp(digamma(x)) = level exp(-deficit)
struct ExpDigamma {
  Lanes level;
  Lanes deficit;
};

// With z = y - 1/2, exp(digamma(y)) = z + 1/(24 z) - 37/(5760 z^3) + 10313/(2903040 z^5) - ...,
// within 2e-7 for y >= 4. Smaller x are moved up by four:
//     digamma(x) = digamma(x + 4) - 1/x - (1/(x+1) + 1/(x+2) + 1/(x+3))
// With c = x + 2 the bracket is (3 c^2 - 1) / (c (c^2 - 1)). 1/x stands alone because for small x
// its rounding is all of the error.
THALWEG_INLINE ExpDigamma exp_digamma(Lanes x) {
  const Lanes four = broadcast(4), zero = broadcast(0), one = broadcast(1);
  x = larger(x, broadcast(1e-30f));
  const Lanes c = smaller(x, four) + broadcast(2), c2 = c * c;
  const Lanes denominator = c * (c2 - one);
  const Lanes numerator = multiply_add(broadcast(3), c2, -one);
  const Lanes z = x + (x < four ? broadcast(3.5f) : broadcast(-0.5f));
  const Lanes inverse = one / (z * denominator);  // one division for two quotients
  const Lanes r = inverse * denominator;          // 1 / z
  const Lanes r2 = r * r;
  Lanes series = multiply_add(r2, broadcast(10313.0f / 2903040), broadcast(-37.0f / 5760));
  series = multiply_add(r2, series, broadcast(1.0f / 24));
  const Lanes deficit = multiply_add(numerator, inverse * z, one / x);
  return {multiply_add(r, series, z), x < four ? deficit : zero};
}

// What is e^-50 of the row's largest or less counts as e^-50: far too little to be seen next to
// other topics, yet a word and a document with no likely topic in common still share out their
// tokens, where zeros would lose them.
constexpr float lowest_exponent = -50;

// out_k = exp(digamma(x_k)) times a factor common to the row; x(v) yields the lanes.
template <class Arguments>
THALWEG_INLINE void exp_digamma_row(Arguments&& x, int64_t n_vectors, Lanes* out, Lanes* deficits) {
  Lanes least = broadcast(3e38f);
  for (int64_t v = 0; v < n_vectors; ++v) {
    const ExpDigamma value = exp_digamma(x(v));
    out[v] = value.level;
    deficits[v] = value.deficit;
    least = smaller(least, value.deficit);
  }
  const Lanes common = broadcast(least_of(least));
  for (int64_t v = 0; v < n_vectors; ++v)
    out[v] *= exponential(larger(common - deficits[v], broadcast(lowest_exponent)));
}

void gather_posterior(const Table& table, const WordCounts& counts, const float* scale,
                      const float* factor, const uint32_t* words, int64_t n_words) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* s = lanes(scale);
  const Lanes* f = lanes(factor);
  gather_rows(table, counts, words, n_words, [&](int64_t word, float* row) {
    const Lanes* scaled = lanes(counts.scaled + word * table.stride);
    const Lanes eta = broadcast(eta_of(counts, word));
    Lanes* p = lanes(row);
    Lanes* acc = p + n_vectors;
    exp_digamma_row([&](int64_t v) { return multiply_add(scaled[v], s[v], eta); }, n_vectors, p,
                    acc);
    for (int64_t v = 0; v < n_vectors; ++v) {
      p[v] *= f[v];
      acc[v] = broadcast(0);
    }
  });
}

// Rows of few vectors are held in registers: theta' and the sums.
constexpr int most_held_vectors = 4;

template <int Vectors>
int visit_document(const Table& table, const float* alpha, int64_t n_topics,
                   const DocumentSweep& sweep, const DocumentPasses& passes, const Poll& poll) {
  const int64_t n_vectors = Vectors > 0 ? Vectors : table.stride / lane_count;
  constexpr bool held = Vectors > 0 && Vectors <= most_held_vectors;
  const Lanes* a = lanes(alpha);
  Lanes* gamma = lanes(sweep.theta);
  Lanes* theta = gamma + n_vectors;
  Lanes* sum = theta + n_vectors;
  int64_t since_poll = 0;
  int pass = 0;
  for (bool converged = false; pass < passes.most && !converged; ++pass) {
    exp_digamma_row([&](int64_t v) { return gamma[v]; }, n_vectors, theta, sum);
    Lanes theta_held[held ? Vectors : 1], sum_held[held ? Vectors : 1];
    if constexpr (held)
      for (int v = 0; v < Vectors; ++v) theta_held[v] = theta[v];
    Lanes* const sums = held ? sum_held : sum;
    for (int64_t v = 0; v < n_vectors; ++v) sums[v] = broadcast(0);
    const auto add = [&](float* const* row, const Lanes* weight, int)
                         __attribute__((always_inline)) {
                           add_weighted_rows<Vectors>(row, weight, sums, n_vectors);
                         };
    if (!weigh_words<Vectors>(table, sweep, held ? theta_held : theta, table.stride, since_poll,
                              poll, add))
      return -1;
    Lanes change = broadcast(0);
    for (int64_t v = 0; v < n_vectors; ++v) {
      const Lanes updated = multiply_add(theta[v], sums[v], a[v]);
      const Lanes moved = updated - gamma[v];
      change += larger(moved, -moved);
      gamma[v] = updated;
    }
    converged = horizontal_sum(change) < passes.tolerance * static_cast<double>(n_topics);
  }

  exp_digamma_row([&](int64_t v) { return gamma[v]; }, n_vectors, theta, sum);
  const auto count = [&](float* const* row, const Lanes* weight, int n)
                         __attribute__((always_inline)) {
                           for (int j = 0; j < n; ++j) {
                             Lanes* acc = lanes(row[j]) + n_vectors;
#pragma GCC unroll 16
                             for (int64_t v = 0; v < n_vectors; ++v)
                               acc[v] = multiply_add(weight[j], theta[v], acc[v]);
                           }
                         };
  if (!weigh_words<Vectors>(table, sweep, theta, 2 * table.stride, since_poll, poll, count))
    return -1;
  return pass;
}

int visit(const Table& table, const float* alpha, int64_t n_topics, const DocumentSweep& sweep,
          const DocumentPasses& passes, const Poll& poll) {
  switch (table.stride / lane_count) {
#define THALWEG_CASE(n) \
  case n:               \
    return visit_document<n>(table, alpha, n_topics, sweep, passes, poll);
    THALWEG_CASE(1)
    THALWEG_CASE(2)
    THALWEG_CASE(3)
    THALWEG_CASE(4)
    THALWEG_CASE(5)
    THALWEG_CASE(6)
    THALWEG_CASE(7)
    THALWEG_CASE(8)
    THALWEG_CASE(9)
    THALWEG_CASE(10)
    THALWEG_CASE(11)
    THALWEG_CASE(12)
    THALWEG_CASE(13)
    THALWEG_CASE(14)
    THALWEG_CASE(15)
    THALWEG_CASE(16)
#undef THALWEG_CASE
    default:
      return visit_document<0>(table, alpha, n_topics, sweep, passes, poll);
  }
}

constexpr SvbKernel svb_kernel = {.gather = gather_posterior, .visit = visit};

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
