// Decimal digits, eight at a time in one register.
#pragma once

#include <bit>
#include <cstdint>

namespace thalweg {

// Up to eight digits at the beginning of some bytes.
struct LeadingDigits {
  uint64_t digits;  // their values, the first in the lowest byte; what follows is anything
  int n;            // how many there are: 0 to 8

  explicit LeadingDigits(uint64_t eight_bytes) : digits(eight_bytes ^ 0x3030303030303030) {
    const uint64_t others = ((digits + 0x0606060606060606) | digits) & 0xF0F0F0F0F0F0F0F0;
    n = others ? std::countr_zero(others) / 8 : 8;
  }

  // Meaningful if n > 0: pairs, then fours, then all eight.
  uint64_t value() const {
    uint64_t all = digits << ((8 - n) * 8 & 63);
    all = (all * 10 + (all >> 8)) & 0x00FF00FF00FF00FF;
    all = (all * 100 + (all >> 16)) & 0x0000FFFF0000FFFF;
    return (all * 10000 + (all >> 32)) & 0xFFFFFFFF;
  }
};

}  // namespace thalweg
