// Which row of a block's table each word has.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace thalweg {

// Word id -> row of the table plus one (0: none), for one thread: W entries, emptied by whoever
// filled them. From calloc, so that pages of words that never occur are never touched.
class WordRows {
 public:
  uint32_t* get() { return rows_.get(); }
  uint32_t n_words() const { return n_words_; }
  void reserve(int64_t n_words) {
    if (rows_) return;
    rows_.reset(static_cast<uint32_t*>(std::calloc(n_words, sizeof(uint32_t))));
    if (!rows_) throw std::bad_alloc();
    n_words_ = static_cast<uint32_t>(n_words);
  }

 private:
  struct CFree {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<uint32_t, CFree> rows_;
  uint32_t n_words_ = 0;
};

}  // namespace thalweg
