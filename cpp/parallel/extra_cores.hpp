// Whether threads in addition to the caller's are worth having at the moment.
//
// A phase of a minibatch lasts some hundred microseconds, a scheduler's time slice some
// milliseconds. So a helper that loses its core to another process makes the caller wait ten times
// as long as the phase would have taken alone, and under a CPU quota a helper only takes time from
// its caller. Whether cores are free is measured:
//
//     cores = processor time spent on tasks, by all threads / wall time
//
// One thread alone never gets more than one core. While a team gets clearly more, it is the better
// choice, whatever else happens on the machine. When it does not, callers work alone for a pause,
// then try again.
#pragma once

#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace thalweg {

// Atomics only: pools of several threads may use one, and a fork leaves nothing locked. Sums that
// two pools mix are still sums of measurements.
class ExtraCores {
 public:
  using Clock = std::chrono::steady_clock;
  using Duration = std::chrono::nanoseconds;

  // A thread that wakes on its caller's core needs some milliseconds until the scheduler moves it.
  static constexpr Duration window = std::chrono::milliseconds(10);
  // Two threads that nothing disturbs get 1.6 to 1.95 cores. Each then needs up to 1.3 times the
  // processor time of a thread alone, because they share caches and perhaps a physical core.
  static constexpr double fewest_cores = 1.35;
  // Attempts cost about a sixteenth of the time. One hiccup of the machine costs at most a quarter
  // of a second; the limit doubles with every attempt that fails after another.
  static constexpr int pause_per_loss = 16;
  static constexpr Duration shortest_pause = std::chrono::milliseconds(20);
  static constexpr Duration longest_first_pause = std::chrono::milliseconds(250);
  static constexpr int most_doublings = 3;

  bool available(Clock::time_point now) const {
    return now.time_since_epoch().count() >= paused_until_.load(std::memory_order_relaxed);
  }

  // After a phase of several threads: the processor time of its tasks, and its start and end.
  void measured(Duration busy, Clock::time_point start, Clock::time_point end) {
    const Duration busy_sum(busy_.fetch_add(busy.count(), std::memory_order_relaxed) +
                            busy.count());
    const int64_t passed = Duration(end - start).count();
    const Duration elapsed(elapsed_.fetch_add(passed, std::memory_order_relaxed) + passed);
    if (elapsed < window) return;
    busy_.store(0, std::memory_order_relaxed);
    elapsed_.store(0, std::memory_order_relaxed);
    if (assumed_ || busy_sum >= std::chrono::duration_cast<Duration>(fewest_cores * elapsed)) {
      failures_.store(0, std::memory_order_relaxed);
      return;
    }
    const int doublings =
        std::min(failures_.fetch_add(1, std::memory_order_relaxed), most_doublings);
    // Compared with one thread that has a core.
    const Duration pause = std::clamp(pause_per_loss * (elapsed - busy_sum), shortest_pause,
                                      longest_first_pause * (1 << doublings));
    paused_until_.store((end + pause).time_since_epoch().count(), std::memory_order_relaxed);
  }

  // From now on never pauses: tests want every helper to take part on a crowded machine too.
  void assume() { assumed_ = true; }

 private:
  std::atomic<Clock::rep> paused_until_{Clock::time_point::min().time_since_epoch().count()};
  std::atomic<int64_t> busy_{0}, elapsed_{0};  // nanoseconds of the window under way
  std::atomic<int> failures_{0};               // attempts in a row
  std::atomic<bool> assumed_{false};
};

// What the pools of this process have measured: how crowded a machine is does not depend on the
// call.
inline ExtraCores extra_cores_of_process;

// Processor time of the calling thread. Where the system does not say, time of the clock: then
// the cores always seem to be free.
inline ExtraCores::Duration thread_time() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
#else
  return ExtraCores::Clock::now().time_since_epoch();
#endif
}

}  // namespace thalweg
