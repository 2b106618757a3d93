// Memory on cache-line boundaries, large pieces on huge pages. It is not filled.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

namespace thalweg {

// Windows has no std::aligned_alloc, and its aligned memory is not for std::free.
inline void* aligned_memory(size_t alignment, size_t n_bytes) {
#if defined(_WIN32)
  return _aligned_malloc(n_bytes, alignment);
#else
  return std::aligned_alloc(alignment, n_bytes);
#endif
}

// To be given back by Free.
inline void* allocate(size_t n_bytes) {
  constexpr size_t cache_line = 64, huge_page = size_t{2} << 20;
  const bool large = n_bytes >= 2 * huge_page;
  const size_t alignment = large ? huge_page : cache_line;
  const size_t whole = (n_bytes / alignment + (n_bytes % alignment != 0)) * alignment;
  void* memory = whole < n_bytes ? nullptr : aligned_memory(alignment, whole ? whole : alignment);
  if (!memory) throw std::bad_alloc();
#if defined(__linux__)
  // Fewer faults when it is first written, and no misses of the TLB when it is visited at random.
  if (large) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return memory;
}

struct Free {
  void operator()(void* memory) const {
#if defined(_WIN32)
    _aligned_free(memory);
#else
    std::free(memory);
#endif
  }
};

}  // namespace thalweg
