// The hot loop of SCVB0, compiled once per instruction set (see kernel_baseline.cpp,
// kernel_avx2.cpp). No standard library in here: an inline function compiled with AVX flags could
// otherwise be linked into code that runs on a machine without them.
//
// With P_wk = (N^Phi_wk + eta_w) / (N^Z_k + sum eta), fixed within a minibatch, and
// theta = N^Theta_j + alpha, a visit to word w that occurs m times in document j is
//
//     n      = 1 / (P_w . theta)                       (Eq. 5, normalised)
//     acc   += (m n) theta                             (counted pass; acc * P_w is sum m gamma)
//     theta += u (theta (C_j n P_w - 1) + alpha)       (Eq. 6 clumped, u = 1 - (1 - rho)^m)
//
// gamma itself, n P_w theta, is never stored; docs/math.md derives this form.
//
// A pass goes word by word: P_w is formed in the first-level cache, serves all documents of the
// block that contain w, and is forgotten. What moves is theta, a few KB for the block's documents.

#include "kernel.hpp"
#include "lanes.hpp"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

constexpr float smallest_likelihood = 1e-37f;  // below, as of a word masked everywhere: gamma = 0
constexpr int64_t visits_between_polls = 4096;
constexpr int64_t rows_ahead = 2;  // how far rows of N^Phi are prefetched
constexpr int64_t rows_per_float_sum = 64;
constexpr int together = 4;  // documents whose chains dot -> reciprocal -> update overlap

THALWEG_INLINE const Lanes* lanes(const float* p) { return reinterpret_cast<const Lanes*>(p); }
THALWEG_INLINE Lanes* lanes(float* p) { return reinterpret_cast<Lanes*>(p); }

THALWEG_INLINE void prefetch_row(const float* row, int64_t stride) {
  for (int64_t k = 0; k < stride; k += 16) __builtin_prefetch(row + k, 0, 3);
}

// P_wk = scaled_wk (scale_k / (N^Z_k + sum eta)) + eta_w (1 / (N^Z_k + sum eta))
THALWEG_INLINE void form_topics(const TopicSource& source, uint32_t word, int64_t stride,
                                float* out) {
  const Lanes* counts = lanes(source.scaled + int64_t{word} * stride);
  const Lanes* gain = lanes(source.gain);
  const Lanes* prior = lanes(source.prior);
  const Lanes eta = broadcast(source.eta[source.eta_per_word ? word : 0]);
  Lanes* p = lanes(out);
  for (int64_t v = 0; v < stride / lane_count; ++v)
    p[v] = multiply_add(counts[v], gain[v], eta * prior[v]);
  if (source.adjust) source.adjust(source.context, word, out);
}

// 1 / (P_w . theta) for up to four documents, with one division.
THALWEG_INLINE Quad reciprocals(const Lanes* dot, int n) {
  const Quad sums =
      horizontal_sums(dot[0], dot[n > 1 ? 1 : 0], dot[n > 2 ? 2 : 0], dot[n > 3 ? 3 : 0]);
  const Quad least = {smallest_likelihood, smallest_likelihood, smallest_likelihood,
                      smallest_likelihood};
  const Quad zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
  const Quad n_ = one / sums;
  return sums > least ? n_ : zero;
}

// One word in `Documents` documents. Vectors > 0: their number is known and the loops are unrolled.
template <int Vectors, int Documents, bool Counted>
THALWEG_INLINE void visit(const Lanes* p, Lanes* acc, const Lanes* alpha, const Thetas& thetas,
                          const Visit* visits, const float* replaced, int64_t stride) {
  const int64_t n_vectors = Vectors > 0 ? Vectors : stride / lane_count;
  Lanes* theta[Documents];
  Lanes even[Documents], odd[Documents];  // two chains: one would wait for itself
#pragma GCC unroll 4
  for (int i = 0; i < Documents; ++i) {
    theta[i] = lanes(thetas.theta + visits[i].document * stride);
    even[i] = odd[i] = broadcast(0);
  }
  int64_t v = 0;
#pragma GCC unroll 8
  for (; v + 1 < n_vectors; v += 2) {
#pragma GCC unroll 4
    for (int i = 0; i < Documents; ++i) {
      even[i] = multiply_add(p[v], theta[i][v], even[i]);
      odd[i] = multiply_add(p[v + 1], theta[i][v + 1], odd[i]);
    }
  }
  if (v < n_vectors) {
#pragma GCC unroll 4
    for (int i = 0; i < Documents; ++i) even[i] = multiply_add(p[v], theta[i][v], even[i]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < Documents; ++i) even[i] += odd[i];
  const Quad n = reciprocals(even, Documents);

  Lanes weight[Documents], pull[Documents], share[Documents];
#pragma GCC unroll 4
  for (int i = 0; i < Documents; ++i) {
    weight[i] = broadcast(visits[i].count * n[i]);
    pull[i] = broadcast(thetas.length[visits[i].document] * n[i]);
    share[i] = broadcast(replaced[i]);
  }
  const Lanes minus_one = broadcast(-1);
#pragma GCC unroll 4
  for (v = 0; v < n_vectors; ++v) {
    Lanes sum = Counted ? acc[v] : broadcast(0);
#pragma GCC unroll 4
    for (int i = 0; i < Documents; ++i) {
      const Lanes t = theta[i][v];
      if constexpr (Counted) sum = multiply_add(weight[i], t, sum);
      const Lanes moved = multiply_add(t, multiply_add(pull[i], p[v], minus_one), alpha[v]);
      theta[i][v] = multiply_add(share[i], moved, t);
    }
    if constexpr (Counted) acc[v] = sum;
  }
}

template <int Vectors, bool Counted>
bool sweep_words(const Round& round, const TopicSource& source, const Thetas& thetas,
                 const float* alpha, int64_t stride, float* scratch, float* expected,
                 const Poll& poll) {
  const int64_t n_vectors = Vectors > 0 ? Vectors : stride / lane_count;
  const Lanes* a = lanes(alpha);
  const Lanes* p = lanes(scratch);
  Lanes* acc = lanes(scratch + stride);
  int64_t since_poll = 0;
  for (int64_t r = 0; r < round.n_words; ++r) {
    if (r + rows_ahead < round.n_words)
      prefetch_row(source.scaled + int64_t{round.words[r + rows_ahead]} * stride, stride);
    form_topics(source, round.words[r], stride, scratch);
    if constexpr (Counted)
      for (int64_t v = 0; v < n_vectors; ++v) acc[v] = broadcast(0);
    const uint32_t end = round.starts[r + 1];
    uint32_t i = round.starts[r];
    since_poll += end - i;
    const auto next = [&]<int Documents>() {
      visit<Vectors, Documents, Counted>(p, acc, a, thetas, round.visits + i, round.replaced + i,
                                         stride);
      i += Documents;
    };
    while (i + together <= end) next.template operator()<4>();
    switch (end - i) {
      case 3:
        next.template operator()<3>();
        break;
      case 2:
        next.template operator()<2>();
        break;
      case 1:
        next.template operator()<1>();
    }
    if constexpr (Counted) {
      Lanes* out = lanes(expected + r * stride);
      for (int64_t v = 0; v < n_vectors; ++v) out[v] = acc[v] * p[v];
    }
    if (since_poll >= visits_between_polls) {
      since_poll = 0;
      if (poll.cancelled(poll.context)) return false;
    }
  }
  return true;
}

using Sweep = bool (*)(const Round&, const TopicSource&, const Thetas&, const float* alpha,
                       int64_t stride, float* scratch, float* expected, const Poll&);

template <bool Counted>
Sweep choose_sweep(int64_t n_vectors) {
  switch (n_vectors) {
#define THALWEG_CASE(n) \
  case n:               \
    return sweep_words<n, Counted>;
    THALWEG_CASE(1)
    THALWEG_CASE(2)
    THALWEG_CASE(3)
    THALWEG_CASE(4)
    THALWEG_CASE(5)
    THALWEG_CASE(6)
    THALWEG_CASE(7)
    THALWEG_CASE(8)
#undef THALWEG_CASE
    default:
      return sweep_words<0, Counted>;
  }
}

bool sweep(const Round& round, const TopicSource& source, const Thetas& thetas, const float* alpha,
           int64_t stride, float* scratch, float* expected, const Poll& poll) {
  const int64_t n_vectors = stride / lane_count;
  const Sweep chosen = expected ? choose_sweep<true>(n_vectors) : choose_sweep<false>(n_vectors);
  return chosen(round, source, thetas, alpha, stride, scratch, expected, poll);
}

void apply(const float* expected, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
           int64_t stride, const float* gain, float* scaled, float* sums, double* totals) {
  const int64_t n_vectors = stride / lane_count;
  const Lanes* g = lanes(gain);
  Lanes* sum = lanes(sums);
  for (int64_t r = 0; r < n_rows; ++r) {
    if (r + rows_ahead < n_rows) {
      prefetch_row(expected + rows[r + rows_ahead] * stride, stride);
      prefetch_row(scaled + int64_t{words[r + rows_ahead]} * stride, stride);
    }
    const Lanes* e = lanes(expected + rows[r] * stride);
    Lanes* counts = lanes(scaled + int64_t{words[r]} * stride);
    for (int64_t v = 0; v < n_vectors; ++v) {
      counts[v] = multiply_add(e[v], g[v], counts[v]);
      sum[v] += e[v];
    }
    // N^Z is kept in double: a float only ever adds up a few rows.
    if (r % rows_per_float_sum == rows_per_float_sum - 1 || r == n_rows - 1) {
      for (int64_t k = 0; k < stride; ++k) {
        totals[k] += sums[k];
        sums[k] = 0;
      }
    }
  }
}

void gather(const TopicSource& source, const uint32_t* words, int64_t n_words, int64_t stride,
            float* table) {
  for (int64_t r = 0; r < n_words; ++r) {
    if (r + rows_ahead < n_words)
      prefetch_row(source.scaled + int64_t{words[r + rows_ahead]} * stride, stride);
    form_topics(source, words[r], stride, table + r * stride);
  }
}

// theta = alpha + theta * sum_w (m / (P_w . theta)) P_w, repeated: the fixed point of Eq. 5 for
// one document under fixed topics. No randomness: the same document always gets the same answer.
bool settle(const float* table, const float* alpha, int64_t stride, const FixedDocument& document,
            int max_passes, float tolerance, const Poll& poll) {
  const int64_t n_vectors = stride / lane_count;
  const Lanes* a = lanes(alpha);
  Lanes* theta = lanes(document.theta);
  Lanes* sum = lanes(document.scratch);
  int64_t since_poll = 0;
  for (int pass = 0; pass < max_passes; ++pass) {
    for (int64_t v = 0; v < n_vectors; ++v) sum[v] = broadcast(0);
    for (int64_t i = 0; i < document.n; i += 4) {
      since_poll += 4;
      if (since_poll >= visits_between_polls) {
        since_poll = 0;
        if (poll.cancelled(poll.context)) return false;
      }
      const Lanes* p[4];
      Lanes dot[4];
      const int group = document.n - i < 4 ? static_cast<int>(document.n - i) : 4;
      for (int j = 0; j < 4; ++j) {
        p[j] = lanes(table + document.entries[i + (j < group ? j : 0)].row * stride);
        dot[j] = broadcast(0);
      }
      for (int64_t v = 0; v < n_vectors; ++v)
        for (int j = 0; j < 4; ++j) dot[j] = multiply_add(p[j][v], theta[v], dot[j]);
      const Quad n = reciprocals(dot, 4);
      Lanes weight[4];
      for (int j = 0; j < 4; ++j)
        weight[j] = broadcast(j < group ? document.entries[i + j].count * n[j] : 0);
      for (int64_t v = 0; v < n_vectors; ++v) {
        Lanes s = sum[v];
        for (int j = 0; j < 4; ++j) s = multiply_add(weight[j], p[j][v], s);
        sum[v] = s;
      }
    }
    Lanes change = broadcast(0);
    for (int64_t v = 0; v < n_vectors; ++v) {
      const Lanes updated = multiply_add(theta[v], sum[v], a[v]);
      const Lanes moved = updated - theta[v];
      change += moved > broadcast(0) ? moved : -moved;
      theta[v] = updated;
    }
    if (horizontal_sum(change) <= tolerance * document.length) return true;
  }
  return true;
}

void predict(const float* table, int64_t stride, const FixedDocument& document, float* out) {
  const int64_t n_vectors = stride / lane_count;
  const Lanes* theta = lanes(document.theta);
  for (int64_t i = 0; i < document.n; ++i) {
    const Lanes* p = lanes(table + document.entries[i].row * stride);
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

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
