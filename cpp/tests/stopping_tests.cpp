// What is left when a call is stopped: out of time, cancelled, or out of memory.
#include <new>
#include <string>
#include <thread>

#include "check.hpp"
#include "lda/fixed_topics.hpp"
#include "model.hpp"

using thalweg::InstructionSet;
using thalweg::Progress;
using thalweg::Topics;
using thalweg::Workers;
using thalweg::Workspace;

namespace {

constexpr int64_t n_words = 2000;

void time_out_stops_after_a_minibatch(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(100, 50, n_words);
  Batches batches(100, 10, 0.5, 1e4);
  Model expected = random_model(n_words, 20), model = expected;
  train(instructions, expected, corpus.documents(), batches.run(0, 1), schedule());
  batches.seconds = 0;
  const Progress progress =
      train(instructions, model, corpus.documents(), batches.run(), schedule());
  CHECK(progress.n_batches == 1);
  CHECK(progress.n_documents == 10);
  CHECK(!progress.cancelled);
  CHECK(model.same_counts(expected));
}

// Cancels at the first question, which comes after 20 ms.
struct Impatient {
  int n_asked = 0;
  bool on_this_thread = true;

  Workers workers(int n_threads) {
    return {n_threads, [this, caller = std::this_thread::get_id()] {
              ++n_asked;
              on_this_thread = on_this_thread && std::this_thread::get_id() == caller;
              return true;
            }};
  }
};

// `corpus` must take far longer than 20 ms.
void check_cancelled_within_a_minibatch(const InstructionSet& instructions, const Corpus& corpus,
                                        int64_t n_topics) {
  const int64_t n_documents = corpus.n_documents();
  const Batches large(n_documents, n_documents, 0.5, 1e4);
  const Corpus small_corpus = random_corpus(50, 50, n_words);
  const Batches small(50, 10, 0.5, 1e4);
  for (const int n_threads : {1, 2}) {
    Model model = random_model(n_words, n_topics);
    const Model before = model;
    std::vector<float> kept(n_documents * model.stride, 1.0f);
    std::vector<double> clocks(n_documents, 3.0);
    const std::vector<float> kept_before = kept;
    const std::vector<double> clocks_before = clocks;
    Topics topics = model.topics();
    Workspace workspace;
    Impatient impatient;
    const Progress progress = thalweg::train(
        instructions, corpus.documents(), large.run(), schedule(3), model.prior(), topics, topics,
        {kept.data(), clocks.data()}, impatient.workers(n_threads), workspace);
    CHECK(progress.cancelled);
    CHECK(progress.n_batches == 0);
    CHECK(progress.n_documents == 0);
    CHECK(impatient.n_asked >= 1);
    CHECK(impatient.on_this_thread);
    CHECK(model.same_counts(before));
    CHECK(same_bits(kept, kept_before));
    CHECK(same_bits(clocks, clocks_before));

    // The workspace is as good as new.
    Model expected = before;
    train(instructions, expected, small_corpus.documents(), small.run(), schedule(1));
    thalweg::train(instructions, small_corpus.documents(), small.run(), schedule(1), model.prior(),
                   topics, topics, {}, threads(n_threads), workspace);
    CHECK(model.same_counts(expected));
  }
}

// Many topics: nearly all time goes to the sweeps.
void cancelled_in_a_sweep_leaves_everything_as_it_was(const InstructionSet& instructions) {
  check_cancelled_within_a_minibatch(instructions, random_corpus(10000, 50, n_words), 500);
}

// Fractional counts, whose step sizes no table has: it takes long to get documents ready.
void cancelled_while_reading_leaves_everything_as_it_was(const InstructionSet& instructions) {
  Corpus corpus = random_corpus(100, 10000, n_words);
  for (float& count : corpus.counts) count += 0.5f;
  check_cancelled_within_a_minibatch(instructions, corpus, 5);
}

void cancelled_between_minibatches_keeps_those_before(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(500, 50, n_words);
  Batches batches;
  batches.current_tokens = 1e4;
  for (int64_t b = 0; b < 20000; ++b) {  // far more than 20 ms of work
    for (int64_t j = 0; j < 20; ++j) batches.order.push_back((20 * b + j) % 500);
    batches.end(0.1, 1e4);
  }
  for (const int n_threads : {1, 2}) {
    Model model = random_model(n_words, 20), expected = model;
    Impatient impatient;
    const Progress progress = train(instructions, model, corpus.documents(), batches.run(),
                                    schedule(1), impatient.workers(n_threads));
    CHECK(progress.cancelled);
    CHECK(progress.n_batches < batches.size());
    CHECK(progress.n_documents == 20 * progress.n_batches);
    CHECK(impatient.on_this_thread);
    train(instructions, expected, corpus.documents(), batches.run(0, progress.n_batches),
          schedule(1));
    CHECK(model.same_counts(expected));
  }
}

void inference_can_be_cancelled(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(3000, 50, n_words);
  Model model = random_model(n_words, 130);
  std::vector<float> theta(3000 * model.n_topics);
  for (const int n_threads : {1, 3}) {
    Impatient impatient;
    CHECK(!thalweg::infer(instructions, corpus.documents(), 3000, model.prior(), model.topics(),
                          {1000, 0}, theta.data(), impatient.workers(n_threads)));
    CHECK(impatient.n_asked >= 1);
    CHECK(impatient.on_this_thread);
  }
}

// The sanitizers end the program where memory runs out.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void out_of_memory_leaves_model_and_workspace_usable(const InstructionSet& instructions) {
  const Corpus corpus = random_corpus(50, 50, n_words);
  Corpus broken = corpus;
  broken.offsets.back() += int64_t{1} << 58;  // no machine has room for such a document
  thalweg::Documents endless = broken.documents();
  endless.n_stored = broken.offsets.back();
  const Batches one(50, 50, 0.5, 1e4), several(49, 10, 0.5, 1e4);
  for (const int n_threads : {1, 2}) {
    Model model = random_model(n_words, 20), expected = model;
    const Model before = model;
    Topics topics = model.topics();
    Workspace workspace;
    bool thrown = false;
    try {
      thalweg::train(instructions, endless, one.run(), schedule(), model.prior(), topics, topics,
                     {}, threads(n_threads), workspace);
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    CHECK(thrown);
    CHECK(model.same_counts(before));
    train(instructions, expected, corpus.documents(), several.run(), schedule());
    thalweg::train(instructions, corpus.documents(), several.run(), schedule(), model.prior(),
                   topics, topics, {}, threads(n_threads), workspace);
    CHECK(model.same_counts(expected));
  }
}
#endif

}  // namespace

void stopping_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ": ";
#define RUN(behaviour) check::test(on + #behaviour, [&] { behaviour(instructions); })
  RUN(time_out_stops_after_a_minibatch);
  RUN(cancelled_in_a_sweep_leaves_everything_as_it_was);
  RUN(cancelled_while_reading_leaves_everything_as_it_was);
  RUN(cancelled_between_minibatches_keeps_those_before);
  RUN(inference_can_be_cancelled);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  RUN(out_of_memory_leaves_model_and_workspace_usable);
#endif
#undef RUN
}
