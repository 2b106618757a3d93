// An array of floats that grows.
#pragma once

#include <cstdint>
#include <memory>

#include "parallel/memory.hpp"

namespace thalweg {

// Grows, never shrinks; contents are not kept when it grows.
class AlignedFloats {
 public:
  float* reserve(int64_t n) {
    if (n > capacity_) {
      const int64_t capacity = n + n / 4;
      floats_.reset();
      capacity_ = 0;
      floats_.reset(static_cast<float*>(allocate(static_cast<size_t>(capacity) * sizeof(float))));
      capacity_ = capacity;
    }
    return floats_.get();
  }
  float* get() const { return floats_.get(); }

 private:
  std::unique_ptr<float, Free> floats_;
  int64_t capacity_ = 0;
};

}  // namespace thalweg
