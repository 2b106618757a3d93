// Letters, case, accents and composition of Unicode, the same as in Python's unicodedata and
// str.lower().
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace thalweg {

// What is known about one code point.
struct Character {
  enum : uint8_t {
    letter = 1,
    digit = 2,
    cased = 4,
    ignorable = 8,
    checked = 16,     // a token with it may differ from its composed form
    word_alone = 32,  // of a script in which one character can be a word: Han
    short_word = 64,  // of a script in which two characters can be a word
    ordered = 128,    // has a combining class: a token with two of them may need sorting
  };

  int32_t to_lower : 24 = 0;  // distance to the lower-case letter
  uint32_t properties : 8 = 0;
  int32_t to_base : 24 = 0;  // distance to the letter without accent
  uint32_t combining_class : 8 = 0;

  bool operator==(const Character&) const = default;
};

constexpr char32_t capital_sigma = 0x3A3;
constexpr char32_t small_sigma = 0x3C3;
constexpr char32_t final_sigma = 0x3C2;
constexpr char32_t capital_dotted_i = 0x130;  // becomes two: i and the dot above
constexpr char32_t dot_above = 0x307;

// Combining marks of the European alphabets, which folding drops.
constexpr bool is_accent(char32_t c) { return c >= 0x300 && c <= 0x36F; }

// Two stages: the page of a code point, then its place in the page. Equal pages are stored once.
class UnicodeTable {
 public:
  static const UnicodeTable& instance();  // expanded at the first call

  const Character& operator[](char32_t c) const { return pages_[page_of_[c >> 8]][c & 0xFF]; }

 private:
  UnicodeTable();

  static constexpr size_t n_pages = 0x1100;
  using Page = std::array<Character, 256>;
  std::array<uint16_t, n_pages> page_of_{};
  std::vector<Page> pages_;
};

constexpr char32_t no_character = 0xFFFFFFFF;

// The code point at text[position], which moves past it. Bytes that are not UTF-8 (overlong
// forms and surrogates too) give no_character, one at a time.
char32_t next_code_point(std::string_view text, size_t& position);

// Writes UTF-8; returns the end.
char* append_code_point(char32_t c, char* out);

// Normalisation to the composed form (NFC), in place. It is needed for tokens with a `checked`
// character, or with marks that are not in their order.
bool marks_are_in_order(const std::vector<char32_t>& token);
void compose(std::vector<char32_t>& token);

// str.lower() and the folding of accents, in place.
void lower_case(std::vector<char32_t>& token);
void fold_accents(std::vector<char32_t>& token);

}  // namespace thalweg
