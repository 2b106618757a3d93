#include "block.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg {
namespace {

// Passes over a document of C_j tokens before the one that counts. Long documents profit from a
// warm start; a short one would settle on its few words too firmly.
double burn_in_passes(const BurnIn& burn_in, double length) {
  if (burn_in.passes >= 0) return burn_in.passes;
  return std::min(length / burn_in.tokens_per_pass, burn_in.most_passes);
}

// One pass of a radix sort.
template <int digit_bits>
void sort_by_digit(const uint64_t* from, uint64_t* to, int64_t n, int shift) {
  constexpr uint64_t mask = (1u << digit_bits) - 1;
  uint32_t starts[(1 << digit_bits) + 1] = {};
  for (int64_t i = 0; i < n; ++i) ++starts[(from[i] >> shift & mask) + 1];
  for (uint64_t digit = 0; digit < mask; ++digit) starts[digit + 1] += starts[digit];
  for (int64_t i = 0; i < n; ++i) to[starts[from[i] >> shift & mask]++] = from[i];
}

// Sorts by the upper 32 bits; returns whichever of the two arrays holds the result.
template <int digit_bits>
const uint64_t* sort_by_key(uint64_t* keys, uint64_t* other, int64_t n) {
  for (int shift = 32; shift < 64; shift += digit_bits) {
    sort_by_digit<digit_bits>(keys, other, n, shift);
    std::swap(keys, other);
  }
  return keys;
}

}  // namespace

void Block::begin(const VisitPlan& plan) {
  plan_ = plan;
  steps_.follow(plan.schedule);
  reader_.clear();
  documents_.clear();
  all_whole_ = true;
  rounds_.clear();
  entries_.clear();
  copies_.clear();
  next_copy_.clear();
  words_.clear();
  starts_.clear();
  visits_.clear();
  shares_.clear();
  lengths_.clear();
}

void Block::add(const Documents& documents, int64_t document, double clock, WordRows& rows) {
  const int64_t first = entries_.size();
  const auto [length, whole] = reader_.read(documents, document, rows, entries_);
  if (!plan_.clumped) split_into_tokens(first);
  const int64_t n_visits = entries_.size() - first;
  const double passes = burn_in_passes(plan_.burn_in, length);
  const auto n_burn_in = static_cast<int64_t>(passes * static_cast<double>(n_visits));
  documents_.push_back({n_visits, n_burn_in, length, clock});
  all_whole_ &= whole && clock == std::floor(clock);
  lengths_.push(static_cast<float>(length));
  steps_.prepare(clock + length * (std::ceil(passes) + 1));
}

// A word that occurs m times becomes m visits, each with a place of its own in the order; a
// fraction that is left becomes one more.
void Block::split_into_tokens(int64_t first) {
  const std::vector<Entry> clumps(entries_.data() + first, entries_.data() + entries_.size());
  entries_.truncate(first);
  for (Entry entry : clumps) {
    for (; entry.count > 1; entry.count -= 1) {
      entries_.push({entry.row, 1});
      entry.row = row_of_copy(entry.row);
    }
    entries_.push(entry);
  }
}

uint32_t Block::row_of_copy(uint32_t row) {
  for (int64_t known = copies_.size(); known < reader_.n_rows(); ++known) {
    copies_.push(0);
    next_copy_.push(0);
  }
  if (next_copy_.data()[row] == 0) {
    const uint32_t added = reader_.add_row(reader_.words()[row]);
    copies_.push(copies_.data()[row] + 1);
    next_copy_.push(0);
    next_copy_.data()[row] = added;
  }
  return next_copy_.data()[row];
}

void Block::end(const WordOrder& order, WordRows& rows) {
  reader_.release(rows);
  order_rows(order);
  sort_entries_by_rank();
  int64_t n_burn_in_rounds = 0;
  for (const Document& document : documents_)
    if (document.n_visits > 0)
      n_burn_in_rounds = std::max(n_burn_in_rounds,
                                  (document.n_burn_in + document.n_visits - 1) / document.n_visits);
  for (int64_t round = 0; round < n_burn_in_rounds; ++round) plan_burn_in(round);
  plan_counted();
  deal_to_stripes();
  theta_.reserve((n_documents() + 2) * stride_);
  expected_.reserve(std::max<int64_t>(reader_.n_rows(), 1) * stride_);
}

// Sorts the rows by the key of their words: a radix sort of (key, row).
void Block::order_rows(const WordOrder& order) {
  const int64_t n = reader_.n_rows();
  keys_.clear();
  sorted_keys_.clear();
  uint64_t* keys = keys_.extend(n);
  uint64_t* other = sorted_keys_.extend(n);
  for (int64_t row = 0; row < n; ++row) {
    const uint32_t copy = row < copies_.size() ? copies_.data()[row] : 0;
    keys[row] = uint64_t{order(reader_.words()[row], copy)} << 32 | static_cast<uint64_t>(row);
  }
  constexpr int64_t worth_long_digits = 4096;
  const uint64_t* sorted =
      n < worth_long_digits ? sort_by_key<8>(keys, other, n) : sort_by_key<11>(keys, other, n);
  rank_words_.clear();
  uint32_t* words = rank_words_.extend(n);
  next_.clear();
  uint32_t* rank_of_row = next_.extend(n);
  for (int64_t rank = 0; rank < n; ++rank) {
    const auto row = static_cast<uint32_t>(sorted[rank]);
    words[rank] = reader_.words()[row];
    rank_of_row[row] = static_cast<uint32_t>(rank);
  }
}

// From document after document to word after word: a counting sort. A word's documents keep their
// order.
void Block::sort_entries_by_rank() {
  const int64_t n = reader_.n_rows();
  uint32_t* place = next_.data();  // by row: its rank, then where its next visit goes
  rank_starts_.clear();
  uint32_t* starts = rank_starts_.extend(n + 1);
  std::fill_n(starts, n + 1, 0);
  const Entry* entries = entries_.data();
  for (int64_t i = 0; i < entries_.size(); ++i) ++starts[place[entries[i].row] + 1];
  for (int64_t rank = 0; rank < n; ++rank) starts[rank + 1] += starts[rank];
  for (int64_t row = 0; row < n; ++row) place[row] = starts[place[row]];
  rank_visits_.clear();
  Visit* visits = rank_visits_.extend(entries_.size());
  for (uint32_t document = 0; document < documents_.size(); ++document)
    for (const Entry* last = entries + documents_[document].n_visits; entries < last; ++entries)
      visits[place[entries->row]++] = {document, entries->count};
}

// u of visits in their order, each by the clock of its document, which it moves on. `Clock` is
// int64_t where all counts and clocks are whole: then u comes from a table.
template <class Clock, class Count>
void Block::time_visits(Stack<Clock>& clocks, const Visit* visits, int64_t n, float* shares) {
  clocks.clear();
  Clock* const clock = clocks.extend(n_documents());
  for (int64_t d = 0; d < n_documents(); ++d) clock[d] = static_cast<Clock>(documents_[d].clock);
  for (int64_t i = 0; i < n; ++i) {
    const auto m = static_cast<Count>(visits[i].count);
    Clock& t = clock[visits[i].document];
    shares[i] = steps_.replaced(t, m);
    t += m;
  }
  for (int64_t d = 0; d < n_documents(); ++d) documents_[d].clock = static_cast<double>(clock[d]);
}

void Block::time_round(const Visit* visits, int64_t n) {
  float* shares = shares_.extend(n);
  if (all_whole_)
    time_visits<int64_t, int64_t>(whole_clocks_, visits, n, shares);
  else
    time_visits<double, float>(clocks_, visits, n, shares);
}

// A burn-in round: of every document the visits that are still due, which are its first ones.
void Block::plan_burn_in(int64_t round) {
  visits_left_.clear();
  int64_t n_left = 0;
  for (const Document& document : documents_) {
    const int64_t left =
        std::clamp<int64_t>(document.n_burn_in - round * document.n_visits, 0, document.n_visits);
    *visits_left_.extend(1) = left;
    n_left += left;
  }
  if (n_left == rank_visits_.size()) {  // all of them: the counted pass's own arrays will do
    rounds_.push_back({-1, -1, -1, shares_.size(), reader_.n_rows()});
    time_round(rank_visits_.data(), n_left);
    return;
  }
  rounds_.push_back({words_.size(), starts_.size(), visits_.size(), shares_.size(), 0});
  const uint32_t* starts = rank_starts_.data();
  const Visit* visits = rank_visits_.data();
  int64_t* left = visits_left_.data();
  Visit* const planned = visits_.extend(n_left + 1);
  uint32_t* const words = words_.extend(reader_.n_rows());
  uint32_t* const ends = starts_.extend(reader_.n_rows() + 1);
  uint32_t n_planned = 0;
  int64_t n_words = 0;
  ends[0] = 0;
  for (int64_t rank = 0; n_planned < n_left; ++rank) {
    const uint32_t before = n_planned;
    for (uint32_t i = starts[rank]; i < starts[rank + 1]; ++i) {
      planned[n_planned] = visits[i];  // overwritten by the next one if it is not due
      int64_t& due = left[visits[i].document];
      n_planned += due > 0;
      due -= due > 0;
    }
    words[n_words] = rank_words_.data()[rank];
    n_words += n_planned > before;
    ends[n_words] = n_planned;
  }
  visits_.truncate(rounds_.back().visit + n_left);
  words_.truncate(rounds_.back().word + n_words);
  starts_.truncate(rounds_.back().start + n_words + 1);
  rounds_.back().n_words = n_words;
  time_round(visits_.data() + rounds_.back().visit, n_left);
}

void Block::plan_counted() {
  rounds_.push_back({-1, -1, -1, shares_.size(), reader_.n_rows()});
  time_round(rank_visits_.data(), rank_visits_.size());
}

Round Block::round(int64_t index) const {
  const RoundStart& start = rounds_[index];
  const float* shares = shares_.data() + start.share;
  if (start.word < 0)
    return {rank_words_.data(), rank_starts_.data(), rank_visits_.data(), shares, start.n_words};
  return {words_.data() + start.word, starts_.data() + start.start, visits_.data() + start.visit,
          shares, start.n_words};
}

// A counting sort of the counted round's words by word modulo n_stripes.
void Block::deal_to_stripes() {
  const int64_t n = reader_.n_rows();
  const uint32_t* words = rank_words_.data();
  std::fill(std::begin(stripe_starts_), std::end(stripe_starts_), 0);
  for (int64_t rank = 0; rank < n; ++rank) ++stripe_starts_[words[rank] % n_stripes + 1];
  for (int s = 0; s < n_stripes; ++s) stripe_starts_[s + 1] += stripe_starts_[s];
  striped_rows_.clear();
  striped_words_.clear();
  uint32_t* rows = striped_rows_.extend(n);
  uint32_t* striped = striped_words_.extend(n);
  int64_t next[n_stripes];
  std::copy(stripe_starts_, stripe_starts_ + n_stripes, next);
  for (int64_t rank = 0; rank < n; ++rank) {
    const int64_t place = next[words[rank] % n_stripes]++;
    rows[place] = static_cast<uint32_t>(rank);
    striped[place] = words[rank];
  }
}

Block::Stripe Block::stripe(int index) const {
  const int64_t first = stripe_starts_[index];
  return {striped_rows_.data() + first, striped_words_.data() + first,
          stripe_starts_[index + 1] - first};
}

double Block::n_tokens() const {
  double tokens = 0;
  for (const Document& document : documents_) tokens += document.length;
  return tokens;
}

}  // namespace thalweg
