// Topics that one thread trains while others copy them and fold documents in.
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "lda/batch/cvb0.hpp"
#include "lda/batch/map_em.hpp"
#include "lda/fixed_topics.hpp"
#include "lda/shared_topics.hpp"
#include "lda/svb.hpp"
#include "model.hpp"

using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::Topics;
using thalweg::TopicsGate;
using thalweg::Workspace;

namespace {

constexpr int64_t n_words = 500, n_topics = 12, n_documents = 200, per_batch = 10;
constexpr int n_readers = 3, n_rounds = 5;

// The bits of theta of some documents under a model.
std::string folded_in(const InstructionSet& instructions, Model& model, const Corpus& corpus) {
  std::vector<float> theta(5 * n_topics);
  thalweg::infer(instructions, corpus.documents(), 5, model.prior(), model.topics(), {20, 1e-3},
                 theta.data(), threads(1));
  return {reinterpret_cast<const char*>(theta.data()), theta.size() * sizeof(float)};
}

// Runs train(topics) n_rounds times in this thread, while others copy the topics and fold in.
// Returns what they saw.
template <class Train>
std::set<std::string> seen_by_readers(const InstructionSet& instructions, Model& model,
                                      const Corpus& corpus, Train&& train) {
  TopicsGate gate;
  Topics topics = model.topics();
  topics.gate = &gate;
  const Model start = model;
  std::atomic<bool> over{false}, whole{true};
  std::vector<std::set<std::string>> seen(n_readers);
  std::vector<std::thread> readers;
  for (int reader = 0; reader < n_readers; ++reader)
    readers.emplace_back([&, reader] {
      Model copy = start;
      do {
        const Progress done =
            gate.copy(topics, copy.scaled.data(), copy.scale.data(), copy.totals.data());
        if (done.n_documents % per_batch != 0) whole = false;
        seen[reader].insert(folded_in(instructions, copy, corpus));
      } while (!over);
    });
  for (int round = 0; round < n_rounds; ++round) {
    gate.restart();
    const Progress progress = train(topics);
    CHECK(gate.applied().n_documents == progress.n_documents);
    CHECK(gate.applied().corpus_tokens == progress.corpus_tokens);
  }
  over = true;
  for (std::thread& reader : readers) reader.join();
  CHECK(whole);
  std::set<std::string> all;
  for (const auto& one : seen) all.insert(one.begin(), one.end());
  return all;
}

void check_all_known(const std::set<std::string>& seen, const std::set<std::string>& known) {
  CHECK(!seen.empty());
  for (const std::string& theta : seen) CHECK(known.contains(theta));
}

void readers_see_scvb0_between_minibatches(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 30, n_words);
  const Batches batches(n_documents, per_batch, 0.3, 1e4);
  Model model = random_model(n_words, n_topics), expected = model;
  std::set<std::string> known{folded_in(instructions, expected, corpus)};
  for (int round = 0; round < n_rounds; ++round)
    for (int64_t b = 0; b < batches.size(); ++b) {
      train(instructions, expected, corpus.documents(), batches.run(b, b + 1), schedule());
      known.insert(folded_in(instructions, expected, corpus));
    }
  for (const int n_threads : {1, 2}) {
    Model shared = model;
    Workspace workspace;
    check_all_known(seen_by_readers(instructions, shared, corpus,
                                    [&](Topics& topics) {
                                      return thalweg::train(instructions, corpus.documents(),
                                                            batches.run(), schedule(),
                                                            shared.prior(), topics, topics, {},
                                                            threads(n_threads), workspace);
                                    }),
                    known);
    CHECK(shared.same_counts(expected));
  }
}

void readers_see_svb_between_minibatches(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 30, n_words);
  const Batches batches(n_documents, per_batch, 0.3, n_documents);
  Model model = random_model(n_words, n_topics), expected = model;
  std::set<std::string> known{folded_in(instructions, expected, corpus)};
  for (int round = 0; round < n_rounds; ++round)
    for (int64_t b = 0; b < batches.size(); ++b) {
      Topics topics = expected.topics();
      Workspace workspace;
      thalweg::train_svb(instructions, corpus.documents(), batches.minibatches(b, b + 1), {3, 0},
                         expected.prior(), topics, threads(1), workspace);
      known.insert(folded_in(instructions, expected, corpus));
    }
  Model shared = model;
  Workspace workspace;
  const thalweg::Minibatches all = batches.minibatches(0, batches.size());
  check_all_known(seen_by_readers(instructions, shared, corpus,
                                  [&](Topics& topics) {
                                    return thalweg::train_svb(instructions, corpus.documents(), all,
                                                              {3, 0}, shared.prior(), topics,
                                                              threads(2), workspace);
                                  }),
                  known);
}

void readers_see_map_between_iterations(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 30, n_words);
  Model model = random_model(n_words, n_topics), expected = model;
  const Floats start(n_documents * model.stride, 1.0f);
  const auto iterate = [&](Topics& topics, Model& of, Floats& counts) {
    Floats next(counts.size());
    const Progress progress =
        thalweg::map_iteration(instructions, corpus.documents(), n_documents, of.prior(), topics,
                               counts.data(), next.data(), threads(2));
    counts = next;
    return progress;
  };
  std::set<std::string> known{folded_in(instructions, expected, corpus)};
  Floats counts = start;
  for (int round = 0; round < n_rounds; ++round) {
    Topics topics = expected.topics();
    iterate(topics, expected, counts);
    known.insert(folded_in(instructions, expected, corpus));
  }
  Model shared = model;
  counts = start;
  check_all_known(seen_by_readers(instructions, shared, corpus,
                                  [&](Topics& topics) { return iterate(topics, shared, counts); }),
                  known);
}

void two_models_are_trained_at_once(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(n_documents, 30, n_words);
  const Batches batches(n_documents, per_batch, 0.3, 1e4);
  Model first = random_model(n_words, n_topics), second = first;
  const auto run = [&](Model& model) {
    train(instructions, model, corpus.documents(), batches.run(), schedule(), threads(2));
  };
  std::thread other([&] { run(second); });
  run(first);
  other.join();
  CHECK(first.same_counts(second));
}

}  // namespace

void sharing_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ", shared: ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(readers_see_scvb0_between_minibatches);
  RUN(readers_see_svb_between_minibatches);
  RUN(readers_see_map_between_iterations);
  RUN(two_models_are_trained_at_once);
#undef RUN
}
