// Text in: tables, tokens, counting, Arrow streams and numbers. Python compares them with
// references; here are the cases that a sanitizer should see.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "check.hpp"
#include "text/arrow.hpp"
#include "text/counting/word_counter.hpp"
#include "text/counting/word_table.hpp"
#include "text/parsing/number_parsing.hpp"
#include "text/select_words.hpp"
#include "text/unicode/unicode.hpp"

using thalweg::CountedRows;
using thalweg::CounterSettings;
using thalweg::WordCounter;
using thalweg::WordKey;
using thalweg::WordTable;
using thalweg::Workers;

namespace {

Workers threads(int n_threads) {
  return {n_threads, [] { return false; }};
}

// Texts in memory of exactly their size: reading past the end is seen.
class ExactTexts {
 public:
  explicit ExactTexts(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      memory_.push_back(std::make_unique<char[]>(text.size()));
      std::memcpy(memory_.back().get(), text.data(), text.size());
      views_.emplace_back(memory_.back().get(), text.size());
    }
  }
  std::span<const std::string_view> views() const { return views_; }

 private:
  std::vector<std::unique_ptr<char[]>> memory_;
  std::vector<std::string_view> views_;
};

CounterSettings settings() { return {{true, true, true, 1, 1000000}, {1, 1}, {}, {}, {}}; }

std::vector<std::string> words_of(const WordCounter& counter) {
  std::vector<std::string> words;
  for (int64_t id = 0; id < counter.n_words(); ++id) words.emplace_back(counter.word(id));
  return words;
}

template <class T>
std::vector<T> copy_of(std::span<const T> values) {
  return {values.begin(), values.end()};
}

bool same(const CountedRows& a, const CountedRows& b) {
  return copy_of(a.offsets.span()) == copy_of(b.offsets.span()) &&
         copy_of(a.words.span()) == copy_of(b.words.span()) &&
         copy_of(a.counts.span()) == copy_of(b.counts.span());
}

std::string padded(const std::string& word) { return word + std::string(8, '#'); }

// Words of any length, of bytes that are sometimes no UTF-8.
std::vector<std::string> random_texts(int n_texts, int n_bytes, bool valid) {
  std::mt19937 random(1);
  std::vector<std::string> texts;
  for (int i = 0; i < n_texts; ++i) {
    std::string text;
    const int size = static_cast<int>(random() % static_cast<unsigned>(n_bytes));
    while (static_cast<int>(text.size()) < size) {
      const unsigned kind = random() % 16;
      if (kind < 10)
        text += static_cast<char>('A' + random() % 58);
      else if (kind < 13)
        text += ' ';
      else if (kind == 13)
        text += "\u00c9\u03a3\u0130";
      else
        text += valid ? std::string("\u4e2d") : std::string(1, static_cast<char>(random()));
    }
    texts.push_back(text);
  }
  return texts;
}

void a_table_finds_what_was_added() {
  WordTable table;
  const auto word = [](int i) {
    return std::string(static_cast<size_t>(i % 40), 'x') + std::to_string(i);
  };
  for (int i = 0; i < 5000; ++i) {
    const std::string bytes = padded(word(i));
    const WordKey key(bytes.data(), bytes.size() - 8);
    CHECK(table.find(key) == WordTable::absent);
    CHECK(table.find_or_add(key) == i);
    CHECK(table.find_or_add(key) == i);
  }
  const auto found = [&](int i) {
    const std::string bytes = padded(word(i));
    return table.find({bytes.data(), bytes.size() - 8});
  };
  table.shrink(3000);
  for (int i = 0; i < 5000; ++i) CHECK(found(i) == (i < 3000 ? i : WordTable::absent));
  table = table.without([](int32_t id) { return id % 3 == 0; });
  for (int i = 0; i < 3000; ++i) {
    CHECK(found(i) == (i % 3 ? i : WordTable::absent));
    CHECK(table.word(i) == (i % 3 ? word(i) : ""));
  }
}

void bytes_that_are_not_utf8_separate() {
  const std::vector<std::string> bad = {
      "\x80",     "\xC0\xAF",     "\xED\xA0\x80", "\xF5\x80\x80\x80",
      "\xE4\xB8", "\xF0\x9F\x98", "\xC3",         "\xFF"};
  for (const std::string& bytes : bad) {
    WordCounter counter(settings());
    const ExactTexts texts({"ab" + bytes + " cd", "ab" + bytes, bytes + "cd", bytes});
    const auto rows = counter.count(texts.views(), threads(1));
    CHECK(copy_of(rows->offsets.span()) == (std::vector<int64_t>{0, 2, 3, 4, 4}));
    CHECK(words_of(counter) == (std::vector<std::string>{"ab", "cd"}));
  }
}

void every_code_point_survives_coding() {
  char bytes[8];
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const char* end = thalweg::append_code_point(c, bytes);
    size_t position = 0;
    const std::string_view text(bytes, static_cast<size_t>(end - bytes));
    CHECK(thalweg::next_code_point(text, position) == c);
    CHECK(position == text.size());
    // Twice the room is enough: what the tokeniser reserves.
    std::vector<char32_t> token{c};
    thalweg::lower_case(token);
    thalweg::fold_accents(token);
    char longer[32];
    char* at = longer;
    for (const char32_t part : token) at = thalweg::append_code_point(part, at);
    CHECK(at - longer <= 2 * static_cast<std::ptrdiff_t>(text.size()));
  }
}

void letters_and_marks_are_composed() {
  using Token = std::vector<char32_t>;
  const auto composed = [](Token token) {
    thalweg::compose(token);
    return token;
  };
  CHECK(composed({}).empty());
  CHECK(composed({0x301}) == Token{0x301});
  CHECK((composed({U'e', 0x301}) == Token{0xE9}));
  // The dot below (class 220) comes before the circumflex (230); both join the letter.
  CHECK((composed({U'o', 0x302, 0x323}) == Token{0x1ED9}));
  CHECK((composed({U'x', 0x301, 0x300}) == Token{U'x', 0x301, 0x300}));
  CHECK((composed({0x1112, 0x1161, 0x11AB}) == Token{0xD55C}));
  CHECK((composed({0x958}) == Token{0x915, 0x93C}));  // stays decomposed
  CHECK(composed({0x212B}) == Token{0xC5});
  // Composing again changes nothing, whatever the code points.
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    Token token(random() % 12);
    for (char32_t& c : token) c = random() % (i % 2 ? 0x3400 : 0x10FFFF);
    std::erase_if(token, [](char32_t c) { return c >= 0xD800 && c <= 0xDFFF; });
    const Token once = composed(token);
    CHECK(composed(once) == once);
  }
}

void rows_do_not_depend_on_threads() {
  for (const bool valid : {true, false}) {
    const ExactTexts texts(random_texts(200, 4000, valid));
    for (const bool phrases : {false, true}) {
      CounterSettings chosen = settings();
      if (phrases) {
        chosen.phrases = {{"a", "b"}, {"b", "a"}};
        chosen.ngrams = {1, 2};
        chosen.stop_words = {"c"};
      }
      WordCounter expected(chosen);
      const auto rows = expected.count(texts.views(), threads(1));
      for (const int n_threads : {2, 5}) {
        WordCounter counter(chosen);
        CHECK(same(*rows, *counter.count(texts.views(), threads(n_threads))));
        CHECK(words_of(counter) == words_of(expected));
        CHECK(copy_of(counter.document_frequencies()) == copy_of(expected.document_frequencies()));
        CHECK(copy_of(counter.term_frequencies()) == copy_of(expected.term_frequencies()));
      }
    }
  }
}

void a_cancelled_count_leaves_the_counter_as_it_was() {
  const ExactTexts few({"one two", "two three"}), some(random_texts(200, 2000, true));
  std::vector<std::string_view> many;  // far more than 20 ms of work
  while (many.size() < 40000) many.insert(many.end(), some.views().begin(), some.views().end());
  for (const int n_threads : {1, 3}) {
    WordCounter counter(settings()), untouched(settings());
    counter.count(few.views(), threads(n_threads));
    untouched.count(few.views(), threads(n_threads));
    CHECK(!counter.count(many, {n_threads, [] { return true; }}));
    CHECK(words_of(counter) == words_of(untouched));
    CHECK(copy_of(counter.term_frequencies()) == copy_of(untouched.term_frequencies()));
    const ExactTexts next({"three four one", "four"});
    CHECK(same(*counter.count(next.views(), threads(n_threads)),
               *untouched.count(next.views(), threads(n_threads))));
    CHECK(copy_of(counter.term_frequencies()) == copy_of(untouched.term_frequencies()));
  }
}

// A stream of two chunks that counts what is released.
struct FakeStream {
  std::string format = "u";
  int n_chunks = 2;
  int n_given = 0, n_released = 0;
  bool fails = false;
  bool schema_released = false;
  int32_t offsets[4] = {0, 1, 3, 6};
  std::string bytes = "abbccc";
  uint8_t bitmap = 0b101;
  const void* buffers[3] = {&bitmap, offsets, bytes.data()};

  ArrowArrayStream stream() {
    ArrowArrayStream stream{};
    stream.private_data = this;
    stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
      auto* fake = static_cast<FakeStream*>(self->private_data);
      *out = {};
      out->format = fake->format.c_str();
      out->private_data = fake;
      out->release = [](ArrowSchema* schema) {
        static_cast<FakeStream*>(schema->private_data)->schema_released = true;
        schema->release = nullptr;
      };
      return 0;
    };
    stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
      auto* fake = static_cast<FakeStream*>(self->private_data);
      *out = {};
      if (fake->fails && fake->n_given == 1) return EIO;
      if (fake->n_given == fake->n_chunks) return 0;
      ++fake->n_given;
      out->length = 2;
      out->offset = 1;
      out->n_buffers = 3;
      out->buffers = fake->buffers;
      out->private_data = fake;
      out->release = [](ArrowArray* array) {
        ++static_cast<FakeStream*>(array->private_data)->n_released;
        array->release = nullptr;
      };
      return 0;
    };
    stream.get_last_error = [](ArrowArrayStream*) { return "broken"; };
    return stream;
  }
};

template <class Exception>
std::string message_of(FakeStream& fake) {
  ArrowArrayStream stream = fake.stream();
  try {
    thalweg::read_arrow_texts(stream);
  } catch (const Exception& exception) {
    return exception.what();
  }
  return "";
}

void arrow_chunks_are_released_once() {
  FakeStream whole;
  {
    ArrowArrayStream stream = whole.stream();
    const thalweg::ArrowTexts texts = thalweg::read_arrow_texts(stream);
    CHECK(texts.texts == (std::vector<std::string_view>{"", "ccc", "", "ccc"}));
    CHECK(whole.schema_released);
    CHECK(whole.n_released == 0);
  }
  CHECK(whole.n_released == 2);

  FakeStream broken;
  broken.fails = true;
  CHECK(message_of<std::runtime_error>(broken).find("broken") != std::string::npos);
  CHECK(broken.schema_released);
  CHECK(broken.n_released == 1);

  FakeStream numbers;
  numbers.format = "l";
  CHECK(message_of<thalweg::ArrowTypeError>(numbers).find("'l'") != std::string::npos);
  CHECK(numbers.schema_released);
  CHECK(numbers.n_given == 0);
}

void numbers_are_read_up_to_the_last_byte() {
  for (const std::string data : {"1 2 3", "12345678 2 12345678", "1 2 3\n4 5 123456789", "1 2 3.25",
                                 "1 2 3\r", "1 2 3\r\n\n", "", "\n", " ", "1 2 -0"}) {
    const ExactTexts exact({data});
    CHECK(thalweg::parse_triples(exact.views()[0], threads(2)));
  }
  for (const std::string data : {"1", "1 ", "1 2", "1 2 ", "1 2 -", "1 2 +", "1 2 .", "-", "1 2 1e",
                                 "1 2 3 4", "123456789012345678901234567890"}) {
    const ExactTexts exact({data});
    bool refused = false;
    try {
      thalweg::parse_triples(exact.views()[0], threads(2));
    } catch (const thalweg::LineError& error) {
      refused = error.line == 0;
    }
    CHECK_OR_SAY(refused, data);
  }
  for (const std::string data : {"1", "1 2:3", "1 2:3#", "#", "-1.5 2:3 # x"})
    CHECK(thalweg::parse_sparse_rows(ExactTexts({data}).views()[0], threads(2)));
  std::string large;
  for (int i = 0; i < 200000; ++i) large += std::to_string(i) + " 7 " + std::to_string(-i) + "\n";
  const auto parsed = thalweg::parse_triples(large, threads(3));
  const auto values = std::get<thalweg::OwnedArray<int32_t>>(parsed->values).span();
  CHECK(values.size() == 200000);
  for (int i = 0; i < 200000; ++i) CHECK(values[static_cast<size_t>(i)] == -i);
}

void selected_rows_do_not_depend_on_threads() {
  std::mt19937 random(2);
  std::vector<int64_t> offsets{0};
  std::vector<int32_t> words;
  std::vector<uint16_t> counts;
  for (int row = 0; row < 5000; ++row) {
    for (unsigned i = random() % 100; i > 0; --i) {
      words.push_back(static_cast<int32_t>(random() % 1000));
      counts.push_back(1);
    }
    offsets.push_back(static_cast<int64_t>(words.size()));
  }
  std::vector<int32_t> mapping(1000);
  for (int32_t& chosen : mapping) chosen = static_cast<int32_t>(random() % 50) - 1;
  const thalweg::RowsView<uint16_t> rows{offsets, words, counts};
  const auto expected = thalweg::select_words(rows, mapping, threads(1));
  const auto selected = thalweg::select_words(rows, mapping, threads(4));
  CHECK(copy_of(selected->offsets.span()) == copy_of(expected->offsets.span()));
  CHECK(copy_of(selected->words.span()) == copy_of(expected->words.span()));
  CHECK(copy_of(selected->counts.span()) == copy_of(expected->counts.span()));
}

void words_keep_their_order() {
  const ExactTexts texts({"one two one six", "", "the two", "six"});
  for (const bool phrases : {false, true}) {
    CounterSettings fixed = settings();
    fixed.vocabulary = {"two", "one", "one_six"};
    fixed.stop_words = {"the"};
    if (phrases) fixed.phrases = {{"one", "six"}};
    const WordCounter counter(fixed);
    for (const int n_threads : {1, 3}) {
      const auto ordered = counter.in_order(texts.views(), threads(n_threads));
      const auto offsets = ordered->offsets.span();
      const auto words = ordered->words.span();
      const std::vector<int64_t> ends =
          phrases ? std::vector<int64_t>{0, 3, 3, 4, 5} : std::vector<int64_t>{0, 4, 4, 5, 6};
      const std::vector<int32_t> ids =
          phrases ? std::vector<int32_t>{1, 0, 2, 0, -1} : std::vector<int32_t>{1, 0, 1, -1, 0, -1};
      CHECK(std::equal(offsets.begin(), offsets.end(), ends.begin(), ends.end()));
      CHECK(std::equal(words.begin(), words.end(), ids.begin(), ids.end()));
    }
  }
}

// A counter with a vocabulary does not change; the thread sanitizer looks on.
void threads_share_a_counter_with_a_vocabulary() {
  const ExactTexts texts(random_texts(50, 200, true));
  WordCounter all(settings());
  all.count(texts.views(), threads(1));
  CounterSettings known = settings();
  known.vocabulary = words_of(all);
  WordCounter counter(known);
  const auto expected = counter.count(texts.views(), threads(1));
  std::vector<int> n_same(4);
  std::vector<std::thread> callers;
  for (size_t caller = 0; caller < n_same.size(); ++caller)
    callers.emplace_back([&, caller] {
      for (int i = 0; i < 10; ++i)
        n_same[caller] += same(
            *expected, *counter.count(texts.views(), threads(1 + static_cast<int>(caller) % 2)));
    });
  for (std::thread& caller : callers) caller.join();
  CHECK(n_same == std::vector<int>(n_same.size(), 10));
}

}  // namespace

void text_tests() {
  using check::test;
  test("a table finds what was added", a_table_finds_what_was_added);
  test("bytes that are not UTF-8 separate", bytes_that_are_not_utf8_separate);
  test("every code point survives coding", every_code_point_survives_coding);
  test("letters and marks are composed", letters_and_marks_are_composed);
  test("rows do not depend on threads", rows_do_not_depend_on_threads);
  test("words keep their order", words_keep_their_order);
  test("threads share a counter with a vocabulary", threads_share_a_counter_with_a_vocabulary);
  test("a cancelled count leaves the counter as it was",
       a_cancelled_count_leaves_the_counter_as_it_was);
  test("Arrow chunks are released once", arrow_chunks_are_released_once);
  test("numbers are read up to the last byte", numbers_are_read_up_to_the_last_byte);
  test("selected rows do not depend on threads", selected_rows_do_not_depend_on_threads);
}
