// Eight bytes at a time; the first is always the lowest of the number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace thalweg {

inline uint64_t load_eight(const char* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, 8);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

inline void store_eight(char* bytes, uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(bytes, &word, 8);
}

}  // namespace thalweg
