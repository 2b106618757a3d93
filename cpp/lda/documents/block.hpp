// A block: the part of a minibatch that one thread works on alone, with tables of its own.
//
// How a minibatch is cut into blocks depends on its documents only, never on the number of
// threads, and blocks are added up in their order: that is why the bits are always the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernel/block_table.hpp"
#include "lda/documents/documents.hpp"
#include "lda/documents/entries.hpp"
#include "lda/documents/step_sizes.hpp"
#include "lda/documents/word_rows.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/growing_array.hpp"

namespace thalweg {

// Words are divided into this many stripes, which add up a minibatch independently of each other.
constexpr int n_stripes = 16;

// Passes over a document before its counted pass: a fixed number, or (passes < 0) as many as its
// length calls for; see burn_in_passes().
struct BurnIn {
  double passes;
  double tokens_per_pass;  // automatic: C_j / tokens_per_pass, at most `most_passes`
  double most_passes;
};

// How the documents of a minibatch are visited.
struct DocumentSchedule {
  SchedulesByLength steps;
  BurnIn burn_in;
  bool clumped;  // one visit for all occurrences of a word, or one for each
  uint64_t seed;
};

class Block {
 public:
  // What the rows of a block's table have: P only, also accumulators, or neither P nor accumulators
  // for words with a single visit (see Table).
  enum class Layout { factors, accumulators, single_visits_apart };

  explicit Block(int64_t stride) : stride_(stride) {}

  // Empties the block for a new set of documents.
  void begin();

  // Reads a document; `number` is its place in the stream of all visits so far, which keys its
  // random order; `clock` is how many tokens its N^Theta has already seen.
  void add(const Documents&, int64_t document, const DocumentSchedule&, uint64_t number,
           double clock, WordRows&, StepSizesByLength&);

  // Reads a document in its stored order, for inference under fixed topics.
  void add_in_order(const Documents&, int64_t document, WordRows&);

  // Empties `rows` again, and lays out the table and the documents' theta.
  void end(WordRows&, Layout);

  int64_t n_documents() const { return static_cast<int64_t>(documents_.size()); }
  int64_t n_words() const { return words_.size(); }
  const uint32_t* words() const { return words_.data(); }
  int64_t n_shared() const { return std::min(table_.n_shared, n_words()); }  // rows that have P

  // The rows whose words belong to a stripe, and those words.
  struct Stripe {
    const uint32_t* rows;
    const uint32_t* words;
    int64_t n_rows;
  };
  Stripe stripe(int index) const;

  const Table& table() const { return table_; }
  double n_tokens() const;
  int64_t n_visits() const { return shares_.size(); }
  double length(int64_t document) const { return documents_[document].length; }
  double clock(int64_t document) const { return documents_[document].clock; }
  float* theta(int64_t document) const { return theta_.get() + document * stride_; }
  float* scratch() const { return theta(n_documents()); }  // scratch_rows rows

  // What the kernel sweeps: round 0, 1, ... of burn-in passes, then the counted pass.
  int64_t n_burn_in_rounds() const;
  std::vector<DocumentSweep> burn_in_sweeps(int64_t round) const;
  std::vector<DocumentSweep> counted_sweeps() const;
  DocumentSweep sweep(int64_t document) const;

 private:
  struct ReadDocument {
    int64_t first;  // its place in visits_
    int64_t n_visits;
    int64_t first_share;  // its place in shares_: burn-in visits, then counted ones
    int64_t n_burn_in;
    double length;  // C_j
    double clock;   // tokens its N^Theta has seen at the end
  };

  static constexpr int64_t readable_past_end = 16;  // the kernel prefetches rows of later visits

  // Scvb0Kernel::converge needs two rows after theta.
  static constexpr int64_t scratch_rows = most_side_by_side;

  void sort_into_stripes();
  void move_single_visits_to_the_end();
  DocumentLength read(const Documents&, int64_t document, bool clumped, WordRows&,
                      GrowingArray<Visit>& entries);

  const int64_t stride_;
  std::vector<ReadDocument> documents_;
  GrowingArray<uint32_t> ids_;    // words of the document being read, checked
  GrowingArray<Visit> entries_;   // the document being read, in its stored order
  GrowingArray<Visit> visits_;    // each document's words in their random order
  GrowingArray<float> shares_;    // u of each visit, see DocumentSweep::replaced
  GrowingArray<uint32_t> words_;  // by row
  std::vector<uint32_t> words_as_read_;
  std::vector<uint32_t> new_rows_;      // of words that were moved, by their row before
  std::vector<uint32_t> striped_rows_;  // by stripe
  std::vector<uint32_t> striped_words_;
  int64_t stripe_starts_[n_stripes + 1] = {};
  AlignedFloats rows_;
  AlignedFloats theta_;
  Table table_{};
};

}  // namespace thalweg
