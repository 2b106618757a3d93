// Arrays of floats on cache-line boundaries, large ones on huge pages.
#pragma once

#include <cstdint>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thalweg {

// Grows, never shrinks; contents are not kept when it grows.
class AlignedFloats {
 public:
  float* reserve(int64_t n) {
    if (n > capacity_) {
      const int64_t capacity = n + n / 4;
      const size_t n_bytes = capacity * sizeof(float);
      const bool large = n_bytes >= 2 * huge_page;
      floats_.reset();
      capacity_ = 0;
      floats_ = {static_cast<float*>(::operator new(n_bytes, alignment(large))), Free{large}};
      capacity_ = capacity;
#if defined(__linux__)
      // Rows are visited in random order: with 4 KB pages every visit would miss the TLB.
      if (large) madvise(floats_.get(), n_bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    }
    return floats_.get();
  }
  float* get() const { return floats_.get(); }

 private:
  static constexpr size_t huge_page = size_t{2} << 20;
  static constexpr std::align_val_t alignment(bool large) {
    return std::align_val_t{large ? huge_page : 64};
  }
  struct Free {
    bool large;
    void operator()(float* p) const { ::operator delete(p, alignment(large)); }
  };
  std::unique_ptr<float, Free> floats_{nullptr, Free{false}};
  int64_t capacity_ = 0;
};

}  // namespace thalweg
