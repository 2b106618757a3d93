// Stochastic CVB0 (Foulds et al. 2013, Algorithm 1).
//
// All arrays belong to the caller. Inputs are const; shapes and types are checked by the binding
// and by the Python layer above it.
#pragma once

#include <cstdint>

#include "lda/minibatch.hpp"

namespace thalweg {

// Rows of so many topics that are visited once cost more to gather than to compute at the visit.
constexpr int64_t single_visits_from_topics = 57;

// Document counts kept between visits; nullptr: the streaming form, which starts every visit at the
// prior's mean.
struct KeptCounts {
  float* counts = nullptr;   // N^Theta, n_documents x stride
  double* clocks = nullptr;  // tokens each document has been visited with
};

struct Scvb0Run {
  Minibatches minibatches;
  double current_tokens;  // C that the counts are scaled to before the first minibatch
  uint64_t first_number;  // visits of documents before this call
  // Tokens since each topic was edited, infinity for never. For a minibatch of |M| tokens, an
  // edited topic takes a step of at least |M| / (reheat_tokens + tokens since + |M|), so that it
  // settles soon. nullptr: no topic was edited.
  const double* since_edit = nullptr;
  double reheat_tokens = 1;
};

// Minibatch after minibatch: N^Phi and N^Z move by Eq. 7 and 8. Responsibilities are those of
// `fixed`: the same topics, or others that are held fixed while these are counted. A minibatch
// without tokens changes nothing.
Progress train(const InstructionSet&, const Documents&, const Scvb0Run&, const DocumentSchedule&,
               const Prior&, const Topics& fixed, Topics&, const KeptCounts&, const Workers&,
               Workspace&);

// Counts the blocks [first_block, last_block) of one minibatch and leaves them in the workspace,
// for write_counted(); the topics stay as they are. See apply_counted().
Progress count_blocks(const InstructionSet&, const Documents&, const Scvb0Run&,
                      const DocumentSchedule&, const Prior&, Topics&, int64_t first_block,
                      int64_t last_block, const Workers&, Workspace&);

}  // namespace thalweg
