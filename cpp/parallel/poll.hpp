// A question that loops ask now and then: shall I stop?
#pragma once

namespace thalweg {

// Asked every few thousand steps; true means: stop now.
struct Poll {
  bool (*cancelled)(void* context);
  void* context;
};

}  // namespace thalweg
