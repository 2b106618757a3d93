// Memory that grows as needed and is kept from minibatch to minibatch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace thalweg {

// Word id -> row of the table plus one (0: none), for one thread: W entries, emptied by whoever
// filled them. From calloc, so that pages of words that never occur are never touched.
class WordRows {
 public:
  uint32_t* get() { return rows_.get(); }
  void reserve(int64_t n_words) {
    if (rows_) return;
    rows_.reset(static_cast<uint32_t*>(std::calloc(n_words, sizeof(uint32_t))));
    if (!rows_) throw std::bad_alloc();
  }

 private:
  struct Free {
    void operator()(uint32_t* p) const { std::free(p); }
  };
  std::unique_ptr<uint32_t, Free> rows_;
};

// A growing array that does not write zeros before the real values, and keeps its memory.
template <class T>
class Stack {
 public:
  int64_t size() const { return size_; }
  const T* data() const { return values_.get(); }
  T* data() { return values_.get(); }
  void clear() { size_ = 0; }
  void truncate(int64_t size) { size_ = size; }

  // Room for n more values, which are uninitialised and counted as present.
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
