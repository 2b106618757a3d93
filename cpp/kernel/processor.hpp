// What the processor and the system can run.
#pragma once

#if defined(_MSC_VER)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace thalweg {

#if defined(_MSC_VER)
// __builtin_cpu_supports needs a library that clang-cl does not link. The bits are those of
// Intel's manual: the instructions exist, and the system saves the registers (XCR0, bits 1 and 2).
inline bool runs_avx2() {
  int leaf1[4], leaf7[4];
  __cpuidex(leaf1, 1, 0);
  constexpr int fma = 1 << 12, osxsave = 1 << 27, avx = 1 << 28;
  constexpr int needed = fma | osxsave | avx;
  if ((leaf1[2] & needed) != needed || (_xgetbv(0) & 6) != 6) return false;
  __cpuidex(leaf7, 7, 0);
  return (leaf7[1] & (1 << 5)) != 0;
}
#elif defined(__x86_64__)
inline bool runs_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#endif

}  // namespace thalweg
