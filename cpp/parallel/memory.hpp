// Memory on cache-line boundaries, large pieces on huge pages. It is not filled.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thalweg {

// To be given back by std::free.
inline void* allocate(size_t n_bytes) {
  constexpr size_t cache_line = 64, huge_page = size_t{2} << 20;
  const bool large = n_bytes >= 2 * huge_page;
  const size_t alignment = large ? huge_page : cache_line;
  const size_t whole = (n_bytes / alignment + (n_bytes % alignment != 0)) * alignment;
  void* memory =
      whole < n_bytes ? nullptr : std::aligned_alloc(alignment, whole ? whole : alignment);
  if (!memory) throw std::bad_alloc();
#if defined(__linux__)
  // Fewer faults when it is first written, and no misses of the TLB when it is visited at random.
  if (large) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return memory;
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

}  // namespace thalweg
