#include "text/unicode/unicode.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace thalweg {
namespace {

struct Range {
  char32_t first, last;
};

// Every step-th code point from first to last moves by shift.
struct Mapping {
  char32_t first, last, step;
  int32_t shift;
};

struct CombiningClass {
  char32_t first, last;
  uint8_t value;
};

struct Decomposition {
  char32_t character, first, second;  // second is 0 if there is only one part
  bool composed;                      // whether the parts are composed again
};

#include "text/unicode/unicode_table.inl"

bool has(char32_t c, unsigned property) {
  return UnicodeTable::instance()[c].properties & property;
}

// Python's rule, with the token as the whole string: a cased letter before and none after.
bool is_final_sigma(const std::vector<char32_t>& token, size_t place) {
  const auto skipped = [](char32_t c) { return has(c, Character::ignorable); };
  const auto before =
      std::find_if_not(token.rend() - static_cast<ptrdiff_t>(place), token.rend(), skipped);
  const auto after =
      std::find_if_not(token.begin() + static_cast<ptrdiff_t>(place) + 1, token.end(), skipped);
  return before != token.rend() && has(*before, Character::cased) &&
         (after == token.end() || !has(*after, Character::cased));
}

// Syllables of Hangul are composed of a leading consonant, a vowel and perhaps a final consonant.
namespace hangul {
constexpr char32_t leading = 0x1100, vowel = 0x1161, final = 0x11A7, syllable = 0xAC00;
constexpr char32_t n_leading = 19, n_vowels = 21, n_finals = 28;
constexpr char32_t per_leading = n_vowels * n_finals, n_syllables = n_leading * per_leading;
}  // namespace hangul

unsigned combining_class(char32_t c) { return UnicodeTable::instance()[c].combining_class; }

const Decomposition* decomposition_of(char32_t c) {
  const auto found = std::lower_bound(
      std::begin(decompositions), std::end(decompositions), c,
      [](const Decomposition& one, char32_t other) { return one.character < other; });
  return found != std::end(decompositions) && found->character == c ? found : nullptr;
}

void decompose(char32_t c, std::vector<char32_t>& out) {
  if (c >= hangul::syllable && c < hangul::syllable + hangul::n_syllables) {
    const char32_t place = c - hangul::syllable;
    out.push_back(hangul::leading + place / hangul::per_leading);
    out.push_back(hangul::vowel + place % hangul::per_leading / hangul::n_finals);
    if (const char32_t last = place % hangul::n_finals) out.push_back(hangul::final + last);
  } else if (const Decomposition* parts = decomposition_of(c)) {
    decompose(parts->first, out);
    if (parts->second) decompose(parts->second, out);
  } else {
    out.push_back(c);
  }
}

// The composition of two characters, 0 if there is none.
char32_t composition_of(char32_t first, char32_t second) {
  using Pairs = std::unordered_map<uint64_t, char32_t>;
  const auto key = [](char32_t one, char32_t other) { return uint64_t{one} << 32 | other; };
  static const Pairs pairs = [&] {
    Pairs all;
    for (const Decomposition& each : decompositions)
      if (each.composed) all.emplace(key(each.first, each.second), each.character);
    return all;
  }();
  if (first - hangul::leading < hangul::n_leading && second - hangul::vowel < hangul::n_vowels)
    return hangul::syllable + (first - hangul::leading) * hangul::per_leading +
           (second - hangul::vowel) * hangul::n_finals;
  if (first - hangul::syllable < hangul::n_syllables &&
      (first - hangul::syllable) % hangul::n_finals == 0 && second > hangul::final &&
      second < hangul::final + hangul::n_finals)
    return first + (second - hangul::final);
  const auto found = pairs.find(key(first, second));
  return found == pairs.end() ? 0 : found->second;
}

}  // namespace

const UnicodeTable& UnicodeTable::instance() {
  static const UnicodeTable table;
  return table;
}

UnicodeTable::UnicodeTable() {
  // Whole pages of one kind (ideographs, syllables, nothing) are shared; all others are filled.
  pages_.resize(2);
  pages_[1].fill([] {
    Character character;
    character.properties = Character::letter;
    return character;
  }());
  for (const auto& [first, last] : letter_ranges)
    for (char32_t page = (first + 0xFF) >> 8; page < (last + 1) >> 8; ++page) page_of_[page] = 1;

  const auto change = [&](char32_t c, auto&& apply) {
    uint16_t& page = page_of_[c >> 8];
    Character changed = pages_[page][c & 0xFF];
    apply(changed);
    if (changed == pages_[page][c & 0xFF]) return;
    if (page < 2) {
      const Page copy = pages_[page];
      page = static_cast<uint16_t>(pages_.size());
      pages_.push_back(copy);
    }
    pages_[page][c & 0xFF] = changed;
  };
  const auto mark = [&](const auto& ranges, unsigned property) {
    for (const auto& [first, last] : ranges)
      for (char32_t c = first; c <= last; ++c)
        change(c, [&](Character& character) { character.properties |= property; });
  };
  mark(letter_ranges, Character::letter);
  mark(digit_ranges, Character::digit);
  mark(cased_ranges, Character::cased);
  mark(ignorable_ranges, Character::ignorable);
  mark(checked_ranges, Character::checked);
  mark(word_alone_ranges, Character::word_alone);
  mark(short_word_ranges, Character::short_word);
  for (const auto& [first, last, value] : combining_classes)
    for (char32_t c = first; c <= last; ++c)
      change(c, [combining = value](Character& character) {
        character.combining_class = combining;
        character.properties |= Character::ordered;
      });
  for (const auto& [first, last, step, shift] : lower_mappings)
    for (char32_t c = first; c <= last; c += step)
      change(c, [by = shift](Character& character) { character.to_lower = by; });
  for (const auto& [first, last, step, shift] : fold_mappings)
    for (char32_t c = first; c <= last; c += step)
      change(c, [by = shift](Character& character) { character.to_base = by; });
}

char32_t next_code_point(std::string_view text, size_t& position) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(position++);
  if (first < 0x80) return first;
  const int n_more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  if (first < 0xC2 || first > 0xF4 || position + n_more > text.size()) return no_character;
  char32_t c = first & (0x3F >> n_more);
  for (int i = 0; i < n_more; ++i) {
    if ((byte(position + i) & 0xC0) != 0x80) return no_character;
    c = c << 6 | (byte(position + i) & 0x3F);
  }
  constexpr char32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  if (c < smallest[n_more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return no_character;
  position += n_more;
  return c;
}

char* append_code_point(char32_t c, char* out) {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
  return out;
}

bool marks_are_in_order(const std::vector<char32_t>& token) {
  unsigned before = 0;
  for (const char32_t c : token) {
    const unsigned own = combining_class(c);
    if (own != 0 && own < before) return false;
    before = own;
  }
  return true;
}

void compose(std::vector<char32_t>& token) {
  std::vector<char32_t> parts;
  for (const char32_t c : token) decompose(c, parts);
  // Marks after a character are in the order of their classes.
  for (auto first = parts.begin(); first != parts.end(); ++first) {
    if (combining_class(*first) == 0) continue;
    const auto last =
        std::find_if(first, parts.end(), [](char32_t c) { return combining_class(c) == 0; });
    std::stable_sort(first, last, [](char32_t one, char32_t other) {
      return combining_class(one) < combining_class(other);
    });
    first = last - 1;
  }
  // A mark joins the last character of class 0 if no mark between them has its class or a higher.
  token.clear();
  size_t starter = parts.size();  // its place in the token; none yet
  unsigned before = 0;            // class of the character before
  for (const char32_t c : parts) {
    const unsigned own = combining_class(c);
    const bool adjacent = starter < token.size() && starter + 1 == token.size();
    if (starter < token.size() && (adjacent || (before != 0 && before < own))) {
      if (const char32_t composed = composition_of(token[starter], c)) {
        token[starter] = composed;
        continue;
      }
    }
    if (own == 0) starter = token.size();
    before = own;
    token.push_back(c);
  }
}

void lower_case(std::vector<char32_t>& token) {
  const UnicodeTable& table = UnicodeTable::instance();
  // The final sigma is decided while its neighbours are as they came.
  for (size_t i = 0; i < token.size(); ++i)
    if (token[i] == capital_sigma) token[i] = is_final_sigma(token, i) ? final_sigma : small_sigma;
  for (size_t i = 0; i < token.size(); ++i) {
    if (token[i] == capital_dotted_i) {
      token[i] = 'i';
      token.insert(token.begin() + static_cast<ptrdiff_t>(++i), dot_above);
    } else {
      token[i] += table[token[i]].to_lower;
    }
  }
}

void fold_accents(std::vector<char32_t>& token) {
  const UnicodeTable& table = UnicodeTable::instance();
  std::erase_if(token, is_accent);
  for (char32_t& c : token) c += table[c].to_base;
}

}  // namespace thalweg
