// The limits of this machine that benchmarks/kernel compares training with. Prints JSON.
//
//     roofline visits TOPICS SECONDS           visits per second of the sweep's arithmetic alone
//     roofline bandwidth BYTES THREADS SECONDS bytes per second of reading an array
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "kernel/instruction_sets.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/thread_pool.hpp"

namespace {

using thalweg::AlignedFloats;
using thalweg::DocumentSweep;
using thalweg::Table;
using thalweg::Visit;

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr int64_t cache_bytes = 16 * 1024;  // half of a usual first-level cache
constexpr int64_t n_sweeps = 4;
constexpr int64_t visits_per_sweep = 1024;

// One thread; every row it touches stays in the first-level cache and every document has the same
// length: no gathering, no order, no update.
double cached_visits_per_second(int64_t n_topics, bool counted, double seconds) {
  const thalweg::Scvb0Kernel& kernel = thalweg::chosen_instruction_set().scvb0;
  const int64_t stride = (n_topics + 7) / 8 * 8;
  const int64_t pitch = 2 * stride;
  const int64_t row_bytes = pitch * static_cast<int64_t>(sizeof(float));
  const int64_t n_rows = std::max<int64_t>(4, cache_bytes / row_bytes);
  AlignedFloats rows, alpha, theta;
  const Table table{rows.reserve(n_rows * pitch), pitch, stride};
  alpha.reserve(stride);
  theta.reserve(n_sweeps * stride);
  std::fill(alpha.get(), alpha.get() + stride, 0.1f);
  std::vector<Visit> visits(visits_per_sweep + 16);
  for (size_t i = 0; i < visits.size(); ++i) visits[i] = {static_cast<uint32_t>(i * 7 % n_rows), 1};
  const std::vector<float> replaced(visits_per_sweep, 0.01f);

  double best = 0;
  const Clock::time_point start = Clock::now();
  do {
    std::fill(table.rows, table.rows + n_rows * pitch, 1.0f / static_cast<float>(n_topics));
    std::fill(theta.get(), theta.get() + n_sweeps * stride, 1.0f);
    std::vector<DocumentSweep> sweeps;
    for (int64_t i = 0; i < n_sweeps; ++i)
      sweeps.push_back(
          {visits.data(), replaced.data(), visits_per_sweep, theta.get() + i * stride, 100});
    const thalweg::Poll never{[](void*) { return false; }, nullptr};
    const Clock::time_point round = Clock::now();
    for (int repeat = 0; repeat < 8; ++repeat)
      kernel.sweep(table, nullptr, alpha.get(), sweeps.data(), n_sweeps, counted, never);
    best = std::max(best, 8.0 * n_sweeps * visits_per_sweep / since(round));
  } while (since(start) < seconds);
  return best;
}

// n_threads read an array of n_bytes over and over.
double bytes_per_second(int64_t n_bytes, int n_threads, double seconds) {
  const int64_t n = n_bytes / static_cast<int64_t>(sizeof(int64_t));
  std::vector<int64_t> values(n, 1);
  std::atomic<int64_t> sink{0};
  thalweg::ThreadPool pool(n_threads);
  double best = 0;
  const Clock::time_point start = Clock::now();
  do {
    const Clock::time_point round = Clock::now();
    pool.run(n_threads, [&](int64_t task, int) {
      const int64_t first = n * task / n_threads, last = n * (task + 1) / n_threads;
      sink += std::accumulate(values.begin() + first, values.begin() + last, int64_t{0});
    });
    best = std::max(best, static_cast<double>(n_bytes) / since(round));
  } while (since(start) < seconds);
  return best;
}

int fail(const char* message) {
  std::fprintf(stderr, "%s\n", message);
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string what = argc > 1 ? argv[1] : "";
  const char* const name = thalweg::chosen_instruction_set().name;
  if (what == "visits" && argc == 4) {
    const int64_t n_topics = std::atoll(argv[2]);
    const double seconds = std::atof(argv[3]);
    if (n_topics < 1) return fail("roofline visits: TOPICS must be 1 or more");
    std::printf("{\"instruction_set\": \"%s\", \"burn_in\": %.17g, \"counted\": %.17g}\n", name,
                cached_visits_per_second(n_topics, false, seconds),
                cached_visits_per_second(n_topics, true, seconds));
    return 0;
  }
  if (what == "bandwidth" && argc == 5) {
    const int64_t n_bytes = std::atoll(argv[2]);
    const int n_threads = std::atoi(argv[3]);
    if (n_bytes < 8 || n_threads < 1)
      return fail("roofline bandwidth: expected at least 8 BYTES and 1 of THREADS");
    std::printf("{\"bytes_per_second\": %.17g}\n",
                bytes_per_second(n_bytes, n_threads, std::atof(argv[4])));
    return 0;
  }
  return fail("usage: roofline visits TOPICS SECONDS | roofline bandwidth BYTES THREADS SECONDS");
} catch (const std::exception& error) {
  return fail(error.what());
}
