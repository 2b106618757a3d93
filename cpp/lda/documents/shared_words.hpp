// Which words of a minibatch are in more than one of its blocks.
#pragma once

#include <cstdint>
#include <vector>

namespace thalweg {

class SharedWords {
 public:
  // Forgets all words.
  void begin(int64_t n_words) {
    if (static_cast<int64_t>(marks_.size()) != n_words || round_ == last_round) {
      marks_.assign(n_words, 0);
      round_ = 0;
    }
    ++round_;
  }

  // The distinct words of one more block.
  void add(const uint32_t* words, int64_t n) {
    const uint32_t once = 2 * round_, shared = once + 1;
    for (int64_t i = 0; i < n; ++i) {
      uint32_t& mark = marks_[words[i]];
      mark = mark < once ? once : shared;
    }
  }

  bool shared(uint32_t word) const { return marks_[word] == 2 * round_ + 1; }

 private:
  static constexpr uint32_t last_round = (uint32_t{1} << 31) - 1;

  std::vector<uint32_t> marks_;  // by word; of earlier rounds: smaller numbers
  uint32_t round_ = 0;
};

}  // namespace thalweg
