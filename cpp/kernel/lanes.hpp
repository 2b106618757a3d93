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

THALWEG_INLINE float horizontal_sum(Lanes a) {
  const Quad q = fold_halves(a);
  return (q[0] + q[2]) + (q[1] + q[3]);
}

}  // namespace thalweg::THALWEG_ISA_NAMESPACE
