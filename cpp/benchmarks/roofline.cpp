#include "benchmarks/roofline.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <vector>

#include "kernel/instruction_sets.hpp"
#include "lda/documents/block.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr int64_t cache_bytes = 16 * 1024;  // half of a usual first-level cache
constexpr int64_t n_courses = 4;
constexpr int64_t visits_per_course = 1024;

}  // namespace

double cached_visits_per_second(int64_t n_topics, bool counted, double seconds) {
  const Kernel& kernel = chosen_kernel();
  const int64_t stride = (n_topics + 7) / 8 * 8;
  const int64_t pitch = 2 * stride;
  const int64_t row_bytes = pitch * static_cast<int64_t>(sizeof(float));
  const int64_t n_rows = std::max<int64_t>(4, cache_bytes / row_bytes);
  AlignedFloats rows, alpha, theta;
  const Table table{rows.reserve(n_rows * pitch), pitch, stride};
  alpha.reserve(stride);
  theta.reserve(n_courses * stride);
  std::fill(alpha.get(), alpha.get() + stride, 0.1f);
  std::vector<Visit> visits(visits_per_course + 16);
  for (size_t i = 0; i < visits.size(); ++i) visits[i] = {static_cast<uint32_t>(i * 7 % n_rows), 1};
  const std::vector<float> replaced(visits_per_course, 0.01f);

  double best = 0;
  const Clock::time_point start = Clock::now();
  while (since(start) < seconds) {
    std::fill(table.rows, table.rows + n_rows * pitch, 1.0f / static_cast<float>(n_topics));
    std::fill(theta.get(), theta.get() + n_courses * stride, 1.0f);
    std::vector<Course> courses;
    for (int64_t i = 0; i < n_courses; ++i)
      courses.push_back(
          {visits.data(), replaced.data(), visits_per_course, theta.get() + i * stride, 100});
    const Poll never{[](void*) { return false; }, nullptr};
    const Clock::time_point round = Clock::now();
    for (int repeat = 0; repeat < 8; ++repeat)
      kernel.sweep(table, alpha.get(), courses.data(), n_courses, counted, never);
    best = std::max(best, 8.0 * n_courses * visits_per_course / since(round));
  }
  return best;
}

double bytes_per_second(int64_t n_bytes, int n_threads, double seconds) {
  const int64_t n = n_bytes / static_cast<int64_t>(sizeof(int64_t));
  std::vector<int64_t> values(n, 1);
  std::atomic<int64_t> sink{0};
  ThreadPool pool(n_threads);
  double best = 0;
  const Clock::time_point start = Clock::now();
  while (since(start) < seconds) {
    const Clock::time_point round = Clock::now();
    pool.run(n_threads, [&](int64_t task, int) {
      const int64_t first = n * task / n_threads, last = n * (task + 1) / n_threads;
      sink += std::accumulate(values.begin() + first, values.begin() + last, int64_t{0});
    });
    best = std::max(best, static_cast<double>(n_bytes) / since(round));
  }
  return best;
}

}  // namespace thalweg
