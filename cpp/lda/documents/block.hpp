// A block: the part of a minibatch that one thread works on alone, with tables of its own.
//
// How a minibatch is cut into blocks depends on its documents only, never on the number of
// threads, and blocks are added up in their order: that is why the bits are always the same.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/block_table.hpp"
#include "lda/documents/documents.hpp"
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

struct DocumentLength {
  double length;  // C_j
  bool whole;     // no fractional counts
  bool valid;     // all counts are counts
};

class Block {
 public:
  // What the rows of a table have.
  enum class Rows { factors, factors_and_accumulators, accumulators };

  explicit Block(int64_t stride) : stride_(stride), theta_pitch_((stride + 15) / 16 * 16) {}

  // Empties the block for a new set of documents.
  void begin();

  // Reads a document; `number` is its place in the stream of all visits so far, which keys its
  // random order; `clock` is how many tokens its N^Theta has already seen.
  void add(const Documents&, int64_t document, const DocumentSchedule&, uint64_t number,
           double clock, WordRows&, StepSizesByLength&);

  // Reads a document in its stored order, for inference under fixed topics.
  void add_in_order(const Documents&, int64_t document, WordRows&);

  // Empties `rows` again, and lays out the table and the documents' theta. In a table of
  // accumulators, words with several visits come first.
  void end(WordRows&, Rows);

  int64_t n_documents() const { return static_cast<int64_t>(documents_.size()); }
  int64_t n_words() const { return words_.size(); }
  int64_t n_shared() const { return n_shared_; }  // words with several visits; others: all
  const uint32_t* words() const { return words_.data(); }

  // The rows whose words belong to a stripe, and those words.
  struct Stripe {
    const uint32_t* rows;
    const uint32_t* words;
    int64_t n_rows;
  };
  Stripe stripe(int index) const;

  Rows rows() const { return layout_; }
  const Table& table() const { return table_; }
  double n_tokens() const;
  int64_t n_visits() const { return shares_.size(); }
  double length(int64_t document) const { return documents_[document].length; }
  double clock(int64_t document) const { return documents_[document].clock; }
  float* theta(int64_t document) const { return theta_.get() + document * theta_pitch_; }
  float* scratch() const { return theta(n_documents()); }  // scratch_rows rows of theta's pitch

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

  static constexpr int64_t scratch_rows = most_side_by_side + 2;  // RowsInPlace::scratch
  static constexpr int64_t readable_past_end = 16;  // the kernel prefetches rows of later visits

  void put_single_visits_last();
  void sort_into_stripes();
  DocumentLength read(const Documents&, int64_t document, bool clumped, WordRows&,
                      GrowingArray<Visit>& entries);

  const int64_t stride_;
  const int64_t theta_pitch_;  // whole cache lines
  std::vector<ReadDocument> documents_;
  GrowingArray<uint32_t> ids_;           // words of the document being read, checked
  GrowingArray<Visit> entries_;          // the document being read, in its stored order
  GrowingArray<Visit> visits_;           // each document's words in their random order
  GrowingArray<float> shares_;           // u of each visit, see DocumentSweep::replaced
  GrowingArray<uint32_t> words_;         // by row
  std::vector<uint32_t> words_as_read_;  // by row before rows were reordered
  std::vector<uint32_t> new_rows_;       // likewise
  int64_t n_shared_ = 0;
  Rows layout_{};
  std::vector<uint32_t> striped_rows_;  // by stripe
  std::vector<uint32_t> striped_words_;
  int64_t stripe_starts_[n_stripes + 1] = {};
  AlignedFloats rows_;
  AlignedFloats theta_;
  Table table_{};
};

}  // namespace thalweg
