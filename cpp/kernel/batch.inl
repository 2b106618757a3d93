// The row arithmetic of CVB0 and MAP_LDA_U, compiled once per instruction set (see rows.inl).
//
// CVB0, one visit to word w that occurs m times in document j (Eq. 3, one token's gamma excluded):
//
//     own     = min(m, 1) gamma
//     gamma'  ∝ (N^Phi_w + eta_w - own) / (N^Z + sum eta - own) * (N^Theta_j + alpha - own)
//     N^Theta_j, N^Phi_w += m (gamma' - gamma)
//
// No factor can fall below what the prior adds to it, but in float32 N - own can, by rounding, when
// N holds little else than this token: each factor is held at its prior.

#include "kernel/batch.hpp"
#include "kernel/rows.inl"

namespace thalweg::THALWEG_ISA_NAMESPACE {
namespace {

void collect(const Table& table, const DocumentResponsibilities& document, bool with_accumulators) {
  const int64_t n_vectors = table.stride / lane_count;
  Lanes* theta = lanes(document.theta);
  for (int64_t i = 0; i < document.n_visits; ++i) {
    const Lanes* gamma = lanes(document.gamma + i * table.stride);
    const Lanes m = broadcast(document.visits[i].count);
    for (int64_t v = 0; v < n_vectors; ++v) theta[v] = multiply_add(m, gamma[v], theta[v]);
    if (!with_accumulators) continue;
    Lanes* acc = lanes(table.rows + document.visits[i].row * table.pitch + table.stride);
    for (int64_t v = 0; v < n_vectors; ++v) acc[v] = multiply_add(m, gamma[v], acc[v]);
  }
}

// `n_steps` visits of `Interleaved` documents side by side, as in scvb0.inl: the chain
// sum -> reciprocal -> update of one document overlaps with that of the other. `weights` is scratch
// for gamma before it is normalised, where the number of vectors is only known at run time.
template <int Vectors, int Interleaved>
void revise_side_by_side(const Table& table, const FixedFactors& fixed,
                         DocumentResponsibilities* documents, int64_t n_steps, float* weights) {
  const int64_t n_vectors = Vectors > 0 ? Vectors : table.stride / lane_count;
  constexpr int held = Vectors > 0 ? Vectors : 1;
  constexpr int ahead = Vectors > 0 && Vectors <= 4 ? 6 : 3;
  const Lanes* alpha = lanes(fixed.alpha);
  const Lanes* totals = lanes(fixed.totals);
  const Lanes* eta_total = lanes(fixed.eta_total);
  Lanes local[Interleaved][held];
  for (int64_t s = 0; s < n_steps; ++s) {
    Lanes* weight[Interleaved];
    Lanes sum[Interleaved];
#pragma GCC unroll 2
    for (int i = 0; i < Interleaved; ++i) {
      const DocumentResponsibilities& document = documents[i];
      const Visit visit = document.visits[s];
      prefetch_row(table.rows + document.visits[s + ahead].row * table.pitch, table.pitch);
      const Lanes* row = lanes(table.rows + visit.row * table.pitch);
      const Lanes* gamma = lanes(document.gamma + s * table.stride);
      const Lanes* theta = lanes(document.theta);
      const Lanes eta = broadcast(fixed.eta[fixed.eta_per_word ? fixed.words[visit.row] : 0]);
      const Lanes excluded = broadcast(visit.count < 1 ? visit.count : 1);
      weight[i] = Vectors > 0 ? local[i] : lanes(weights + i * table.stride);
      sum[i] = broadcast(0);
#pragma GCC unroll 16
      for (int64_t v = 0; v < n_vectors; ++v) {
        const Lanes own = excluded * gamma[v];
        const Lanes of_word = larger(row[v] - own, eta);
        const Lanes of_topic = larger(totals[v] - own, eta_total[v]);
        const Lanes of_document = larger(theta[v] - own, alpha[v]);
        weight[i][v] = of_word / of_topic * of_document;
        sum[i] += weight[i][v];
      }
    }
    const Quad sums = horizontal_sums(sum[0], sum[Interleaved - 1], sum[0], sum[0]);
    const Quad one = {1, 1, 1, 1};
    const Quad n = one / sums;
#pragma GCC unroll 2
    for (int i = 0; i < Interleaved; ++i) {
      if (!(sums[i] > smallest_likelihood)) continue;  // no topic explains the word: gamma stays
      const Visit visit = documents[i].visits[s];
      Lanes* acc = lanes(table.rows + visit.row * table.pitch + table.stride);
      Lanes* gamma = lanes(documents[i].gamma + s * table.stride);
      Lanes* theta = lanes(documents[i].theta);
      const Lanes m = broadcast(visit.count), norm = broadcast(n[i]);
#pragma GCC unroll 16
      for (int64_t v = 0; v < n_vectors; ++v) {
        const Lanes revised = weight[i][v] * norm;
        const Lanes change = m * (revised - gamma[v]);
        gamma[v] = revised;
        theta[v] += change;
        acc[v] += change;
      }
    }
  }
  for (int i = 0; i < Interleaved; ++i) {
    documents[i].visits += n_steps;
    documents[i].gamma += n_steps * table.stride;
    documents[i].n_visits -= n_steps;
  }
}

using Revise = void (*)(const Table&, const FixedFactors&, DocumentResponsibilities*,
                        int64_t n_steps, float* weights);

struct Revisers {
  Revise alone, in_pairs;
};

Revisers choose_revisers(int64_t n_vectors) {
  switch (n_vectors) {
#define THALWEG_CASE(n) \
  case n:               \
    return {revise_side_by_side<n, 1>, revise_side_by_side<n, 2>};
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
      return {revise_side_by_side<0, 1>, revise_side_by_side<0, 2>};
  }
}

bool revise(const Table& table, const FixedFactors& fixed,
            const DocumentResponsibilities* documents, int64_t n_documents, float* weights,
            const Poll& poll) {
  const Revisers run = choose_revisers(table.stride / lane_count);
  DocumentResponsibilities active[2];
  int n_active = 0;
  int64_t next = 0, since_poll = 0;
  for (;;) {
    while (n_active < 2 && next < n_documents) {
      // Only now: what is read of gamma is still in the cache when it is revised.
      collect(table, documents[next], false);
      if (documents[next].n_visits > 0) active[n_active++] = documents[next];
      ++next;
    }
    if (n_active == 0) return true;
    int64_t n_steps = visits_between_polls;
    for (int i = 0; i < n_active; ++i)
      if (active[i].n_visits < n_steps) n_steps = active[i].n_visits;
    (n_active == 2 ? run.in_pairs : run.alone)(table, fixed, active, n_steps, weights);
    since_poll += n_steps * n_active;
    for (int i = n_active - 1; i >= 0; --i)
      if (active[i].n_visits == 0) active[i] = active[--n_active];
    if (since_poll >= visits_between_polls) {
      since_poll = 0;
      if (poll.cancelled(poll.context)) return false;
    }
  }
}

void add(const Table& table, const uint32_t* rows, const uint32_t* words, int64_t n_rows,
         const float* gain, float* scaled, float* sums, double* totals) {
  add_rows<true>(table, rows, words, n_rows, gain, scaled, sums, totals);
}

// MAP_LDA_U: with theta = N^Theta_j + alpha - 1 and n = 1 / (P_w . theta), gamma = n P_w theta, so
//
//     acc_w += (m n) theta                          (times P_w: new N^Phi_w)
//     counts = theta * sum_w (m n) P_w              (new N^Theta_j)
//
// m n is m divided by the likelihood here, not times its reciprocal.
bool expect(const Table& table, const DocumentSweep& sweep, float* counts, const Poll& poll) {
  const int64_t n_vectors = table.stride / lane_count;
  const Lanes* theta = lanes(sweep.theta);
  Lanes* sum = lanes(counts);
  for (int64_t v = 0; v < n_vectors; ++v) sum[v] = broadcast(0);
  int64_t since_poll = 0;
  const auto count = [&](int64_t i, int n, float* const* row, const Lanes* dot) {
    const Quad likelihood = horizontal_sums(dot[0], dot[1], dot[2], dot[3]);
    for (int j = 0; j < n; ++j) {
      if (!(likelihood[j] > smallest_likelihood)) continue;
      const Lanes weight = broadcast(sweep.visits[i + j].count / likelihood[j]);
      const Lanes* p = lanes(row[j]);
      Lanes* acc = lanes(row[j] + table.stride);
      for (int64_t v = 0; v < n_vectors; ++v) {
        acc[v] = multiply_add(weight, theta[v], acc[v]);
        sum[v] = multiply_add(weight, p[v], sum[v]);
      }
    }
  };
  if (!for_words_together<0>(table, sweep, theta, table.pitch, since_poll, poll, count))
    return false;
  for (int64_t v = 0; v < n_vectors; ++v) sum[v] *= theta[v];
  return true;
}

constexpr BatchKernel batch_kernel = {
    .collect = collect, .revise = revise, .add = add, .expect = expect};

}  // namespace
}  // namespace thalweg::THALWEG_ISA_NAMESPACE
