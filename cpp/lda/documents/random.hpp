// Counter-based random numbers: the i-th draw of a document depends on the seed and the document's
// number alone, so that any thread may take any document. The same in Python: document_order() and
// word_order() in thalweg.inference.reference.
#pragma once

#include <cstdint>

namespace thalweg {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection that scatters all bits.
inline uint64_t scatter(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The draws of one visit: a linear congruential sequence (Knuth's MMIX constants) that starts at a
// scattered key; its high half is random enough to shuffle words, and one multiplication is all
// that a word can afford.
class DocumentRandom {
 public:
  DocumentRandom(uint64_t seed, uint64_t document) : state_(scatter(scatter(seed) ^ document)) {}

  // Uniform on 0 .. n-1, for n below 2^32: the high half of a product.
  uint32_t below(uint32_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(((state_ >> 32) * n) >> 32);
  }

 private:
  uint64_t state_;
};

// The finaliser of MurmurHash3 (Appleby): a bijection of 32 bits.
inline uint32_t scatter_32(uint32_t x) {
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

  uint32_t operator()(uint32_t word) const {
    return scatter_32(scatter_32(word ^ static_cast<uint32_t>(key_)) ^
                      static_cast<uint32_t>(key_ >> 32));
  }

 private:
  uint64_t key_;
};

}  // namespace thalweg
