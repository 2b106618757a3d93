// A hash table from words to ids, with the words in memory of its own.
//
// Open addressing; a slot holds 32 bits of the hash, the id and where the word is. Words are stored
// in multiples of eight bytes, so that comparing and hashing go eight bytes at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "text/bytes.hpp"

namespace thalweg {

// The bytes of a word on its way to a table. Eight bytes after its end must be readable.
struct WordKey {
  const char* bytes;
  uint32_t size;
  uint32_t hash;

  WordKey(const char* bytes_, size_t size_)
      : bytes(bytes_), size(static_cast<uint32_t>(size_)), hash(hash_of(bytes_, size_)) {}

  // The last, incomplete eight bytes; zero after the end.
  static uint64_t tail(const char* bytes, size_t size) {
    return size % 8 ? load_eight(bytes + size / 8 * 8) & ~(~uint64_t{0} << (size % 8 * 8)) : 0;
  }

 private:
  static uint64_t mix(uint64_t a, uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }

  static uint32_t hash_of(const char* bytes, size_t size) {
    // Any odd constants with well mixed bits do: these are fractions of pi and e.
    constexpr uint64_t first = 0x243F6A8885A308D3, second = 0xB7E151628AED2A6B;
    uint64_t hash = size * first;
    for (size_t i = 0; i + 8 <= size; i += 8) hash = mix(hash ^ load_eight(bytes + i), second);
    hash = mix(hash ^ tail(bytes, size), first);
    return static_cast<uint32_t>(hash ^ hash >> 32);
  }
};

class WordTable {
 public:
  static constexpr int32_t absent = -1;
  static constexpr int32_t stop = -2;  // a word that is known in order to be skipped

  WordTable();

  // The id of a word, or absent, or stop.
  int32_t find(const WordKey& key) const {
    for (size_t place = key.hash & mask_;; place = (place + 1) & mask_) {
      const Slot& slot = slots_[place];
      if (slot.hash == key.hash && slot.word && equal(slot.word, key)) return slot.id;
      if (!slot.word) return absent;
    }
  }

  // Tables outgrow the caches, so lookups are announced: first the slot, then, when that should
  // have arrived, the word in it. Returns the id that will most likely be found.
  void prefetch_slot(const WordKey& key) const { __builtin_prefetch(&slots_[key.hash & mask_]); }
  int32_t prefetch_word(const WordKey& key) const {
    const Slot& slot = slots_[key.hash & mask_];
    __builtin_prefetch(slot.word);
    return slot.word ? slot.id : absent;
  }

  // The id of a word, which is the next free one if the word is new. Strong guarantee.
  int32_t find_or_add(const WordKey& key);

  // From now on the word is found as `stop`; a word that had an id keeps it, but is not found.
  void make_stop(const WordKey& key);

  int64_t n_ids() const { return std::ssize(words_); }
  std::string_view word(int64_t id) const;  // empty if it was removed
  WordKey key(int64_t id) const { return {word(id).data(), word(id).size()}; }

  // A copy without the words for which removed(id); the others keep their ids.
  template <class Removed>
  WordTable without(Removed&& removed) const;
  // Forgets the newest words until n_ids are left.
  void shrink(int64_t n_ids) noexcept;
  void clear();  // keeps the memory of the slots

  int64_t n_bytes() const;

 private:
  // A word in the arena: its size, then its bytes, filled up with zeros.
  struct Slot {
    uint32_t hash;
    int32_t id;
    const char* word;  // nullptr: a free slot
  };
  static constexpr size_t header = 8;
  static constexpr size_t first_chunk = size_t{1} << 12, last_chunk = size_t{1} << 20;

  static bool equal(const char* word, const WordKey& key) {
    if (load_eight(word) != key.size) return false;
    word += header;
    size_t i = 0;
    for (; i + 8 <= key.size; i += 8)
      if (load_eight(word + i) != load_eight(key.bytes + i)) return false;
    return key.size % 8 == 0 || load_eight(word + i) == WordKey::tail(key.bytes, key.size);
  }

  Slot& slot_for(const WordKey& key);
  const char* store(const WordKey& key);
  void grow();
  void insert(const Slot& slot);
  void remove(const char* word) noexcept;

  std::vector<Slot> slots_;
  size_t mask_;
  int64_t n_used_ = 0;
  std::vector<const char*> words_;  // by id; nullptr: removed
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  size_t n_free_ = 0;
  int64_t n_arena_bytes_ = 0;
};

template <class Removed>
WordTable WordTable::without(Removed&& removed) const {
  WordTable rest;
  while (static_cast<size_t>(n_used_) * 2 > rest.slots_.size()) rest.grow();
  rest.words_.resize(words_.size(), nullptr);
  for (const Slot& slot : slots_) {
    if (!slot.word || (slot.id >= 0 && removed(slot.id))) continue;
    const std::string_view bytes(slot.word + header, load_eight(slot.word));
    const char* copy = rest.store({bytes.data(), bytes.size()});
    rest.insert({slot.hash, slot.id, copy});
    if (slot.id >= 0) rest.words_[slot.id] = copy;
  }
  return rest;
}

}  // namespace thalweg
