// An array that is not filled when it is made, and whose memory can be handed over.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <span>

#include "parallel/memory.hpp"

namespace thalweg {

template <class T>
struct OwnedArray {
  std::unique_ptr<T, Free> values;
  int64_t size = 0;

  OwnedArray() = default;
  explicit OwnedArray(int64_t size_)
      : values(static_cast<T*>(allocate(n_bytes(size_)))), size(size_) {}
  T* data() { return values.get(); }
  std::span<const T> span() const { return {values.get(), static_cast<size_t>(size)}; }

 private:
  static size_t n_bytes(int64_t size) {
    if (size > std::numeric_limits<int64_t>::max() / static_cast<int64_t>(sizeof(T)))
      throw std::bad_alloc();
    return static_cast<size_t>(size) * sizeof(T);
  }
};

}  // namespace thalweg
