// The kernels for every machine: x86-64 with SSE2, or arm64 with NEON.
#define THALWEG_ISA_NAMESPACE baseline
#include "kernel/batch.inl"
#include "kernel/instruction_sets.hpp"
#include "kernel/scvb0.inl"
#include "kernel/svb.inl"

namespace thalweg {
const InstructionSet baseline_instruction_set = {.name = "baseline",
                                                 .scvb0 = baseline::scvb0_kernel,
                                                 .svb = baseline::svb_kernel,
                                                 .batch = baseline::batch_kernel};
}  // namespace thalweg
