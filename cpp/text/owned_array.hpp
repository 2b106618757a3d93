// An array that is not filled when it is made, and whose memory can be handed over.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace thalweg {

template <class T>
struct OwnedArray {
  std::unique_ptr<T[]> values;
  int64_t size = 0;

  OwnedArray() = default;
  explicit OwnedArray(int64_t size_)
      : values(std::make_unique_for_overwrite<T[]>(static_cast<size_t>(size_))), size(size_) {}
  T* data() { return values.get(); }
  std::span<const T> span() const { return {values.get(), static_cast<size_t>(size)}; }
};

}  // namespace thalweg
