// The kernels for x86-64 machines with AVX-512 (F, BW, DQ, VL) and FMA; this file alone is compiled
// with those flags.
#define THALWEG_ISA_NAMESPACE avx512
#include "kernel/batch.inl"
#include "kernel/instruction_sets.hpp"
#include "kernel/scvb0.inl"
#include "kernel/svb.inl"

namespace thalweg {
const InstructionSet avx512_instruction_set = {.name = "avx512",
                                               .scvb0 = avx512::scvb0_kernel,
                                               .svb = avx512::svb_kernel,
                                               .batch = avx512::batch_kernel};
}  // namespace thalweg
