// The batch kernel for every machine: x86-64 with SSE2, or arm64 with NEON.
#define THALWEG_ISA_NAMESPACE baseline
#include "kernel/batch.inl"

namespace thalweg {
const BatchKernel baseline_batch_kernel = {"baseline", baseline::collect, baseline::revise,
                                           baseline::add, baseline::expect};
}
