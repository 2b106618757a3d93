// The kernel for every machine: x86-64 with SSE2, or arm64 with NEON.
#define THALWEG_ISA_NAMESPACE baseline
#include "kernel.inl"

namespace thalweg {
const Kernel baseline_kernel = {"baseline",       baseline::sweep,  baseline::apply,
                                baseline::gather, baseline::settle, baseline::predict,
                                baseline::rescale};
}
