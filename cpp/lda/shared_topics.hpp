// Copying topics in one thread while a call in another thread trains them.
//
// A call changes topics in steps, one for each minibatch. It takes the gate of the topics for each
// step, and so does a thread that copies them: what it gets are the topics between two steps, and
// what the call has done until then.
#pragma once

#include <cstdint>
#include <cstring>
#include <mutex>

#include "lda/topics.hpp"

namespace thalweg {

class TopicsGate {
 public:
  // From here on, `copy` returns what is done after this.
  void restart() {
    const std::lock_guard lock(mutex_);
    applied_ = {};
  }

  // Calls change(), which changes the topics and returns what the call has done until then. The
  // changes of a call must go through one gate; topics without a gate belong to one thread.
  template <class Change>
  static void step(TopicsGate* gate, Change&& change) {
    if (!gate) {
      change();
      return;
    }
    const std::lock_guard lock(gate->mutex_);
    gate->applied_ = change();
  }

  // Copies the arrays of topics that may be in training; returns what has been done to them.
  Progress copy(const Topics& topics, float* scaled, double* scale, double* totals) {
    const std::lock_guard lock(mutex_);
    std::memcpy(scaled, topics.scaled, topics.n_words * topics.stride * sizeof(float));
    std::memcpy(scale, topics.scale, topics.stride * sizeof(double));
    std::memcpy(totals, topics.totals, topics.stride * sizeof(double));
    return applied_;
  }

  Progress applied() {
    const std::lock_guard lock(mutex_);
    return applied_;
  }

  // Between these two calls, by one thread, no step begins: for a fork.
  void hold() { mutex_.lock(); }
  void let_go() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
  Progress applied_;
};

}  // namespace thalweg
