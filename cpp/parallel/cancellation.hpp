// Cancelling: the caller is asked now and then whether to go on.
#pragma once

#include <atomic>
#include <chrono>

#include "parallel/poll.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

// Asks the caller whether to go on, from the caller's thread and not too often.
class Cancellation {
 public:
  explicit Cancellation(const Workers& workers)
      : workers_(workers), asked_(std::chrono::steady_clock::now()) {}

  Poll poll(int thread) { return thread == 0 ? Poll{ask, this} : Poll{look, this}; }
  bool requested() const { return requested_.load(std::memory_order_relaxed); }
  bool ask_now() { return ask(this); }

 private:
  static bool look(void* self) { return static_cast<Cancellation*>(self)->requested(); }

  static bool ask(void* context) {
    auto& self = *static_cast<Cancellation*>(context);
    const std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
    if (!self.requested() && now - self.asked_ > std::chrono::milliseconds(20)) {
      self.asked_ = now;
      if (self.workers_.cancelled()) self.requested_.store(true, std::memory_order_relaxed);
    }
    return self.requested();
  }

  const Workers& workers_;
  std::chrono::steady_clock::time_point asked_;
  std::atomic<bool> requested_{false};
};

}  // namespace thalweg
