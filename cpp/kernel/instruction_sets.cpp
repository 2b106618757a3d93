#include "kernel/instruction_sets.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace thalweg {

std::vector<const InstructionSet*> runnable_instruction_sets() {
  std::vector<const InstructionSet*> runnable;
#if defined(THALWEG_HAS_AVX)
  // These also ask whether the system saves the registers (XCR0).
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("fma"))
    runnable.push_back(&avx512_instruction_set);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    runnable.push_back(&avx2_instruction_set);
#endif
  runnable.push_back(&baseline_instruction_set);
  return runnable;
}

const InstructionSet& chosen_instruction_set() {
  const std::vector<const InstructionSet*> runnable = runnable_instruction_sets();
  const char* wanted = std::getenv("THALWEG_ISA");
  if (wanted == nullptr || *wanted == '\0') return *runnable.front();
  std::string names;
  for (const InstructionSet* instructions : runnable) {
    if (instructions->name == std::string(wanted)) return *instructions;
    names += names.empty() ? instructions->name : std::string(", ") + instructions->name;
  }
  throw std::invalid_argument("THALWEG_ISA is '" + std::string(wanted) +
                              "', but this processor and build run: " + names +
                              ". Unset it, or set it to one of these.");
}

}  // namespace thalweg
