// A block: the part of a minibatch that one thread works on alone.
//
// How a minibatch is cut into blocks depends on its documents only, never on the number of
// threads, and blocks are added up in their order: that is why the bits are always the same.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "aligned_floats.hpp"
#include "documents.hpp"
#include "kernel.hpp"
#include "random.hpp"
#include "row_reader.hpp"
#include "scratch.hpp"
#include "step_sizes.hpp"

namespace thalweg {

// Words are dealt to this many stripes, which add up a minibatch independently of each other.
constexpr int n_stripes = 16;

// Passes over a document before its counted pass: a fixed number, or (passes < 0) as many as its
// length calls for.
struct BurnIn {
  double passes;
  double tokens_per_pass;  // automatic: C_j / tokens_per_pass, at most `most_passes`
  double most_passes;
};

struct VisitPlan {
  StepSchedule schedule;
  BurnIn burn_in;
  bool clumped;
  uint64_t seed;
};

class Block {
 public:
  explicit Block(int64_t stride) : stride_(stride) {}

  // Empties the block for a new set of documents.
  void begin(const VisitPlan&);

  // Reads a document; `clock` is how many tokens its N^Theta has already seen.
  void add(const Documents&, int64_t document, double clock, WordRows&);

  // All documents are there: puts their words into the minibatch's random order.
  void end(const WordOrder&, WordRows&);

  int64_t n_documents() const { return static_cast<int64_t>(documents_.size()); }
  double n_tokens() const;
  int64_t n_visits() const { return shares_.size(); }
  double length(int64_t document) const { return documents_[document].length; }
  double clock(int64_t document) const { return documents_[document].clock; }
  float* theta(int64_t document) const { return theta_.get() + document * stride_; }
  Thetas thetas() const { return {theta_.get(), lengths_.data()}; }

  // The passes: burn-in rounds first, the counted one last.
  int64_t n_rounds() const { return static_cast<int64_t>(rounds_.size()); }
  Round round(int64_t index) const;

  float* scratch() const { return theta_.get() + n_documents() * stride_; }  // two rows
  float* expected() const { return expected_.get(); }  // sum m gamma, by word of the last round

  // The rows of `expected` whose words belong to a stripe, and those words.
  struct Stripe {
    const uint32_t* rows;
    const uint32_t* words;
    int64_t n_rows;
  };
  Stripe stripe(int index) const;

 private:
  struct Document {
    int64_t n_visits;
    int64_t n_burn_in;  // visits before the counted pass
    double length;      // C_j
    double clock;       // tokens its N^Theta has seen: before, and after end() at the end
  };
  // Where a round's arrays begin; -1 where it has those of the counted pass.
  struct RoundStart {
    int64_t word;
    int64_t start;
    int64_t visit;
    int64_t share;
    int64_t n_words;
  };

  uint32_t row_of_copy(uint32_t row);
  void split_into_tokens(int64_t first);
  void order_rows(const WordOrder&);
  void sort_entries_by_rank();
  void plan_burn_in(int64_t round);
  void plan_counted();
  void time_round(const Visit*, int64_t n);
  template <class Clock, class Count>
  void time_visits(Stack<Clock>&, const Visit*, int64_t n, float* shares);
  void deal_to_stripes();

  const int64_t stride_;
  VisitPlan plan_{};
  StepSizes steps_;
  RowReader reader_;
  std::vector<Document> documents_;
  bool all_whole_ = true;               // no fractional counts, nor clocks
  Stack<int64_t> whole_clocks_;         // by document, while its visits are timed
  Stack<double> clocks_;                // the same where some are fractional
  Stack<Entry> entries_;                // document after document, as they were read
  Stack<uint32_t> copies_;              // by row: which copy of its word, when not clumped
  Stack<uint32_t> next_copy_;           // by row: the row of the next copy, or 0
  Stack<uint64_t> keys_, sorted_keys_;  // order key and row
  Stack<uint32_t> next_;                // by row: where its next visit goes
  Stack<uint32_t> rank_words_;          // by rank
  Stack<uint32_t> rank_starts_;
  Stack<Visit> rank_visits_;    // the counted pass, by rank of the word
  Stack<int64_t> visits_left_;  // by document, in the burn-in round being planned

  std::vector<RoundStart> rounds_;
  Stack<uint32_t> words_;  // of all rounds but the last
  Stack<uint32_t> starts_;
  Stack<Visit> visits_;
  Stack<float> shares_;   // u of each visit, of all rounds
  Stack<float> lengths_;  // C_j
  Stack<uint32_t> striped_rows_, striped_words_;
  int64_t stripe_starts_[n_stripes + 1] = {};
  AlignedFloats theta_;
  AlignedFloats expected_;
};

// What training needs beside the model, kept from call to call: a stream of small calls would
// otherwise spend its time on fresh pages.
struct Workspace {
  std::vector<WordRows> word_rows;  // by thread
  std::vector<std::unique_ptr<Block>> blocks;
};

}  // namespace thalweg
