// The instruction sets that this build has kernels for, and the one that is used.
#pragma once

#include <vector>

#include "kernel/batch.hpp"
#include "kernel/scvb0.hpp"
#include "kernel/svb.hpp"

namespace thalweg {

struct InstructionSet {
  const char* name;
  Scvb0Kernel scvb0;
  SvbKernel svb;
  BatchKernel batch;
};

extern const InstructionSet baseline_instruction_set;
#if defined(THALWEG_HAS_AVX)
extern const InstructionSet avx512_instruction_set;
extern const InstructionSet avx2_instruction_set;
#endif

// Those that this processor can run, best first.
std::vector<const InstructionSet*> runnable_instruction_sets();

// The best one, or the one that the environment variable THALWEG_ISA names. Throws
// std::invalid_argument if THALWEG_ISA names one that cannot run.
const InstructionSet& chosen_instruction_set();

}  // namespace thalweg
