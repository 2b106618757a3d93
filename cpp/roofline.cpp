#include "roofline.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <utility>
#include <vector>

#include "aligned_floats.hpp"
#include "dispatch.hpp"
#include "thread_pool.hpp"

namespace thalweg {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr int64_t cache_bytes = 16 * 1024;  // half of a usual first-level cache
constexpr int64_t n_words = 4;
constexpr int64_t n_repeats = 64;

}  // namespace

double cached_visits_per_second(int64_t n_topics, bool counted, double seconds) {
  const Kernel& kernel = chosen_kernel();
  const int64_t stride = (n_topics + 7) / 8 * 8;
  const int64_t row_bytes = stride * static_cast<int64_t>(sizeof(float));
  const int64_t n_documents = std::clamp<int64_t>(cache_bytes / row_bytes, 4, 64) / 4 * 4;
  AlignedFloats floats;
  const int64_t n_rows = 5 + n_documents + 2 * n_words;
  float* row = floats.reserve(n_rows * stride);
  const auto take = [&](int64_t n) { return std::exchange(row, row + n * stride); };
  float *gain = take(1), *prior = take(1), *alpha = take(1), *scratch = take(2);
  float *theta = take(n_documents), *scaled = take(n_words), *expected = take(n_words);
  std::fill_n(floats.get(), n_rows * stride, 1.0f / static_cast<float>(n_topics));

  std::vector<uint32_t> words(n_words), starts(n_words + 1);
  std::vector<Visit> visits;
  for (uint32_t w = 0; w < n_words; ++w) {
    words[w] = w;
    for (uint32_t d = 0; d < n_documents; ++d) visits.push_back({d, 1});
    starts[w + 1] = static_cast<uint32_t>(visits.size());
  }
  const std::vector<float> replaced(visits.size(), 0.01f), length(n_documents, 100);
  const float eta = 0.01f;
  const Round round{words.data(), starts.data(), visits.data(), replaced.data(), n_words};
  const TopicSource source{scaled, gain, prior, &eta, false, nullptr, nullptr};
  const Thetas thetas{theta, length.data()};
  const Poll never{[](void*) { return false; }, nullptr};

  double best = 0;
  const Clock::time_point start = Clock::now();
  while (since(start) < seconds) {
    std::fill_n(theta, n_documents * stride, 1.0f);
    const Clock::time_point begin = Clock::now();
    for (int64_t repeat = 0; repeat < n_repeats; ++repeat)
      kernel.sweep(round, source, thetas, alpha, stride, scratch, counted ? expected : nullptr,
                   never);
    best = std::max(best, static_cast<double>(n_repeats * visits.size()) / since(begin));
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
