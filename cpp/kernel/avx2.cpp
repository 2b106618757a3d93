// The kernel for x86-64 machines with AVX2 and FMA; this file alone is compiled with those flags.
#define THALWEG_ISA_NAMESPACE avx2
#include "kernel/scvb0.inl"
#include "kernel/svb.inl"

namespace thalweg {
const Kernel avx2_kernel = {"avx2",       avx2::sweep,   avx2::gather, avx2::apply,
                            avx2::settle, avx2::predict, avx2::rescale};
const SvbKernel avx2_svb_kernel = {avx2::gather_posterior, avx2::visit, avx2::exp_digamma_values};
}  // namespace thalweg
