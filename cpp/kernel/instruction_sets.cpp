#include "kernel/instruction_sets.hpp"

#include <cstdlib>
#include <stdexcept>

namespace thalweg {

std::vector<const Kernel*> runnable_kernels() {
  std::vector<const Kernel*> kernels;
#if defined(THALWEG_HAS_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    kernels.push_back(&avx2_kernel);
#endif
  kernels.push_back(&baseline_kernel);
  return kernels;
}

const Kernel& chosen_kernel() {
  const std::vector<const Kernel*> kernels = runnable_kernels();
  const char* wanted = std::getenv("THALWEG_ISA");
  if (wanted == nullptr || *wanted == '\0') return *kernels.front();
  std::string names;
  for (const Kernel* kernel : kernels) {
    if (kernel->name == std::string(wanted)) return *kernel;
    names += names.empty() ? kernel->name : std::string(", ") + kernel->name;
  }
  throw std::invalid_argument("THALWEG_ISA is '" + std::string(wanted) +
                              "', but this processor and build run: " + names +
                              ". Unset it, or set it to one of these.");
}

}  // namespace thalweg
