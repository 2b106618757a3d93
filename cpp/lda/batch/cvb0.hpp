// CVB0, the paper's batch algorithm (Eq. 3), on CSR documents.
//
// Arrays belong to the caller. Masked words and locked topics are not supported: N^Phi is the sum
// of all responsibilities. No result depends on the number of threads.
#pragma once

#include <cstdint>

#include "kernel/instruction_sets.hpp"
#include "lda/documents/documents.hpp"
#include "lda/topics.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

// One gamma for every entry of the documents: (entries, stride), the padding zero.
struct StoredGamma {
  float* rows;
};

// N^Phi and N^Z of zero become the sums of m gamma (Eq. 4). False: cancelled, they are not.
bool count_responsibilities(const InstructionSet&, const Documents&, int64_t n_documents,
                            const StoredGamma&, Topics&, const Workers&);

struct Cvb0Run {
  int64_t first_document;  // a sweep continues from here to the end of the corpus
  int64_t n_documents;
  int64_t block_size;  // documents that see N^Phi and N^Z of the same moment
  double seconds;      // stop after the block that passes this; infinity: never
};

// Revises gamma and lets N^Phi and N^Z follow, block after block. When it is cancelled, the block
// under way is still revised to its end.
Progress cvb0_sweep(const InstructionSet&, const Documents&, const Cvb0Run&, const Prior&, Topics&,
                    const StoredGamma&, const Workers&);

}  // namespace thalweg
