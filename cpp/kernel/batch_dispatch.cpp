#include <cstring>

#include "kernel/batch.hpp"

namespace thalweg {

const BatchKernel& batch_kernel_of(const Kernel& kernel) {
#if defined(THALWEG_HAS_AVX2)
  if (std::strcmp(kernel.name, avx2_batch_kernel.name) == 0) return avx2_batch_kernel;
#endif
  (void)kernel;
  return baseline_batch_kernel;
}

}  // namespace thalweg
