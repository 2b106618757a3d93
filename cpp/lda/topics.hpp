// Topics and their prior as arrays of the caller, and what a call reports.
#pragma once

#include <cstdint>
#include <exception>

#include "kernel/block_table.hpp"

namespace thalweg {

class TopicsGate;

// The expected counts, N^Phi_wk = scale_k * scaled_wk. The lazy scale, one per topic, makes the
// decay (1 - rho) cost K instead of W x K, and lets a locked topic stay as it is.
struct Topics {
  float* scaled;   // n_words x stride
  double* scale;   // stride
  double* totals;  // N^Z, stride
  int64_t n_words;
  int64_t n_topics;
  int64_t stride;
  TopicsGate* gate = nullptr;  // of topics that other threads may copy, see shared_topics.hpp
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
  SparseRows added;         // added to eta for single (word, topic) pairs
  SparseRows masked;        // (word, topic) pairs that are exactly zero; values unused
  const uint8_t* locked;    // stride: topics that do not learn; nullptr: none
  SparseRows held = {};     // share of a word's tokens that is counted in a topic, SCVB0 only
};

inline WordCounts word_counts(const Topics& topics, const Prior& prior) {
  return {topics.scaled, prior.eta, prior.eta_per_word};
}

// What has been applied to the topics when a call returns.
struct Progress {
  int64_t n_batches = 0;
  int64_t n_documents = 0;
  double n_tokens = 0;
  int64_t n_visits = 0;
  double corpus_tokens = 0;  // SCVB0, MAP: C that the counts are scaled to now; others: 0
  bool cancelled = false;
  std::exception_ptr failure;  // an InputError that ended the call
};

}  // namespace thalweg
