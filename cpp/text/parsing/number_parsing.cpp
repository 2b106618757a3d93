// Blocks that end at a newline are parsed in parallel, then joined.
#include "text/parsing/number_parsing.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <type_traits>
#include <vector>

#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"
#include "text/bytes.hpp"
#include "text/parsing/digits.hpp"
#include "text/parsing/line_blocks.hpp"
#include "text/parsing/real_numbers.hpp"

namespace thalweg {
namespace {

constexpr size_t bytes_per_block = size_t{1} << 19;
constexpr size_t longest_quote = 60;

enum class Found { number, fraction, nothing };  // fraction: or an integer beyond int32

class Cursor {
 public:
  explicit Cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  const char* at() const { return at_; }
  bool at_end() const { return at_ == end_; }
  void go_to(const char* place) { at_ = place; }

  // True if there was a blank, or nothing follows.
  bool skip_blanks() {
    const char* begin = at_;
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    return at_ > begin || at_line_end();
  }

  bool at_line_end() const {
    return at_ == end_ || *at_ == '\n' || (*at_ == '\r' && (at_ + 1 == end_ || at_[1] == '\n'));
  }

  void next_line() {
    at_ = std::find(at_, end_, '\n');
    if (at_ < end_) ++at_;
  }

  bool skip(char wanted) {
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  bool id(int32_t& value) {
    uint64_t digits;
    if (!unsigned_integer(digits) || digits > largest_int) return false;
    value = static_cast<int32_t>(digits);
    return true;
  }

  // A number up to the next blank, '#' or end of line.
  Found number(int32_t& value) {
    const char* begin = at_;
    const bool negative = *at_sign() == '-';
    uint64_t digits;
    if (unsigned_integer(digits) && at_field_end() && digits <= largest_int + negative) {
      value = static_cast<int32_t>(negative ? -static_cast<int64_t>(digits)
                                            : static_cast<int64_t>(digits));
      return Found::number;
    }
    at_ = begin;
    double real;
    return number(real) == Found::nothing ? Found::nothing : Found::fraction;
  }

  Found number(double& value) {
    const char* begin = at_;
    const char* sign = at_sign();
    uint64_t digits;
    if (unsigned_integer(digits) && at_field_end() && digits < uint64_t{1} << 53) {
      value = *sign == '-' ? -static_cast<double>(digits) : static_cast<double>(digits);
      return Found::number;
    }
    at_ = *begin == '+' ? begin + 1 : begin;
    // Only what looks like a number: parse_real may take "inf" and "nan" too.
    const char* first = *begin == '-' ? begin + 1 : at_;
    if (first == end_ || !((*first >= '0' && *first <= '9') || *first == '.'))
      return Found::nothing;
    const auto [stop, error] = parse_real(at_, end_, value);
    at_ = stop;
    return error == std::errc() && at_field_end() ? Found::number : Found::nothing;
  }

 private:
  static constexpr uint64_t largest_int = std::numeric_limits<int32_t>::max();

  bool at_field_end() const { return at_line_end() || *at_ == ' ' || *at_ == '\t' || *at_ == '#'; }

  // Skips a sign, or nothing; returns where it is or would be.
  const char* at_sign() {
    static constexpr char nothing = '\0';
    const char* sign = at_;
    if (at_ == end_) return &nothing;
    if (*at_ == '-' || *at_ == '+') ++at_;
    return sign;
  }

  // Eight digits at a time. More than 18 digits count as too large for anything.
  bool unsigned_integer(uint64_t& value) {
    value = 0;
    int n_digits = 0;
    for (;;) {
      const LeadingDigits digits(eight());
      if (digits.n > 0) {
        value = value * powers_of_ten[digits.n] + digits.value();
        n_digits += digits.n;
        at_ += digits.n;
      }
      if (n_digits > 18) value = std::numeric_limits<uint64_t>::max();
      if (digits.n < 8) return n_digits > 0;
      if (n_digits > 18) {
        while (at_ < end_ && *at_ >= '0' && *at_ <= '9') ++at_;
        return true;
      }
    }
  }

  uint64_t eight() const {
    if (end_ - at_ >= 8) return load_eight(at_);
    char copy[8] = {};
    std::copy(at_, end_, copy);
    return load_eight(copy);
  }

  static constexpr uint64_t powers_of_ten[] = {1,      10,      100,      1000,     10000,
                                               100000, 1000000, 10000000, 100000000};

  const char* at_;
  const char* end_;
};

std::string_view line_at(std::string_view data, const char* place) {
  const char* end = std::find(place, data.data() + data.size(), '\n');
  if (end > place && end[-1] == '\r') --end;
  return {place, static_cast<size_t>(end - place)};
}

int n_fields(std::string_view line) {
  int n = 0;
  bool inside = false;
  for (const char c : line) {
    const bool blank = c == ' ' || c == '\t';
    n += !blank && !inside;
    inside = !blank;
  }
  return n;
}

enum class Outcome { parsed, empty, fraction, wrong };

// What a block of lines "d w c" becomes.
template <class Value>
struct TripleLines {
  std::vector<int32_t> first, second;
  std::vector<Value> values;

  void reserve(std::string_view text) {
    const auto n_lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    first.reserve(n_lines);
    second.reserve(n_lines);
    values.reserve(n_lines);
  }

  Outcome parse(Cursor& cursor) {
    int32_t a, b;
    Value value;
    if (cursor.skip_blanks(), cursor.at_line_end()) return Outcome::empty;
    if (!cursor.id(a) || !cursor.skip_blanks() || !cursor.id(b) || !cursor.skip_blanks() ||
        cursor.at_line_end())
      return Outcome::wrong;
    const Found found = cursor.number(value);
    if (found != Found::number)
      return found == Found::fraction ? Outcome::fraction : Outcome::wrong;
    cursor.skip_blanks();
    if (!cursor.at_line_end()) return Outcome::wrong;
    first.push_back(a);
    second.push_back(b);
    values.push_back(value);
    return Outcome::parsed;
  }

  static std::string expected(std::string_view line) {
    return n_fields(line) == 3 ? "expected two ids from 0 to 2147483647 and a number"
                               : "expected three numbers";
  }
};

// What a block of lines "head i:v i:v ..." becomes.
template <class Value>
struct PairLines {
  std::vector<double> heads;
  std::vector<int64_t> row_ends;
  std::vector<int32_t> indices;
  std::vector<Value> values;

  void reserve(std::string_view text) {
    const auto n_pairs = static_cast<size_t>(std::count(text.begin(), text.end(), ':'));
    indices.reserve(n_pairs);
    values.reserve(n_pairs);
  }

  Outcome parse(Cursor& cursor) {
    double head;
    if (cursor.skip_blanks(), cursor.at_line_end() || *cursor.at() == '#') return Outcome::empty;
    if (cursor.number(head) != Found::number) return Outcome::wrong;
    while (cursor.skip_blanks(), !cursor.at_line_end() && *cursor.at() != '#') {
      int32_t index;
      Value value;
      if (!cursor.id(index) || !cursor.skip(':') || cursor.at_end()) return Outcome::wrong;
      const Found found = cursor.number(value);
      if (found != Found::number)
        return found == Found::fraction ? Outcome::fraction : Outcome::wrong;
      indices.push_back(index);
      values.push_back(value);
    }
    heads.push_back(head);
    row_ends.push_back(static_cast<int64_t>(indices.size()));
    return Outcome::parsed;
  }

  static std::string expected(std::string_view) {
    return "expected a number and pairs index:value, the index from 0 to 2147483647";
  }
};

// Parses lines of one kind; the threads live until the results are joined.
class LineParser {
 public:
  LineParser(std::string_view data, const Workers& workers)
      : data_(data),
        blocks_(line_blocks(data, bytes_per_block)),
        pool_(workers, n_blocks()),
        cancellation_(workers) {}

  int64_t n_blocks() const { return std::ssize(blocks_); }
  bool cancelled() const { return cancellation_.requested(); }

  // Empty if a value does not fit or the caller cancelled. Throws LineError for the first line that
  // is wrong.
  template <class Lines>
  std::vector<Lines> parse() {
    std::vector<Lines> parts(blocks_.size());
    std::vector<const char*> faults(blocks_.size(), nullptr);
    std::atomic<bool> fraction = false;
    const auto parse_block = [&](int64_t task, int thread) {
      const Poll poll = cancellation_.poll(thread);
      if (fraction.load(std::memory_order_relaxed) || poll.cancelled(poll.context)) return;
      const std::string_view text = blocks_[task];
      Lines lines;
      lines.reserve(text);
      for (Cursor cursor(text); !cursor.at_end(); cursor.next_line()) {
        const char* line = cursor.at();
        const Outcome outcome = lines.parse(cursor);
        if (outcome == Outcome::fraction) fraction = true;
        if (outcome == Outcome::wrong) faults[task] = line;
        if (outcome == Outcome::fraction || outcome == Outcome::wrong) return;
      }
      parts[task] = std::move(lines);
    };
    pool_.run(n_blocks(), parse_block, [&] { cancellation_.ask_now(); });
    if (fraction || cancelled()) return {};
    for (const char* fault : faults)
      if (fault) refuse(fault, Lines::expected(line_at(data_, fault)));
    return parts;
  }

  // Joins the arrays `member` of all parts.
  template <class Lines, class T>
  OwnedArray<T> joined(const std::vector<Lines>& parts, std::vector<T> Lines::* member) {
    std::vector<int64_t> starts;
    int64_t size = 0;
    for (const Lines& part : parts) {
      starts.push_back(size);
      size += std::ssize((part.*member));
    }
    OwnedArray<T> all(size);
    pool_.run(static_cast<int64_t>(parts.size()), [&](int64_t task, int) {
      const std::vector<T>& values = parts[task].*member;
      std::copy(values.begin(), values.end(), all.data() + starts[task]);
    });
    return all;
  }

 private:
  [[noreturn]] void refuse(const char* fault, const std::string& expected) const {
    std::string_view line = line_at(data_, fault);
    const bool cut = line.size() > longest_quote;
    line = line.substr(0, longest_quote);
    throw LineError(std::count(data_.data(), fault, '\n'),
                    expected + ", got '" + std::string(line) + (cut ? "...'" : "'"));
  }

  std::string_view data_;
  std::vector<std::string_view> blocks_;
  ThreadPool pool_;
  Cancellation cancellation_;
};

template <class Value>
std::optional<Triples> triples(LineParser& parser) {
  const auto parts = parser.parse<TripleLines<Value>>();
  if (parts.empty() && parser.n_blocks() > 0) return std::nullopt;
  return Triples{parser.joined(parts, &TripleLines<Value>::first),
                 parser.joined(parts, &TripleLines<Value>::second),
                 parser.joined(parts, &TripleLines<Value>::values)};
}

template <class Value>
std::optional<SparseLines> sparse_lines(LineParser& parser) {
  auto parts = parser.parse<PairLines<Value>>();
  if (parts.empty() && parser.n_blocks() > 0) return std::nullopt;
  int64_t n_pairs = 0;
  for (auto& part : parts) {
    for (int64_t& end : part.row_ends) end += n_pairs;
    n_pairs += std::ssize(part.indices);
  }
  if (!parts.empty()) parts.front().row_ends.insert(parts.front().row_ends.begin(), 0);
  OwnedArray<int64_t> offsets = parser.joined(parts, &PairLines<Value>::row_ends);
  if (parts.empty()) (offsets = OwnedArray<int64_t>(1)).data()[0] = 0;
  return SparseLines{parser.joined(parts, &PairLines<Value>::heads), std::move(offsets),
                     parser.joined(parts, &PairLines<Value>::indices),
                     parser.joined(parts, &PairLines<Value>::values)};
}

}  // namespace

std::optional<Triples> parse_triples(std::string_view data, const Workers& workers) {
  LineParser parser(data, workers);
  auto parsed = triples<int32_t>(parser);
  if (!parsed && !parser.cancelled()) parsed = triples<double>(parser);
  return parsed;
}

std::optional<SparseLines> parse_sparse_rows(std::string_view data, const Workers& workers) {
  LineParser parser(data, workers);
  auto parsed = sparse_lines<int32_t>(parser);
  if (!parsed && !parser.cancelled()) parsed = sparse_lines<double>(parser);
  return parsed;
}

}  // namespace thalweg
