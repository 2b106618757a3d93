// Stochastic variational Bayes (Hoffman, Blei and Bach 2010), which the paper compares SCVB0 with.
#pragma once

#include "lda/minibatch.hpp"

namespace thalweg {

// Minibatch after minibatch: N^Phi = (1 - rho) N^Phi + rho (D / |M|) sum m phi. Of the prior only
// alpha, eta and its sum count. Progress::corpus_tokens stays zero: C plays no part here.
Progress train_svb(const InstructionSet&, const Documents&, const Minibatches&,
                   const DocumentPasses&, const Prior&, Topics&, const Workers&, Workspace&);

}  // namespace thalweg
