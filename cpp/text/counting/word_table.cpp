#include "text/counting/word_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace thalweg {

WordTable::WordTable() : slots_(1024), mask_(slots_.size() - 1) {}

WordTable::Slot& WordTable::slot_for(const WordKey& key) {
  size_t place = key.hash & mask_;
  while (slots_[place].word && !(slots_[place].hash == key.hash && equal(slots_[place].word, key)))
    place = (place + 1) & mask_;
  return slots_[place];
}

int32_t WordTable::find_or_add(const WordKey& key) {
  if (static_cast<size_t>(n_used_ + 1) * 2 > slots_.size()) grow();
  Slot& slot = slot_for(key);
  if (slot.word) return slot.id;
  if (words_.size() >= static_cast<size_t>(std::numeric_limits<int32_t>::max()))
    throw std::length_error("too many distinct words: ids have 32 bits");
  words_.push_back(nullptr);
  try {
    words_.back() = store(key);
  } catch (...) {
    words_.pop_back();
    throw;
  }
  slot = {key.hash, static_cast<int32_t>(words_.size() - 1), words_.back()};
  ++n_used_;
  return slot.id;
}

void WordTable::make_stop(const WordKey& key) {
  if (static_cast<size_t>(n_used_ + 1) * 2 > slots_.size()) grow();
  Slot& slot = slot_for(key);
  if (!slot.word) {
    slot = {key.hash, stop, store(key)};
    ++n_used_;
  }
  slot.id = stop;
}

std::string_view WordTable::word(int64_t id) const {
  const char* word = words_[id];
  return word ? std::string_view(word + header, load_eight(word)) : std::string_view();
}

void WordTable::shrink(int64_t n_ids) noexcept {
  for (; this->n_ids() > n_ids; words_.pop_back()) remove(words_.back());
}

// Leaves no gap in a run of slots: later ones move up unless their own place forbids it.
void WordTable::remove(const char* word) noexcept {
  if (!word) return;
  size_t gap = WordKey(word + header, load_eight(word)).hash & mask_;
  while (slots_[gap].word != word) gap = (gap + 1) & mask_;
  for (size_t place = (gap + 1) & mask_; slots_[place].word; place = (place + 1) & mask_) {
    const size_t home = slots_[place].hash & mask_;
    if (((place - home) & mask_) < ((place - gap) & mask_)) continue;
    slots_[gap] = slots_[place];
    gap = place;
  }
  slots_[gap] = {};
  --n_used_;
}

void WordTable::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  n_used_ = 0;
  words_.clear();
  chunks_.clear();
  n_free_ = 0;
  n_arena_bytes_ = 0;
}

int64_t WordTable::n_bytes() const {
  return static_cast<int64_t>(slots_.capacity() * sizeof(Slot) +
                              words_.capacity() * sizeof(const char*)) +
         n_arena_bytes_;
}

const char* WordTable::store(const WordKey& key) {
  const size_t n_bytes = header + (key.size + 7) / 8 * 8 + 8;  // eight readable after the end
  if (n_bytes > n_free_) {
    const size_t size =
        std::max(std::clamp<size_t>(n_arena_bytes_, first_chunk, last_chunk), n_bytes);
    chunks_.push_back(std::unique_ptr<char[]>(new char[size]));
    free_ = chunks_.back().get();
    n_free_ = size;
    n_arena_bytes_ += static_cast<int64_t>(size);
  }
  char* word = free_;
  store_eight(word, key.size);
  char* bytes = word + header;
  store_eight(bytes + key.size / 8 * 8, WordKey::tail(key.bytes, key.size));
  store_eight(word + n_bytes - 8, 0);
  std::memcpy(bytes, key.bytes, key.size / 8 * 8);
  free_ += n_bytes - 8;  // the next word's size is what can be read after this one
  n_free_ -= n_bytes - 8;
  return word;
}

void WordTable::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  larger.swap(slots_);
  mask_ = slots_.size() - 1;
  n_used_ = 0;
  for (const Slot& slot : larger)
    if (slot.word) insert(slot);
}

void WordTable::insert(const Slot& slot) {
  size_t place = slot.hash & mask_;
  while (slots_[place].word) place = (place + 1) & mask_;
  slots_[place] = slot;
  ++n_used_;
}

}  // namespace thalweg
