// The kernel for every machine: x86-64 with SSE2, or arm64 with NEON.
#define THALWEG_ISA_NAMESPACE baseline
#include "kernel/scvb0.inl"
#include "kernel/svb.inl"

namespace thalweg {
const Kernel baseline_kernel = {"baseline",       baseline::sweep,  baseline::gather,
                                baseline::apply,  baseline::settle, baseline::predict,
                                baseline::rescale};
const SvbKernel baseline_svb_kernel = {baseline::gather_posterior, baseline::visit,
                                       baseline::exp_digamma_values};
}  // namespace thalweg
