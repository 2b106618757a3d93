#include "kernel/instruction_sets.hpp"

#include <cstdlib>
#include <string>

#include "input_error.hpp"
#include "kernel/processor.hpp"

namespace thalweg {

std::vector<const InstructionSet*> runnable_instruction_sets() {
  std::vector<const InstructionSet*> runnable;
#if defined(THALWEG_HAS_AVX2)
  if (runs_avx2()) runnable.push_back(&avx2_instruction_set);
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
  throw InputError("THALWEG_ISA is '" + std::string(wanted) +
                   "', but this processor and build run: " + names +
                   ". Unset it, or set it to one of these.");
}

}  // namespace thalweg
