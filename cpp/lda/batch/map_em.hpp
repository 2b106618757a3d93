// MAP_LDA_U, the paper's EM algorithm on unnormalised statistics (Eq. 10 to 12).
//
// Arrays belong to the caller. Masked words and locked topics are not supported. No result depends
// on the number of threads.
#pragma once

#include <cstdint>

#include "kernel/instruction_sets.hpp"
#include "lda/documents/documents.hpp"
#include "lda/topics.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

// A full E-step and M-step. The prior is what MAP adds to the counts: alpha - 1 and eta - 1.
// New N^Theta (n_documents x stride) goes to next_counts. When it is cancelled, next_counts are
// worthless and all else is as it was.
Progress map_iteration(const InstructionSet&, const Documents&, int64_t n_documents, const Prior&,
                       Topics&, const float* document_counts, float* next_counts, const Workers&);

}  // namespace thalweg
