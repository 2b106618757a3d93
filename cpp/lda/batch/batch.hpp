// The paper's batch algorithms, CVB0 (Eq. 3) and MAP_LDA_U (Eq. 10 to 12), on CSR documents.
//
// Arrays belong to the caller, as in scvb0.hpp. Masked words and locked topics are not for them:
// N^Phi is the sum of all responsibilities. No result depends on the number of threads.
#pragma once

#include <cstdint>

#include "kernel/batch.hpp"
#include "lda/documents/documents.hpp"
#include "lda/scvb0.hpp"

namespace thalweg {

// One gamma for every entry of the documents: (entries, stride), the padding zero.
struct StoredGamma {
  float* rows;
};

// N^Phi and N^Z of zero become the sums of m gamma (Eq. 4). False: cancelled, they are not.
bool count_responsibilities(const Kernel&, const Documents&, int64_t n_documents,
                            const StoredGamma&, Topics&, const Workers&);

struct Cvb0Run {
  int64_t first_document;  // a sweep goes on from here to the end of the corpus
  int64_t n_documents;
  int64_t block_size;  // documents that see N^Phi and N^Z of the same moment
  double seconds;      // stop after the block that passes this; infinity: never
};

// Revises gamma and lets N^Phi and N^Z follow, block after block. When it is cancelled within a
// block, the counts follow those gamma of the block that were revised; only whole blocks are told
// as progress.
Progress cvb0_sweep(const Kernel&, const Documents&, const Cvb0Run&, const Prior&, Topics&,
                    const StoredGamma&, const Workers&);

// A full E-step and M-step. The prior is what MAP adds to the counts: alpha - 1 and eta - 1.
// New N^Theta (n_documents x stride) goes to next_counts. When it is cancelled, next_counts are
// worthless and all else is as it was.
Progress map_iteration(const Kernel&, const Documents&, int64_t n_documents, const Prior&, Topics&,
                       const float* document_counts, float* next_counts, const Workers&);

}  // namespace thalweg
