// A pool of threads that lives as long as one native call.
//
// The caller works too. A phase of a minibatch may last only fifty microseconds, and waking a
// sleeping core (of a virtual machine above all) costs as much: so a waiting
// thread spins first, then yields, which is free on an idle core and kind on a crowded one, and
// sleeps only after a millisecond. No state outlives the call, so a fork between calls is harmless.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "parallel/workers.hpp"

namespace thalweg {

class ThreadPool {
 public:
  using Task = std::function<void(int64_t task, int thread)>;

  // As many threads as there are workers, but not more than tasks.
  ThreadPool(const Workers& workers, int64_t n_tasks)
      : ThreadPool(
            static_cast<int>(std::clamp<int64_t>(n_tasks, 1, std::max(workers.n_threads, 1)))) {}

  explicit ThreadPool(int n_threads) {
    helpers_.reserve(n_threads);
    try {
      for (int thread = 1; thread < n_threads; ++thread)
        helpers_.emplace_back([this, thread] { help(thread); });
    } catch (const std::system_error&) {
      // The system starts no more threads; those it did start give the same result.
    }
  }

  ~ThreadPool() {
    stopping_ = true;
    publish();
    for (std::thread& helper : helpers_) helper.join();
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int n_threads() const { return static_cast<int>(helpers_.size()) + 1; }

  // Runs task(0..n_tasks-1, thread), each once, on any thread; returns when all are done. Any
  // thread may take any task: results must not depend on it. Rethrows a task's exception.
  // A caller with nothing left to do calls `idle` now and then until the others end.
  void run(int64_t n_tasks, const Task& task, const std::function<void()>& idle = [] {}) {
    task_ = &task;
    n_tasks_ = n_tasks;
    next_task_ = 0;
    failure_ = nullptr;
    if (helpers_.empty() || n_tasks == 1) {
      work(0);
    } else {
      n_busy_ = static_cast<int>(helpers_.size());
      publish();
      work(0);
      const auto all_done = [this] { return n_busy_.load(std::memory_order_acquire) == 0; };
      while (!met_soon(all_done)) {
        idle();
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr int n_spins = 256;
  static constexpr std::chrono::milliseconds longest_yielding{1};

  static void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  // Spins, then yields, for about a millisecond in all.
  template <class Condition>
  static bool met_soon(Condition&& met) {
    for (int spin = 0; spin < n_spins; ++spin) {
      if (met()) return true;
      relax();
    }
    const auto start = std::chrono::steady_clock::now();  // on a crowded core a yield takes long
    while (std::chrono::steady_clock::now() - start < longest_yielding) {
      if (met()) return true;
      std::this_thread::yield();
    }
    return false;
  }

  void publish() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void help(int thread) {
    uint32_t seen = 0;
    for (;;) {
      if (!met_soon([&] { return round_.load(std::memory_order_acquire) != seen; }))
        round_.wait(seen, std::memory_order_acquire);
      seen = round_.load(std::memory_order_acquire);
      if (stopping_) return;
      work(thread);
      n_busy_.fetch_sub(1, std::memory_order_acq_rel);
    }
  }

  void work(int thread) {
    for (;;) {
      const int64_t task = next_task_.fetch_add(1, std::memory_order_relaxed);
      if (task >= n_tasks_) return;
      try {
        (*task_)(task, thread);
      } catch (...) {
        const std::lock_guard lock(failure_lock_);
        if (!failure_) failure_ = std::current_exception();
      }
    }
  }

  std::vector<std::thread> helpers_;
  std::atomic<uint32_t> round_{0};
  std::atomic<int> n_busy_{0};
  std::atomic<int64_t> next_task_{0};
  std::atomic<bool> stopping_{false};
  const Task* task_ = nullptr;
  int64_t n_tasks_ = 0;
  std::exception_ptr failure_;
  std::mutex failure_lock_;
};

}  // namespace thalweg
