// Splits a text into tokens: runs of letters, optionally lower-cased and accent-folded.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "text/bytes.hpp"
#include "text/unicode/unicode.hpp"

namespace thalweg {

struct TokenSettings {
  bool lowercase;
  bool fold_accents;
  bool digits;         // digits and the underscore belong to tokens too
  int64_t min_length;  // in code points, after folding
  int64_t max_length;
  bool compose = false;        // letters and accents become one character: the form NFC
  bool short_scripts = false;  // shorter tokens where the script has short words
};

// Finds tokens 64 bytes at a time: one bit says for each byte whether it belongs to a token. Tokens
// of ASCII only, nearly all in English, are never looked at byte by byte.
class Tokenizer {
 public:
  explicit Tokenizer(const TokenSettings& settings)
      : settings_(settings), unicode_(UnicodeTable::instance()) {}

  // Bytes that for_each_token may write: no letter grows to more than twice its size.
  static size_t room(std::string_view text) { return 2 * text.size() + 64; }

  // Writes each token to `out` and calls use(end of the token), which returns where the next one
  // goes. Bytes that are not UTF-8 separate tokens. Every few thousand bytes asks stopped(): true
  // ends it.
  template <class Use, class Stopped>
  void for_each_token(std::string_view text, char* out, Use&& use, Stopped&& stopped) {
    if (settings_.digits)
      split<true>(text, out, use, stopped);
    else
      split<false>(text, out, use, stopped);
  }

 private:
  static constexpr uint64_t ones = 0x0101010101010101;
  static constexpr uint64_t tops = 0x8080808080808080;

  // The top bit of each byte of `bytes` (all below 128) that lies in first..last.
  static uint64_t between(uint64_t bytes, char first, char last) {
    return (bytes + ones * (0x80 - first)) & ~(bytes + ones * (0x7F - last)) & tops;
  }

  static uint64_t ascii_letters(uint64_t bytes) {
    return between((bytes | ones * 0x20) & ~tops, 'a', 'z') & ~bytes;
  }

  template <bool digits>
  static uint64_t token_bytes(uint64_t bytes) {
    uint64_t found = ascii_letters(bytes);
    if constexpr (digits)
      found |= (between(bytes & ~tops, '0', '9') | between(bytes & ~tops, '_', '_')) & ~bytes;
    return found;
  }

  // The eight top bits, side by side.
  static uint64_t gather_tops(uint64_t tops_of_bytes) {
    return (tops_of_bytes >> 7) * 0x0102040810204080 >> 56;
  }

  // One bit for each of 64 bytes.
  struct Bits {
    uint64_t ascii_tokens = 0;
    uint64_t not_ascii = 0;
  };

  template <bool digits>
  static Bits classify(std::string_view text, size_t first) {
    char copy[64] = {};  // of the end of a text; zeros after it separate
    const char* bytes = text.data() + first;
    if (text.size() - first < 64) {
      std::memcpy(copy, bytes, text.size() - first);
      bytes = copy;
    }
    Bits bits;
    for (int i = 0; i < 8; ++i) {
      const uint64_t eight = load_eight(bytes + 8 * i);
      bits.ascii_tokens |= gather_tops(token_bytes<digits>(eight)) << 8 * i;
      if (eight & tops) bits.not_ascii |= gather_tops(eight & tops) << 8 * i;
    }
    return bits;
  }

  template <bool digits, class Use, class Stopped>
  void split(std::string_view text, char* out, Use& use, Stopped& stopped) {
    constexpr size_t bytes_between_questions = size_t{1} << 14;
    size_t position = 0, next_question = bytes_between_questions;
    size_t block = 0;
    Bits bits;
    // Makes `bits` those of the 64 bytes that hold `position`; false at the end of the text.
    const auto look = [&] {
      if (position >= text.size()) return false;
      if (position / 64 != block) bits = classify<digits>(text, 64 * (block = position / 64));
      return true;
    };
    const auto next_block = [&] { position = (block + 1) * 64; };
    if (!text.empty()) bits = classify<digits>(text, 0);
    while (look()) {
      const uint64_t beginnings = (bits.ascii_tokens | bits.not_ascii) >> position % 64;
      if (!beginnings) {
        next_block();
        continue;
      }
      position += std::countr_zero(beginnings);
      const size_t first = position;
      while (look()) {
        const uint64_t ends = ~bits.ascii_tokens >> position % 64;
        if (ends) {
          position += std::countr_zero(ends);
          break;
        }
        next_block();
      }
      if (position < text.size() && bits.not_ascii >> position % 64 & 1) {
        position = decode(text, first);
        if (code_points_.empty()) continue;
        char* end = write_unicode(out);
        if (unicode_fits()) out = use(end);
      } else if (fits(static_cast<int64_t>(position - first))) {
        write_ascii(text, first, position - first, out);
        out = use(out + (position - first));
      }
      if (position >= next_question) {
        if (stopped()) return;
        next_question = position + bytes_between_questions;
      }
    }
  }

  bool fits(int64_t length) const {
    return length >= settings_.min_length && length <= settings_.max_length;
  }

  // A word of Han characters can be one character, a word of Kana, Hangul, Thai ... two.
  bool unicode_fits() const {
    const auto length = static_cast<int64_t>(code_points_.size());
    if (settings_.short_scripts && length > 0 && length < settings_.min_length) {
      if (found_ & Character::word_alone) return length <= settings_.max_length;
      if (found_ & Character::short_word) return length >= 2 && length <= settings_.max_length;
    }
    return fits(length);
  }

  void write_ascii(std::string_view text, size_t first, size_t size, char* out) const {
    const bool lowercase = settings_.lowercase;
    const auto lowered = [&](uint64_t bytes) {
      return lowercase ? bytes | ascii_letters(bytes) >> 2 : bytes;
    };
    const char* bytes = text.data() + first;
    if (first + (size + 7) / 8 * 8 <= text.size()) {
      size_t i = 0;
      do store_eight(out + i, lowered(load_eight(bytes + i)));
      while ((i += 8) < size);
    } else {
      std::memcpy(out, bytes, size);
      for (size_t i = 0; i < size; i += 8) store_eight(out + i, lowered(load_eight(out + i)));
    }
  }

  // Reads the token that begins at `position`, or one character outside of tokens; returns its end.
  size_t decode(std::string_view text, size_t position);
  // Writes that token, lower-cased and folded as the settings say.
  char* write_unicode(char* out);

  TokenSettings settings_;
  const UnicodeTable& unicode_;
  std::vector<char32_t> code_points_;  // of the token under way
  unsigned found_ = 0;                 // properties that one of them has
};

}  // namespace thalweg
