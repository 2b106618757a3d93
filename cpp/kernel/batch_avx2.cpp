// The batch kernel for x86-64 machines with AVX2 and FMA; compiled with those flags.
#define THALWEG_ISA_NAMESPACE avx2
#include "kernel/batch.inl"

namespace thalweg {
const BatchKernel avx2_batch_kernel = {"avx2", avx2::collect, avx2::revise, avx2::add,
                                       avx2::expect};
}
