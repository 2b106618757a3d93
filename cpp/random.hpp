// Keyed random numbers: nothing is drawn in sequence, so any thread may do any part of the work.
// src/thalweg/inference/reference.py has the same in Python.
#pragma once

#include <cstdint>

namespace thalweg {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): scatters all bits.
inline uint64_t scatter(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The finaliser of MurmurHash3 (Appleby): a bijection of 32 bits.
inline uint32_t scatter32(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}

// The random order in which a minibatch takes the words of its documents: by rising key. The seed
// and the number of the minibatch's first document choose one of 2^64 orders. Different words have
// different keys, because every step is a bijection.
class WordOrder {
 public:
  WordOrder(uint64_t seed, uint64_t first_document)
      : key_(scatter(scatter(seed) ^ first_document)) {}

  // `copy` tells the occurrences of a word apart when they are visited one by one.
  uint32_t operator()(uint32_t word, uint32_t copy) const {
    const uint32_t mixed = scatter32(word ^ static_cast<uint32_t>(key_));
    return scatter32((mixed + copy * 0x9e3779b9u) ^ static_cast<uint32_t>(key_ >> 32));
  }

 private:
  uint64_t key_;
};

}  // namespace thalweg
