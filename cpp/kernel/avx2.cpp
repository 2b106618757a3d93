// The kernels for x86-64 machines with AVX2 and FMA; this file alone is compiled with those flags.
#define THALWEG_ISA_NAMESPACE avx2
#include "kernel/batch.inl"
#include "kernel/instruction_sets.hpp"
#include "kernel/scvb0.inl"
#include "kernel/svb.inl"

namespace thalweg {
const InstructionSet avx2_instruction_set = {.name = "avx2",
                                             .scvb0 = avx2::scvb0_kernel,
                                             .svb = avx2::svb_kernel,
                                             .batch = avx2::batch_kernel};
}  // namespace thalweg
