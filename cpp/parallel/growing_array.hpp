// An array that grows as needed and keeps its memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace thalweg {

// Does not write zeros before the real values, as std::vector would.
template <class T>
class GrowingArray {
 public:
  int64_t size() const { return size_; }
  const T* data() const { return values_.get(); }
  T* data() { return values_.get(); }
  void clear() { size_ = 0; }
  void truncate(int64_t size) { size_ = size; }

  // Adds n values, which are not initialised; returns the first of them.
  T* extend(int64_t n) {
    if (size_ + n > capacity_) {
      const int64_t capacity = 2 * (size_ + n);
      std::unique_ptr<T[]> larger(new T[capacity]);
      std::copy(values_.get(), values_.get() + size_, larger.get());
      values_ = std::move(larger);
      capacity_ = capacity;
    }
    size_ += n;
    return values_.get() + size_ - n;
  }

 private:
  std::unique_ptr<T[]> values_;
  int64_t size_ = 0;
  int64_t capacity_ = 0;
};

}  // namespace thalweg
