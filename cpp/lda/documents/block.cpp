#include "lda/documents/block.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <string>
#include <type_traits>

#include "lda/documents/entries.hpp"
#include "lda/documents/random.hpp"

namespace thalweg {
namespace {

// Passes over a document of C_j tokens before the one that counts. Long documents profit from a
// warm start; a short one would fit its few words too closely.
double burn_in_passes(const BurnIn& burn_in, double length) {
  if (burn_in.passes >= 0) return burn_in.passes;
  return std::min(length / burn_in.tokens_per_pass, burn_in.most_passes);
}

// Throws about the first entry of a row that is not valid. Not inlined: the loop that reads entries
// has no registers to spare.
template <class Id, class Count>
[[noreturn, gnu::noinline, gnu::cold]] void reject_entries(int64_t document, const Id* ids,
                                                           const Count* counts, int64_t n,
                                                           uint32_t n_words) {
  for (int64_t i = 0; i < n; ++i)
    if (const Id id = ids[i]; !is_word(id, n_words))
      Documents::reject(document, "has the word id " + std::to_string(id) + "; expected 0 to " +
                                      std::to_string(int64_t{n_words} - 1));
  const Count* wrong = std::find_if_not(counts, counts + n, is_count<Count>);
  Documents::reject(document,
                    (wrong == counts + n ? std::string("has entries that have just been changed")
                                         : "has a count of " + std::to_string(*wrong)) +
                        "; expected numbers from 0 to " + std::to_string(largest_count));
}

// Visits of burn-in that an array can hold; more is a request for more memory than there is.
constexpr double most_burn_in = 1e15;
// Tokens that a document's N^Theta can have seen; above, a double does not count them.
constexpr double latest_clock = 9e15;

// A word that occurs m times becomes m visits; a fraction that is left becomes one of its own.
void split_into_tokens(GrowingArray<Visit>& entries, int64_t first) {
  const std::vector<Visit> clumps(entries.data() + first, entries.data() + entries.size());
  entries.truncate(first);
  for (Visit visit : clumps) {
    if (!is_count(visit.count)) throw InputError("counts were changed while they were read");
    for (; visit.count > 1; visit.count -= 1) *entries.extend(1) = {visit.row, 1};
    *entries.extend(1) = visit;
  }
}

// u of n visits from token t on; returns the clock after them.
template <class Clock, class Count>
Clock time_visits(const StepSizes& steps, const Visit* visits, int64_t n, Clock t, float* share) {
  for (int64_t i = 0; i < n; ++i) {
    const auto m = static_cast<Count>(visits[i].count);
    share[i] = steps.replaced(t, m);
    t += m;
  }
  return t;
}

// Longest first, so that documents that run side by side end at about the same time.
std::vector<DocumentSweep> longest_first(std::vector<DocumentSweep> sweeps) {
  std::stable_sort(
      sweeps.begin(), sweeps.end(),
      [](const DocumentSweep& a, const DocumentSweep& b) { return a.n_visits > b.n_visits; });
  return sweeps;
}

}  // namespace

void Block::begin() {
  documents_.clear();
  visits_.clear();
  shares_.clear();
  words_.clear();
}

void Block::add(const Documents& documents, int64_t document, const DocumentSchedule& schedule,
                uint64_t number, double clock, WordRows& rows, StepSizesByLength& all_steps) {
  entries_.clear();
  const DocumentLength measured = read(documents, document, schedule.clumped, rows, entries_);
  const double length = measured.length;
  const int64_t n_visits = entries_.size();

  // Fisher and Yates, inside out: entry i goes to a random place among the first i + 1, and what
  // was there goes to the end.
  const int64_t first = visits_.size();
  Visit* const visits = visits_.extend(n_visits);
  DocumentRandom random(schedule.seed, number);
  for (int64_t i = 0; i < n_visits; ++i) {
    const uint32_t place = random.below(static_cast<uint32_t>(i + 1));
    visits[i] = visits[place];
    visits[place] = entries_.data()[i];
  }

  if (!(clock >= 0 && clock <= latest_clock))
    Documents::reject(document, "has a clock of " + std::to_string(clock));
  const double passes = burn_in_passes(schedule.burn_in, length);
  const double burn_in_visits = passes * static_cast<double>(n_visits);
  if (!(burn_in_visits >= 0 && burn_in_visits <= most_burn_in)) throw std::bad_alloc();
  const auto n_burn_in = static_cast<int64_t>(burn_in_visits);
  const int64_t first_share = shares_.size();
  float* share = shares_.extend(n_burn_in + n_visits);
  const StepSizes& steps =
      all_steps.prepare(schedule.steps, length, clock + length * (std::ceil(passes) + 1));
  double t = clock;
  const bool whole_clock = measured.whole && clock == std::floor(clock);
  for (int64_t left = n_burn_in + n_visits; left > 0;) {
    const int64_t n = left > n_visits ? std::min(left - n_visits, n_visits) : n_visits;
    t = whole_clock
            ? time_visits<int64_t, int64_t>(steps, visits, n, static_cast<int64_t>(t), share)
            : time_visits<double, float>(steps, visits, n, t, share);
    share += n;
    left -= n;
  }
  documents_.push_back({first, n_visits, first_share, n_burn_in, length, t});
}

DocumentLength Block::read(const Documents& documents, int64_t document, bool clumped,
                           WordRows& word_rows, GrowingArray<Visit>& entries) {
  const int64_t first = entries.size(), n_known = words_.size();
  uint32_t* const rows = word_rows.get();
  const uint32_t vocabulary_size = word_rows.n_words();
  DocumentLength measured{};
  // This loop sees every entry of the corpus: plain locals, and no branch to mispredict.
  documents.read(document, [&](const auto* ids, const auto* counts, int64_t n) {
    Visit* const out = entries.extend(n);
    words_.extend(n + 1);
    uint32_t* const words = words_.data();
    auto n_words = static_cast<uint32_t>(n_known);
    int64_t n_kept = 0;
    ids_.clear();
    uint32_t* const checked_ids = ids_.extend(n);
    if (!copy_words(ids, n, vocabulary_size, checked_ids))
      reject_entries(document, ids, counts, n, vocabulary_size);
    for (int64_t i = 0; i < n; ++i) {
      const uint32_t word = checked_ids[i];
      const auto count = counts[i];
      if (count == 0) continue;
      const uint32_t known = rows[word];
      const uint32_t is_new = known == 0;
      const uint32_t row = known + is_new * (n_words + 1);
      words[n_words] = word;
      n_words += is_new;
      rows[word] = row;
      out[n_kept++] = {row - 1, static_cast<float>(count)};
    }
    words_.truncate(n_words);
    entries.truncate(first + n_kept);
    measured = measure(counts, n);
    if (!measured.valid) reject_entries(document, ids, counts, n, vocabulary_size);
  });
  if (!clumped) split_into_tokens(entries, first);
  return measured;
}

void Block::add_in_order(const Documents& documents, int64_t document, WordRows& rows) {
  const int64_t first = visits_.size();
  const DocumentLength measured = read(documents, document, true, rows, visits_);
  documents_.push_back({first, visits_.size() - first, 0, 0, measured.length, 0});
}

void Block::end(WordRows& rows, Layout layout) {
  for (int64_t row = 0; row < n_words(); ++row) rows.get()[words()[row]] = 0;
  std::fill_n(visits_.extend(readable_past_end), readable_past_end, Visit{0, 0});
  table_.stride = stride_;
  table_.pitch = layout == Layout::factors ? stride_ : 2 * stride_;
  table_.n_shared = n_words();
  if (layout != Layout::factors) sort_into_stripes();
  if (layout == Layout::single_visits_apart) move_single_visits_to_the_end();
  table_.rows = rows_.reserve(std::max<int64_t>(
      n_shared() * table_.pitch + (n_words() - n_shared()) * stride_, table_.pitch));
  theta_.reserve((n_documents() + scratch_rows) * stride_);
}

// Gives the rows of words with several visits the first numbers. The stripes keep their order, in
// which rows are added up.
void Block::move_single_visits_to_the_end() {
  const int64_t n_visits = visits_.size() - readable_past_end;
  Visit* const visits = visits_.data();
  new_rows_.assign(n_words(), 0);  // at first: how many visits a row has
  for (int64_t i = 0; i < n_visits; ++i) ++new_rows_[visits[i].row];
  table_.n_shared = n_words() - std::count(new_rows_.begin(), new_rows_.end(), 1u);
  words_as_read_.assign(words(), words() + n_words());
  uint32_t next[2] = {0, static_cast<uint32_t>(table_.n_shared)};
  for (int64_t row = 0; row < n_words(); ++row) {
    new_rows_[row] = next[new_rows_[row] == 1]++;
    words_.data()[new_rows_[row]] = words_as_read_[row];
  }
  for (int64_t i = 0; i < n_visits; ++i) visits[i].row = new_rows_[visits[i].row];
  for (uint32_t& row : striped_rows_) row = new_rows_[row];
}

// A counting sort of the rows by word modulo n_stripes.
void Block::sort_into_stripes() {
  std::fill(std::begin(stripe_starts_), std::end(stripe_starts_), 0);
  for (int64_t row = 0; row < n_words(); ++row) ++stripe_starts_[words()[row] % n_stripes + 1];
  for (int s = 0; s < n_stripes; ++s) stripe_starts_[s + 1] += stripe_starts_[s];
  striped_rows_.resize(n_words());
  striped_words_.resize(n_words());
  int64_t next[n_stripes];
  std::copy(stripe_starts_, stripe_starts_ + n_stripes, next);
  for (int64_t row = 0; row < n_words(); ++row) {
    const int64_t place = next[words()[row] % n_stripes]++;
    striped_rows_[place] = static_cast<uint32_t>(row);
    striped_words_[place] = words()[row];
  }
}

Block::Stripe Block::stripe(int index) const {
  const int64_t first = stripe_starts_[index];
  return {striped_rows_.data() + first, striped_words_.data() + first,
          stripe_starts_[index + 1] - first};
}

double Block::n_tokens() const {
  double tokens = 0;
  for (const ReadDocument& read : documents_) tokens += read.length;
  return tokens;
}

DocumentSweep Block::sweep(int64_t document) const {
  const ReadDocument& read = documents_[document];
  return {visits_.data() + read.first, shares_.data() + read.first_share + read.n_burn_in,
          read.n_visits, theta(document), static_cast<float>(read.length)};
}

int64_t Block::n_burn_in_rounds() const {
  int64_t rounds = 0;
  for (const ReadDocument& read : documents_)
    if (read.n_visits > 0)
      rounds = std::max(rounds, (read.n_burn_in + read.n_visits - 1) / read.n_visits);
  return rounds;
}

std::vector<DocumentSweep> Block::burn_in_sweeps(int64_t round) const {
  std::vector<DocumentSweep> sweeps;
  for (int64_t document = 0; document < n_documents(); ++document) {
    const ReadDocument& read = documents_[document];
    const int64_t done = round * read.n_visits;
    if (done >= read.n_burn_in) continue;
    DocumentSweep one = sweep(document);
    one.replaced = shares_.data() + read.first_share + done;
    one.n_visits = std::min(read.n_burn_in - done, read.n_visits);
    sweeps.push_back(one);
  }
  return longest_first(std::move(sweeps));
}

std::vector<DocumentSweep> Block::counted_sweeps() const {
  std::vector<DocumentSweep> sweeps;
  for (int64_t document = 0; document < n_documents(); ++document)
    sweeps.push_back(sweep(document));
  return longest_first(std::move(sweeps));
}

}  // namespace thalweg
