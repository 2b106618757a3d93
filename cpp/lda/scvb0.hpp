// Stochastic CVB0 (Foulds et al. 2013, Algorithm 1): training, inference and likelihood.
//
// All arrays belong to the caller. Inputs are const; shapes and types are checked by the binding
// and by the Python layer above it.
#pragma once

#include <cstdint>

#include "kernel/scvb0.hpp"
#include "lda/documents/block.hpp"
#include "lda/documents/documents.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

// The expected counts, N^Phi_wk = scale_k * scaled_wk. The lazy scale, one per topic, makes the
// decay (1 - rho) cost K instead of W x K, and lets a locked topic stand still.
struct Topics {
  float* scaled;   // n_words x stride
  double* scale;   // stride
  double* totals;  // N^Z, stride
  int64_t n_words;
  int64_t n_topics;
  int64_t stride;
};

// Rows of a sparse W x K matrix; offsets == nullptr means that there is none.
struct SparseRows {
  const int64_t* offsets = nullptr;
  const int32_t* topics = nullptr;
  const float* values = nullptr;
};

struct Prior {
  const float* alpha;  // stride, zero in the padding
  const float* eta;    // one value, or n_words
  bool eta_per_word;
  const double* eta_total;  // stride: sum over words of all that is added to N^Phi_wk
  SparseRows added;         // on top of eta for single (word, topic) pairs
  SparseRows masked;        // (word, topic) pairs held at exactly zero; values unused
  const uint8_t* locked;    // stride: topics that do not learn; nullptr: none
};

// Document counts kept between visits; nullptr: the streaming form, which starts every visit anew.
struct KeptCounts {
  float* counts = nullptr;   // N^Theta, n_documents x stride
  double* clocks = nullptr;  // tokens each document has been visited with
};

struct Run {
  const int64_t* order;         // rows of the documents, minibatch after minibatch
  const int64_t* batches;       // n_batches + 1 offsets into order
  const double* step;           // rho^Phi of each minibatch
  const double* corpus_tokens;  // C as known at each minibatch
  int64_t n_batches;
  double current_tokens;  // C that the counts are scaled to before the first minibatch
  uint64_t first_number;  // visits of documents before this call
  double seconds;         // stop after the minibatch that passes this; infinity: never
};

struct Progress {
  int64_t n_batches = 0;
  int64_t n_documents = 0;
  double n_tokens = 0;
  int64_t n_visits = 0;
  double corpus_tokens = 0;  // C that the counts are scaled to now; no tokens, no rescaling
  bool cancelled = false;
};

// Minibatch after minibatch: N^Phi and N^Z move by Eq. 7 and 8. Responsibilities are those of
// `fixed`: the same topics, or others that stand still while these are counted. When it is
// cancelled the minibatch under way is dropped and all before it stand.
Progress train(const Kernel&, const Documents&, const Run&, const VisitPlan&, const Prior&,
               const Topics& fixed, Topics&, const KeptCounts&, const Workers&, Workspace&);

struct Settling {
  int max_passes;
  double tolerance;  // change of theta a token at which a document is done
};

// Writes N^Theta_j + alpha of every document to out (n_documents x n_topics), topics fixed.
bool infer(const Kernel&, const Documents&, int64_t n_documents, const Prior&, const Topics&,
           const Settling&, float* out, const Workers&);

// Document completion: theta from `observed`, then the log-probability of `scored` under it, one
// number a document.
bool log_likelihood(const Kernel&, const Documents& observed, const Documents& scored,
                    int64_t n_documents, const Prior&, const Topics&, const Settling&, double* out,
                    const Workers&);

}  // namespace thalweg
