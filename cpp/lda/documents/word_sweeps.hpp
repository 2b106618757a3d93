// The visits of a block word by word: every word in all its documents, then the next word.
//
// The documents of a minibatch share one random order of words, so that each of them is visited in
// an order that is uniformly random.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/block_table.hpp"
#include "lda/documents/random.hpp"
#include "lda/documents/step_sizes.hpp"
#include "parallel/growing_array.hpp"

namespace thalweg {

class WordSweeps {
 public:
  // A document of the block; its entries follow those of the documents before it.
  struct Document {
    int64_t n_entries;
    int64_t n_burn_in;  // visits before the counted pass
    double clock;       // tokens its N^Theta has seen; after plan(): at the end
  };

  // One pass: the words in order, and for each the visits starts[i] to starts[i + 1]. The rows of
  // the visits are places in `words`.
  struct Round {
    const uint32_t* words;
    const uint32_t* starts;
    const WordVisit* visits;
    int64_t n_words;
  };

  // Sorts `words`, one per row, by the order, and plans all passes over the documents, whose
  // entries refer to the rows before. `whole`: all counts and clocks are.
  void plan(const WordOrder&, uint32_t* words, int64_t n_words, const Visit* entries,
            std::vector<Document>& documents, const StepSizes&, bool whole);

  // Burn-in passes, then the counted pass, which has all words.
  int64_t n_rounds() const { return static_cast<int64_t>(rounds_.size()); }
  Round round(int64_t index) const;
  int64_t n_visits() const { return visits_.size(); }

 private:
  struct Occurrence {
    uint32_t document;
    float count;
  };
  struct RoundStart {
    int64_t word, start, visit;  // places in words_, starts_ and visits_
    int64_t n_words;
  };

  void sort_words(const WordOrder&, uint32_t* words, int64_t n_words);
  void sort_entries(const Visit* entries, int64_t n_words, const std::vector<Document>&);
  template <class Clock, class Count>
  void plan_rounds(const uint32_t* words, int64_t n_words, std::vector<Document>&,
                   const StepSizes&);

  GrowingArray<uint64_t> keys_, sorted_keys_;  // key of a word in the upper half, row in the lower
  GrowingArray<uint32_t> places_;              // by row: its rank, then where its next entry goes
  GrowingArray<uint32_t> rank_starts_;         // by rank, into occurrences_
  GrowingArray<Occurrence> occurrences_;       // all entries, word after word

  std::vector<RoundStart> rounds_;
  GrowingArray<uint32_t> words_, starts_;
  GrowingArray<WordVisit> visits_;
};

}  // namespace thalweg
