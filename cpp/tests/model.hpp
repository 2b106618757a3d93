// Models and corpora that own their arrays, for tests of the core.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "lda/documents/documents.hpp"
#include "lda/documents/random.hpp"
#include "lda/scvb0.hpp"

// Allocates exactly what is asked for, so that the address sanitizer sees one float too many.
template <class T>
struct CacheLines {
  using value_type = T;
  CacheLines() = default;
  template <class U>
  CacheLines(const CacheLines<U>&) {}
  T* allocate(size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, size_t) { ::operator delete(p, std::align_val_t{64}); }
  bool operator==(const CacheLines&) const { return true; }
};
using Floats = std::vector<float, CacheLines<float>>;

template <class Vector>
bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}

// Pairs of a sparse W x K matrix; without offsets there are none.
struct Pairs {
  std::vector<int64_t> offsets;
  std::vector<int32_t> topics;
  std::vector<float> values;

  thalweg::SparseRows rows() const {
    if (offsets.empty()) return {};
    return {offsets.data(), topics.data(), values.data()};
  }

  template <class Use>
  void for_each(Use&& use) const {
    for (size_t word = 0; word + 1 < offsets.size(); ++word)
      for (int64_t i = offsets[word]; i < offsets[word + 1]; ++i)
        use(static_cast<int64_t>(word), int64_t{topics[i]}, values[i]);
  }
};

// Topics and their prior. Fill the arrays, then call `complete`.
struct Model {
  int64_t n_words, n_topics, stride;
  Floats scaled;
  std::vector<double> scale, totals, eta_total;
  Floats alpha;
  std::vector<float> eta{0.01f};  // one value, or n_words
  Pairs added, masked;
  std::vector<uint8_t> locked;  // stride, or empty: none

  Model(int64_t n_words, int64_t n_topics)
      : n_words(n_words),
        n_topics(n_topics),
        stride((n_topics + 7) / 8 * 8),
        scaled(n_words * stride, 0.0f),
        scale(stride, 0.0),
        totals(stride, 0.0),
        eta_total(stride, 0.0),
        alpha(stride, 0.0f) {
    std::fill_n(scale.begin(), n_topics, 1.0);
  }

  // Masks the counts; N^Z and the sums of eta follow from the rest.
  void complete() {
    masked.for_each([&](int64_t w, int64_t k, float) { scaled[w * stride + k] = 0; });
    for (int64_t k = 0; k < n_topics; ++k) {
      totals[k] = eta_total[k] = 0;
      for (int64_t w = 0; w < n_words; ++w) {
        totals[k] += count(w, k);
        eta_total[k] += eta_of(w);
      }
    }
    added.for_each([&](int64_t, int64_t k, float value) { eta_total[k] += value; });
    masked.for_each([&](int64_t w, int64_t k, float) { eta_total[k] -= eta_of(w); });
    // A pair that is both added and masked counts for nothing.
    added.for_each([&](int64_t w, int64_t k, float value) {
      masked.for_each([&](int64_t other_w, int64_t other_k, float) {
        if (w == other_w && k == other_k) eta_total[k] -= value;
      });
    });
  }

  double eta_of(int64_t word) const { return eta[eta.size() == 1 ? 0 : word]; }

  // N^Phi_wk
  double count(int64_t word, int64_t topic) const {
    return scale[topic] * scaled[word * stride + topic];
  }

  double sum_of_totals() const {
    double sum = 0;
    for (const double total : totals) sum += total;
    return sum;
  }

  thalweg::Topics topics() {
    return {scaled.data(), scale.data(), totals.data(), n_words, n_topics, stride};
  }

  thalweg::Prior prior() const {
    return {alpha.data(),
            eta.data(),
            eta.size() > 1,
            eta_total.data(),
            added.rows(),
            masked.rows(),
            locked.empty() ? nullptr : locked.data()};
  }

  bool same_counts(const Model& other) const {
    return same_bits(scaled, other.scaled) && same_bits(scale, other.scale) &&
           same_bits(totals, other.totals);
  }
};

// Documents in the types that most callers have.
struct Corpus {
  std::vector<int64_t> offsets{0};
  std::vector<int32_t> words;
  std::vector<float> counts;

  int64_t n_documents() const { return static_cast<int64_t>(offsets.size()) - 1; }

  void add(int32_t word, float count) {
    words.push_back(word);
    counts.push_back(count);
  }
  void end_document() { offsets.push_back(static_cast<int64_t>(words.size())); }

  thalweg::Documents documents() const {
    return {offsets.data(),
            words.data(),
            counts.data(),
            thalweg::IndexType::int32,
            thalweg::CountType::float32,
            n_documents(),
            static_cast<int64_t>(words.size())};
  }
};

// Minibatches of `documents_per_batch` documents in their order, all with one step size.
struct Batches {
  std::vector<int64_t> order, offsets{0};
  std::vector<double> steps, corpus_tokens;
  double current_tokens = 1;
  uint64_t first_number = 0;
  double seconds = std::numeric_limits<double>::infinity();

  Batches() = default;
  Batches(int64_t n_documents, int64_t documents_per_batch, double rho, double corpus_tokens)
      : current_tokens(corpus_tokens) {
    for (int64_t j = 0; j < n_documents; ++j) {
      order.push_back(j);
      if ((j + 1) % documents_per_batch == 0 || j + 1 == n_documents) end(rho, corpus_tokens);
    }
  }

  void end(double rho, double tokens) {
    offsets.push_back(static_cast<int64_t>(order.size()));
    steps.push_back(rho);
    corpus_tokens.push_back(tokens);
  }

  int64_t size() const { return static_cast<int64_t>(steps.size()); }

  thalweg::Minibatches minibatches(int64_t from, int64_t to) const {
    return {order.data(),        offsets.data() + from,
            steps.data() + from, corpus_tokens.data() + from,
            to - from,           seconds};
  }

  // Minibatches [from, to).
  thalweg::Scvb0Run run(int64_t from, int64_t to) const {
    // Numbers of visits go by the place in `order`.
    return {minibatches(from, to), from == 0 ? current_tokens : corpus_tokens[from - 1],
            first_number};
  }
  thalweg::Scvb0Run run() const { return run(0, size()); }
};

inline thalweg::Workers threads(int n_threads) {
  return {n_threads, [] { return false; }};
}

// The paper's rho^Theta.
inline thalweg::DocumentSchedule schedule(double burn_in = 0, bool clumped = true,
                                          uint64_t seed = 1) {
  return {{{1e300, {1, 10, 0.9}}}, {burn_in, 1, 1}, clumped, seed};
}

inline thalweg::Progress train(const thalweg::InstructionSet& instructions, Model& model,
                               const thalweg::Documents& documents, const thalweg::Scvb0Run& run,
                               const thalweg::DocumentSchedule& schedule,
                               const thalweg::Workers& workers = threads(1)) {
  thalweg::Topics topics = model.topics();
  thalweg::Workspace workspace;
  return thalweg::train(instructions, documents, run, schedule, model.prior(), topics, topics, {},
                        workers, workspace);
}

// Counts between 1 and 3, random: topics that differ.
inline Model random_model(int64_t n_words, int64_t n_topics) {
  Model model(n_words, n_topics);
  thalweg::DocumentRandom random(11, 0);
  for (int64_t w = 0; w < n_words; ++w)
    for (int64_t k = 0; k < n_topics; ++k)
      model.scaled[w * model.stride + k] =
          1 + static_cast<float>(random.below(1 << 16)) / (1 << 15);
  std::fill_n(model.alpha.begin(), n_topics, 0.1f);
  model.complete();
  return model;
}

// Documents of `length` entries; low word ids are more frequent, most counts are 1, all are below
// 20, and a word may occur in two entries.
inline Corpus random_corpus(int64_t n_documents, int64_t length, int64_t n_words) {
  Corpus corpus;
  for (int64_t j = 0; j < n_documents; ++j) {
    thalweg::DocumentRandom random(12, static_cast<uint64_t>(j));
    for (int64_t i = 0; i < length; ++i) {
      const uint32_t word = random.below(random.below(static_cast<uint32_t>(n_words)) + 1);
      const uint32_t more = random.below(4) == 0 ? random.below(19) : 0;
      corpus.add(static_cast<int32_t>(word), static_cast<float>(1 + more));
    }
    corpus.end_document();
  }
  return corpus;
}
