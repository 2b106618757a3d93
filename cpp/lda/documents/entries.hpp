// The entries of a document as they are read: word ids and counts, checked in vectors.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "lda/documents/documents.hpp"

namespace thalweg {

struct DocumentLength {
  double length;  // C_j
  bool whole;     // no fractional counts
  bool valid;     // all counts are counts
};

// The length of a document, and whether all its counts are valid.
template <class Count>
DocumentLength measure(const Count* counts, int64_t n) {
  if constexpr (std::is_integral_v<Count>) {
    uint64_t length = 0;  // unsigned: invalid counts may overflow
    std::make_unsigned_t<Count> together = 0;
    for (int64_t i = 0; i < n; ++i) {
      length += static_cast<uint64_t>(counts[i]);
      together |= static_cast<std::make_unsigned_t<Count>>(counts[i]);
    }
    const bool valid = uint64_t{together} <= static_cast<uint64_t>(largest_count) ||
                       std::all_of(counts, counts + n, is_count<Count>);
    return {static_cast<double>(static_cast<int64_t>(length)), true, valid};
  } else {
    double length = 0;
    bool whole = true;
    for (int64_t i = 0; i < n; ++i) {
      length += counts[i];
      whole &= counts[i] == std::floor(counts[i]);
    }
    // A loop of its own: it has vectors, the sum has not. As integers, the bits of floats from 0 on
    // are in the order of the floats; those of NaN are larger, and a sign makes them negative.
    using Bits = std::conditional_t<sizeof(Count) == 4, int32_t, int64_t>;
    constexpr Bits most = std::bit_cast<Bits>(static_cast<Count>(largest_count));
    Bits too_large = 0, together = 0;
    for (int64_t i = 0; i < n; ++i) {
      const Bits bits = std::bit_cast<Bits>(counts[i]);
      too_large |= bits > most;
      together |= bits;
    }
    const bool valid =  // -0 is a count, too
        (too_large == 0 && together >= 0) || std::all_of(counts, counts + n, is_count<Count>);
    return {length, whole, valid};
  }
}

// Copies word ids; whether all of them are from 0 to n_words - 1. In vectors, which the loop that
// uses them cannot have; copied, so that what was checked is what is used.
template <class Id>
bool copy_words(const Id* ids, int64_t n, uint32_t n_words, uint32_t* out) {
  Id most = 0, together = 0;
  for (int64_t i = 0; i < n; ++i) {
    const Id id = ids[i];
    out[i] = static_cast<uint32_t>(id);
    most = std::max(most, id);
    together |= id;
  }
  return n == 0 || (together >= 0 && int64_t{most} < int64_t{n_words});
}

}  // namespace thalweg
