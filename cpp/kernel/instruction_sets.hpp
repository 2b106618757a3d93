// Chooses the kernel at start: the best one the processor runs, or the one THALWEG_ISA names.
#pragma once

#include <string>
#include <vector>

#include "kernel/scvb0.hpp"

namespace thalweg {

// The kernels this processor can run, best first.
std::vector<const Kernel*> runnable_kernels();

// The kernel in use. Throws std::invalid_argument where THALWEG_ISA names one that does not run.
const Kernel& chosen_kernel();

}  // namespace thalweg
