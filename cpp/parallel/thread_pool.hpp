// A pool of threads that lives as long as one native call.
//
// The caller works too, and does not wait for helpers: a phase ends when all its tasks are done,
// not when every helper has noticed it. A helper that comes late finds no task left. What the
// caller waits for are the tasks that a helper has begun; where that takes longer than it should,
// ExtraCores makes it work alone.
//
// Each thread begins with its own share of the tasks, the same from phase to phase, so that what it
// wrote in one phase is still in its cache in the next; then it takes what others have left.
//
// A waiting thread spins for some microseconds, because waking a sleeping core (of a virtual
// machine above all) costs as much as a short phase; then it sleeps. Helpers start with the first
// phase that is shared. No state outlives the call, so a fork between calls is harmless.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "parallel/extra_cores.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

class ThreadPool {
 public:
  using Task = std::function<void(int64_t task, int thread)>;

  // As many threads as there are workers, but not more than tasks.
  ThreadPool(const Workers& workers, int64_t n_tasks)
      : ThreadPool(
            static_cast<int>(std::clamp<int64_t>(n_tasks, 1, std::max(workers.n_threads, 1)))) {}

  explicit ThreadPool(int n_threads, ExtraCores& extra_cores = extra_cores_of_process)
      : n_threads_(std::max(n_threads, 1)), extra_cores_(extra_cores), shares_(n_threads_) {}

  ~ThreadPool() {
    stopping_ = true;
    wake_helpers();
    for (std::thread& helper : helpers_) helper.join();
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Tasks run on threads 0 (the caller) to n_threads() - 1.
  int n_threads() const { return n_threads_; }

  // Runs task(0..n_tasks-1, thread), each once, on any thread; returns when all are done. Any
  // thread may take any task: results must not depend on it. Rethrows a task's exception.
  // A caller with nothing left to do calls `idle` now and then until the others end.
  void run(int64_t n_tasks, const Task& task, const std::function<void()>& idle = [] {}) {
    failure_ = nullptr;
    int64_t first = 0;
    while (first < n_tasks && !is_worth_sharing(n_tasks - first)) attempt(task, first++, 0);
    if (first < n_tasks) {
      const Clock::time_point start = Clock::now();
      share(first, n_tasks, task);
      work(0);
      wait_for_helpers(idle);
      extra_cores_.measured(ExtraCores::Duration(busy_.load(std::memory_order_relaxed)), start,
                            Clock::now());
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Clock = ExtraCores::Clock;

  // Longer than what the caller does alone between two phases, shorter than a time slice.
  static constexpr std::chrono::microseconds longest_spin{100};
  static constexpr std::chrono::milliseconds between_idle_calls{20};

  bool is_worth_sharing(int64_t n_left) const {
    return n_threads_ > 1 && n_left > 1 && extra_cores_.available(Clock::now());
  }

  // Offers the tasks from `first` on to all threads.
  void share(int64_t first, int64_t n_tasks, const Task& task) {
    start_helpers();
    task_ = &task;
    busy_.store(0, std::memory_order_relaxed);
    unfinished_.store(n_tasks - first, std::memory_order_relaxed);
    const int64_t n = n_tasks - first;
    for (int t = 0; t < n_threads_; ++t)
      shares_[t].store(pack(first + n * t / n_threads_, first + n * (t + 1) / n_threads_),
                       std::memory_order_release);
    wake_helpers();
  }

  void start_helpers() {
    if (started_) return;
    started_ = true;
    helpers_.reserve(n_threads_ - 1);
    try {
      for (int thread = 1; thread < n_threads_; ++thread)
        helpers_.emplace_back([this, thread] { help(thread); });
    } catch (const std::system_error&) {
      // The system starts no more threads; those it did start give the same result.
    }
  }

  void wake_helpers() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void help(int thread) {
    uint32_t seen = 0;
    for (;;) {
      if (!spin([&] { return round_.load(std::memory_order_acquire) != seen; }))
        round_.wait(seen, std::memory_order_acquire);
      seen = round_.load(std::memory_order_acquire);
      if (stopping_) return;
      work(thread);
    }
  }

  // The next task, or -1: the first of the thread's own share, then the last of another's. A
  // claimed task belongs to the phase under way, for that phase cannot end before the task has: so
  // what was stored before the shares can be read after a claim.
  int64_t claim(int thread) {
    for (int i = 0; i < n_threads_; ++i) {
      std::atomic<uint64_t>& share = shares_[(thread + i) % n_threads_];
      uint64_t left = share.load(std::memory_order_relaxed);
      while (begin(left) < end(left)) {
        const int64_t task = i == 0 ? begin(left) : end(left) - 1;
        const uint64_t rest = i == 0 ? pack(task + 1, end(left)) : pack(begin(left), task);
        if (share.compare_exchange_weak(left, rest, std::memory_order_acquire,
                                        std::memory_order_relaxed))
          return task;
      }
    }
    return -1;
  }

  // The tasks from begin to end - 1, in one word that threads can exchange.
  static uint64_t pack(int64_t begin, int64_t end) {
    return static_cast<uint64_t>(begin) << 32 | static_cast<uint64_t>(end);
  }
  static int64_t begin(uint64_t share) { return static_cast<int64_t>(share >> 32); }
  static int64_t end(uint64_t share) { return static_cast<int64_t>(share & 0xffffffff); }

  void work(int thread) {
    int64_t task = claim(thread);
    if (task < 0) return;
    const ExtraCores::Duration start = thread_time();
    int64_t n_done = 0;
    for (; task >= 0; task = claim(thread), ++n_done) attempt(*task_, task, thread);
    busy_.fetch_add((thread_time() - start).count(), std::memory_order_relaxed);
    if (unfinished_.fetch_sub(n_done, std::memory_order_acq_rel) == n_done && thread != 0) {
      {
        const std::lock_guard lock(sleep_lock_);
      }  // the caller either sleeps or sees the zero
      all_done_.notify_one();
    }
  }

  void attempt(const Task& task, int64_t number, int thread) {
    try {
      task(number, thread);
    } catch (...) {
      const std::lock_guard lock(failure_lock_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void wait_for_helpers(const std::function<void()>& idle) {
    const auto all_done = [this] { return unfinished_.load(std::memory_order_acquire) == 0; };
    if (spin(all_done)) return;
    std::unique_lock lock(sleep_lock_);
    while (!all_done_.wait_for(lock, between_idle_calls, all_done)) {
      lock.unlock();
      idle();
      lock.lock();
    }
  }

  template <class Condition>
  static bool spin(Condition&& met) {
    const Clock::time_point end = Clock::now() + longest_spin;
    do {
      if (met()) return true;
      relax();
    } while (Clock::now() < end);
    return met();
  }

  static void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  const int n_threads_;
  ExtraCores& extra_cores_;
  bool started_ = false;
  std::vector<std::thread> helpers_;
  std::atomic<bool> stopping_{false};
  std::atomic<uint32_t> round_{0};  // changes when there is something to do

  // The phase under way.
  const Task* task_ = nullptr;
  std::vector<std::atomic<uint64_t>> shares_;  // by thread: its tasks that no thread has claimed
  std::atomic<int64_t> unfinished_{0};
  std::atomic<int64_t> busy_{0};  // nanoseconds of processor time
  std::mutex sleep_lock_;
  std::condition_variable all_done_;
  std::mutex failure_lock_;
  std::exception_ptr failure_;
};

}  // namespace thalweg
