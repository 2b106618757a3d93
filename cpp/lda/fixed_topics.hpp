// Documents under fixed topics: inference and held-out likelihood.
#pragma once

#include <cstdint>

#include "kernel/instruction_sets.hpp"
#include "lda/documents/documents.hpp"
#include "lda/topics.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

// When a document's theta has converged.
struct Convergence {
  int max_passes;
  double tolerance;  // change of theta per token at which a document is done
};

// Writes N^Theta_j + alpha of every document to out (n_documents x n_topics). False: cancelled.
bool infer(const InstructionSet&, const Documents&, int64_t n_documents, const Prior&,
           const Topics&, const Convergence&, float* out, const Workers&);

// Document completion: theta from `observed`, then the log-probability of `scored` under it, one
// number per document. False: cancelled.
bool log_likelihood(const InstructionSet&, const Documents& observed, const Documents& scored,
                    int64_t n_documents, const Prior&, const Topics&, const Convergence&,
                    double* out, const Workers&);

}  // namespace thalweg
