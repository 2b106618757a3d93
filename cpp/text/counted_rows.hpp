// Word counts of documents as a CSR matrix.
#pragma once

#include <cstdint>

#include "parallel/owned_array.hpp"

namespace thalweg {

struct CountedRows {
  OwnedArray<int64_t> offsets;
  OwnedArray<int32_t> words;
  OwnedArray<int32_t> counts;
};

}  // namespace thalweg
