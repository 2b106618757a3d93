#include "lda/documents/word_sweeps.hpp"

#include <algorithm>
#include <utility>

namespace thalweg {
namespace {

// Sorts by the upper 32 bits, a digit at a time; returns whichever of the two arrays has the
// result.
template <int digit_bits>
const uint64_t* sort_by_key(uint64_t* keys, uint64_t* other, int64_t n) {
  constexpr int n_digits = (32 + digit_bits - 1) / digit_bits;
  constexpr uint64_t mask = (1u << digit_bits) - 1;
  uint32_t places[n_digits][1 << digit_bits] = {};
  for (int64_t i = 0; i < n; ++i)
    for (int d = 0; d < n_digits; ++d) ++places[d][keys[i] >> (32 + d * digit_bits) & mask];
  for (int d = 0; d < n_digits; ++d) {
    uint32_t next = 0;
    for (uint32_t& place : places[d]) next += std::exchange(place, next);
    for (int64_t i = 0; i < n; ++i)
      other[places[d][keys[i] >> (32 + d * digit_bits) & mask]++] = keys[i];
    std::swap(keys, other);
  }
  return keys;
}

}  // namespace

void WordSweeps::plan(const WordOrder& order, uint32_t* words, int64_t n_words,
                      const Visit* entries, std::vector<Document>& documents,
                      const StepSizes& steps, bool whole) {
  sort_words(order, words, n_words);
  sort_entries(entries, n_words, documents);
  if (whole)
    plan_rounds<int64_t, int64_t>(words, n_words, documents, steps);
  else
    plan_rounds<double, float>(words, n_words, documents, steps);
}

WordSweeps::Round WordSweeps::round(int64_t index) const {
  const RoundStart& round = rounds_[index];
  return {words_.data() + round.word, starts_.data() + round.start, visits_.data() + round.visit,
          round.n_words};
}

void WordSweeps::sort_words(const WordOrder& order, uint32_t* words, int64_t n_words) {
  constexpr int64_t worth_long_digits = 1024;  // fewer passes, but more counters to clear
  keys_.clear();
  sorted_keys_.clear();
  places_.clear();
  uint64_t* keys = keys_.extend(n_words);
  uint64_t* other = sorted_keys_.extend(n_words);
  uint32_t* rank_of_row = places_.extend(n_words);
  for (int64_t row = 0; row < n_words; ++row)
    keys[row] = uint64_t{order(words[row])} << 32 | static_cast<uint64_t>(row);
  const uint64_t* sorted = n_words < worth_long_digits ? sort_by_key<8>(keys, other, n_words)
                                                       : sort_by_key<11>(keys, other, n_words);
  words_.clear();
  uint32_t* ranked = words_.extend(n_words);
  for (int64_t rank = 0; rank < n_words; ++rank) {
    const auto row = static_cast<uint32_t>(sorted[rank]);
    ranked[rank] = words[row];
    rank_of_row[row] = static_cast<uint32_t>(rank);
  }
  std::copy(ranked, ranked + n_words, words);
}

// From document after document to word after word: a counting sort. A word's documents keep their
// order.
void WordSweeps::sort_entries(const Visit* entries, int64_t n_words,
                              const std::vector<Document>& documents) {
  int64_t n_entries = 0;
  for (const Document& document : documents) n_entries += document.n_entries;
  uint32_t* const place = places_.data();
  rank_starts_.clear();
  uint32_t* const starts = rank_starts_.extend(n_words + 1);
  std::fill_n(starts, n_words + 1, 0);
  for (int64_t i = 0; i < n_entries; ++i) ++starts[place[entries[i].row] + 1];
  for (int64_t rank = 0; rank < n_words; ++rank) starts[rank + 1] += starts[rank];
  for (int64_t row = 0; row < n_words; ++row) place[row] = starts[place[row]];
  occurrences_.clear();
  Occurrence* const sorted = occurrences_.extend(n_entries);
  for (uint32_t document = 0; document < documents.size(); ++document)
    for (const Visit* end = entries + documents[document].n_entries; entries < end; ++entries)
      sorted[place[entries->row]++] = {document, entries->count};
}

// Each burn-in pass visits of every document what is still due, which are its first words; the
// counted pass visits all. u follows the clock of the document.
template <class Clock, class Count>
void WordSweeps::plan_rounds(const uint32_t* words, int64_t n_words,
                             std::vector<Document>& documents, const StepSizes& steps) {
  struct Due {
    Clock clock;
    int64_t n_burn_in;  // left
    int64_t n_visits;   // of the round, left
  };
  std::vector<Due> due;
  for (const Document& document : documents)
    due.push_back({static_cast<Clock>(document.clock), document.n_burn_in, 0});
  rounds_.clear();
  words_.clear();
  starts_.clear();
  visits_.clear();
  for (bool counted = false; !counted;) {
    int64_t n_visits = 0;
    for (size_t d = 0; d < due.size(); ++d) {
      due[d].n_visits = std::min(due[d].n_burn_in, documents[d].n_entries);
      due[d].n_burn_in -= due[d].n_visits;
      n_visits += due[d].n_visits;
    }
    counted = n_visits == 0;
    if (counted) {
      for (size_t d = 0; d < due.size(); ++d) due[d].n_visits = documents[d].n_entries;
      n_visits = occurrences_.size();
    }
    RoundStart round{words_.size(), starts_.size(), visits_.size(), 0};
    // One more than needed: a visit that is not due is written too, and then overwritten.
    WordVisit* const visits = visits_.extend(n_visits + 1);
    uint32_t* const round_words = words_.extend(n_words);
    uint32_t* const starts = starts_.extend(n_words + 1);
    const uint32_t* rank_starts = rank_starts_.data();
    const Occurrence* occurrences = occurrences_.data();
    starts[0] = 0;
    uint32_t n_planned = 0, n_round_words = 0;
    for (int64_t rank = 0; rank < n_words && n_planned < n_visits; ++rank) {
      for (uint32_t i = rank_starts[rank]; i < rank_starts[rank + 1]; ++i) {
        const Occurrence& occurrence = occurrences[i];
        Due& document = due[occurrence.document];
        const auto m = static_cast<Count>(occurrence.count);
        const bool is_due = document.n_visits > 0;
        visits[n_planned] = {n_round_words, occurrence.document, occurrence.count,
                             steps.replaced(document.clock, m)};
        n_planned += is_due;
        document.n_visits -= is_due;
        document.clock += is_due ? m : 0;
      }
      round_words[n_round_words] = words[rank];
      n_round_words += n_planned > starts[n_round_words];
      starts[n_round_words] = n_planned;
    }
    round.n_words = n_round_words;
    visits_.truncate(round.visit + n_visits);
    words_.truncate(round.word + n_round_words);
    starts_.truncate(round.start + n_round_words + 1);
    rounds_.push_back(round);
  }
  for (size_t d = 0; d < due.size(); ++d) documents[d].clock = static_cast<double>(due[d].clock);
}

}  // namespace thalweg
