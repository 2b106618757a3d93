// A question that loops ask at intervals: has the user asked to stop?
#pragma once

namespace thalweg {

// Asked every few thousand steps; true means: stop now.
struct Poll {
  bool (*cancelled)(void* context);
  void* context;
};

// For what must not be left half-done.
inline constexpr Poll never_cancelled{[](void*) { return false; }, nullptr};

}  // namespace thalweg
