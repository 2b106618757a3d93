// How many threads a call may use, and how it is cancelled.
#pragma once

#include <functional>

namespace thalweg {

struct Workers {
  int n_threads;
  std::function<bool()> cancelled;  // asked on the calling thread, at most every 20 ms
};

}  // namespace thalweg
