// Eight floats at a time, written once for every instruction set.
//
// The compiler's vector extension gives one type that becomes one AVX register or two SSE / NEON
// ones. Everything here is forced inline: these files are compiled several times with different
// flags, and no function may be shared between those builds.
#pragma once

#include <cstdint>

#if defined(__FMA__)
#include <immintrin.h>
#endif

#define THALWEG_INLINE inline __attribute__((always_inline))

namespace thalweg::THALWEG_ISA_NAMESPACE {

constexpr int lane_count = 8;

typedef float Lanes __attribute__((vector_size(32), aligned(32)));
typedef float Quad __attribute__((vector_size(16), aligned(16)));

THALWEG_INLINE Lanes broadcast(float x) { return Lanes{x, x, x, x, x, x, x, x}; }

// a * b + c, in one rounding where the instruction set has it. Contraction is never left to the
// compiler's choice (-ffp-contract=off), so that a result does not depend on inlining.
THALWEG_INLINE Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#if defined(__FMA__)
  return reinterpret_cast<Lanes>(_mm256_fmadd_ps(
      reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(c)));
#else
  return a * b + c;
#endif
}

THALWEG_INLINE Quad fold_halves(Lanes a) {
  return __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
}

// The sums of four vectors at once; each sum is taken in the same order, so a document's result
// does not depend on which documents are processed together with it.
THALWEG_INLINE Quad horizontal_sums(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Quad qa = fold_halves(a), qb = fold_halves(b), qc = fold_halves(c), qd = fold_halves(d);
  const Quad ab =
      __builtin_shufflevector(qa, qb, 0, 4, 1, 5) + __builtin_shufflevector(qa, qb, 2, 6, 3, 7);
  const Quad cd =
      __builtin_shufflevector(qc, qd, 0, 4, 1, 5) + __builtin_shufflevector(qc, qd, 2, 6, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

// Sixteen floats where a register holds them, else the same as Lanes. Rows are padded to eight
// floats, so sixteen need not start on a multiple of sixteen, and eight may be left over.
#if defined(__AVX512F__)
typedef float Wide __attribute__((vector_size(64)));
constexpr bool has_wide_lanes = true;

THALWEG_INLINE Wide multiply_add(Wide a, Wide b, Wide c) {
  return reinterpret_cast<Wide>(_mm512_fmadd_ps(
      reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), reinterpret_cast<__m512>(c)));
}
#else
using Wide = Lanes;
constexpr bool has_wide_lanes = false;
#endif

template <class Vector>
THALWEG_INLINE Vector broadcast_to(float x) {
  return x - Vector{};  // minus zero changes no number, so no instruction is left of it
}

template <class Vector>
THALWEG_INLINE Vector load(const float* p) {
  typedef Vector OnEight __attribute__((aligned(32)));
  return *reinterpret_cast<const OnEight*>(p);
}
template <class Vector>
THALWEG_INLINE void store(float* p, Vector values) {
  typedef Vector OnEight __attribute__((aligned(32)));
  *reinterpret_cast<OnEight*>(p) = values;
}

// Calls use(k, pointer to a vector type) for all k at which a vector of a row starts.
template <class Use>
THALWEG_INLINE void for_vectors(int64_t n_floats, Use&& use) {
  constexpr int64_t width = sizeof(Wide) / sizeof(float);
  int64_t k = 0;
#pragma GCC unroll 4
  for (; k + width <= n_floats; k += width) use(k, static_cast<Wide*>(nullptr));
  if (has_wide_lanes && k < n_floats) use(k, static_cast<Lanes*>(nullptr));
}

THALWEG_INLINE float horizontal_sum(Lanes a) {
  const Quad q = fold_halves(a);
  return (q[0] + q[2]) + (q[1] + q[3]);
}

}  // namespace thalweg::THALWEG_ISA_NAMESPACE
