// Stochastic variational Bayes (Hoffman, Blei and Bach 2010), the rival of SCVB0 in the paper.
#pragma once

#include "kernel/svb.hpp"
#include "lda/documents/block.hpp"
#include "lda/scvb0.hpp"

namespace thalweg {

struct SvbRun {
  const int64_t* order;            // rows of the documents, minibatch after minibatch
  const int64_t* batches;          // n_batches + 1 offsets into order
  const double* step;              // rho of each minibatch
  const double* corpus_documents;  // D as known at each minibatch
  int64_t n_batches;
  double seconds;  // stop after the minibatch that passes this; infinity: never
};

// Minibatch after minibatch: N^Phi = (1 - rho) N^Phi + rho (D / |M|) sum m phi. Of the prior only
// alpha, eta and its sum count. When it is cancelled the minibatch under way is dropped and all
// before it stand; Progress says nothing of C, which plays no part here.
Progress train_svb(const Kernel&, const Documents&, const SvbRun&, const DocumentPasses&,
                   const Prior&, Topics&, const Workers&, Workspace&);

}  // namespace thalweg
