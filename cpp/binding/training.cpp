// Training by minibatches, SCVB0 and SVB: conversion of arguments only.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "binding/module.hpp"
#include "binding/topic_arrays.hpp"
#include "lda/scvb0.hpp"
#include "lda/svb.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using thalweg::OwnedArray;

thalweg::Minibatches minibatches_from(const Vector<int64_t>& order, const Vector<int64_t>& batches,
                                      const Vector<double>& steps,
                                      const Vector<double>& corpus_size,
                                      const std::optional<double>& seconds) {
  const size_t n_batches = steps.shape(0);
  if (batches.shape(0) != n_batches + 1 || corpus_size.shape(0) != n_batches ||
      batches.data()[0] < 0 || !std::is_sorted(batches.data(), batches.data() + batches.shape(0)) ||
      batches.data()[n_batches] > static_cast<int64_t>(order.shape(0)))
    throw std::invalid_argument("minibatches: the shapes of order, batches and steps do not match");
  return {order.data(),
          batches.data(),
          steps.data(),
          corpus_size.data(),
          static_cast<int64_t>(n_batches),
          or_forever(seconds)};
}

// Calls train() without the lock of Python; one run at a time on the same topics.
template <class Train>
thalweg::Progress run(const TopicArrays& topics, Train&& train) {
  const nb::gil_scoped_release release;
  const std::lock_guard lock(topics.training);
  return train();
}

using Schedules = std::vector<std::tuple<double, double, double, double>>;
using BurnIn = std::tuple<double, double, double>;

thalweg::DocumentSchedule schedule_from(const Schedules& schedules, const BurnIn& burn_in,
                                        bool clumped, uint64_t seed) {
  if (schedules.empty()) throw std::invalid_argument("schedules: expected at least one");
  thalweg::SchedulesByLength steps_by_length;
  for (const auto& [longest, s, tau, kappa] : schedules)
    steps_by_length.push_back({longest, {s, tau, kappa}});
  const auto [passes, tokens_per_pass, most_passes] = burn_in;
  return {steps_by_length, {passes, tokens_per_pass, most_passes}, clumped, seed};
}

nb::tuple train(const TopicArrays& arrays, const TopicArrays* fixed, const Csr& csr,
                Vector<int64_t> order, Vector<int64_t> batches, Vector<double> steps,
                Vector<double> corpus_tokens, double current_tokens, const Schedules& schedules,
                const BurnIn& burn_in, bool clumped, uint64_t seed, uint64_t first_number,
                std::optional<double> seconds, int n_threads,
                std::optional<MutableMatrix<float>> kept_counts,
                std::optional<MutableVector<double>> kept_clocks,
                std::optional<Vector<double>> since_edit, double reheat_tokens) {
  if (since_edit && since_edit->shape(0) != static_cast<size_t>(arrays.n_topics))
    throw std::invalid_argument("since_edit: expected one number per topic");
  if (!(reheat_tokens > 0)) throw std::invalid_argument("reheat_tokens: expected a number above 0");
  const thalweg::Scvb0Run scvb0_run{minibatches_from(order, batches, steps, corpus_tokens, seconds),
                                    current_tokens, first_number,
                                    since_edit ? since_edit->data() : nullptr, reheat_tokens};
  if (kept_counts && (kept_counts->shape(1) != arrays.scaled.shape(1) ||
                      kept_counts->shape(0) != static_cast<size_t>(n_rows(csr))))
    throw std::invalid_argument(
        "kept_counts: expected one row per document, as wide as the topics");
  if (kept_clocks && kept_clocks->shape(0) != static_cast<size_t>(n_rows(csr)))
    throw std::invalid_argument("kept_clocks: expected one per document");
  if (fixed &&
      (fixed->n_topics != arrays.n_topics || fixed->scaled.shape(0) != arrays.scaled.shape(0) ||
       fixed->scaled.shape(1) != arrays.scaled.shape(1)))
    throw std::invalid_argument("fixed: expected as many words and topics as `topics` has");
  const thalweg::Documents documents = documents_from(csr);
  const thalweg::DocumentSchedule document_schedule =
      schedule_from(schedules, burn_in, clumped, seed);
  const thalweg::KeptCounts kept{kept_counts ? kept_counts->data() : nullptr,
                                 kept_clocks ? kept_clocks->data() : nullptr};
  thalweg::Topics topics = arrays.topics();
  const thalweg::Progress progress = run(arrays, [&] {
    return thalweg::train(thalweg::chosen_instruction_set(), documents, scvb0_run,
                          document_schedule, arrays.prior(), fixed ? fixed->topics() : topics,
                          topics, kept, interruptible_workers(n_threads), arrays.workspace);
  });
  return as_tuple(progress, progress.corpus_tokens);
}

nb::tuple train_svb(const TopicArrays& arrays, const Csr& csr, Vector<int64_t> order,
                    Vector<int64_t> batches, Vector<double> steps, Vector<double> corpus_documents,
                    int max_passes, double tolerance, std::optional<double> seconds,
                    int n_threads) {
  const thalweg::Minibatches minibatches =
      minibatches_from(order, batches, steps, corpus_documents, seconds);
  const thalweg::Documents documents = documents_from(csr);
  thalweg::Topics topics = arrays.topics();
  const thalweg::Progress progress = run(arrays, [&] {
    return thalweg::train_svb(thalweg::chosen_instruction_set(), documents, minibatches,
                              {max_passes, tolerance}, arrays.prior(), topics,
                              interruptible_workers(n_threads), arrays.workspace);
  });
  return as_tuple(progress);
}

// ---------------------------------------------------------------------------- blocks

// Where the blocks of a minibatch end.
Output<int64_t> block_ends(const Csr& csr, Vector<int64_t> order) {
  const thalweg::Documents documents = documents_from(csr);
  const std::vector<int64_t> ends =
      thalweg::cut_into_blocks(documents, order.data(), static_cast<int64_t>(order.shape(0)));
  OwnedArray<int64_t> copy(static_cast<int64_t>(ends.size()));
  std::copy(ends.begin(), ends.end(), copy.data());
  return to_numpy(std::move(copy));
}

nb::tuple count_blocks(const TopicArrays& arrays, const Csr& csr, Vector<int64_t> order,
                       int64_t first_block, int64_t last_block, double corpus_tokens,
                       double current_tokens, const Schedules& schedules, const BurnIn& burn_in,
                       bool clumped, uint64_t seed, uint64_t first_number, int n_threads) {
  const int64_t offsets[] = {0, static_cast<int64_t>(order.shape(0))};
  const double step = 0;
  const thalweg::Scvb0Run scvb0_run{
      {order.data(), offsets, &step, &corpus_tokens, 1, or_forever(std::nullopt)},
      current_tokens,
      first_number};
  const thalweg::Documents documents = documents_from(csr);
  const thalweg::DocumentSchedule schedule = schedule_from(schedules, burn_in, clumped, seed);
  thalweg::Topics topics = arrays.topics();
  OwnedArray<uint32_t> words;
  OwnedArray<float> counts;
  OwnedArray<int64_t> sizes(last_block - first_block);
  OwnedArray<double> tokens(last_block - first_block);
  const thalweg::Progress progress = run(arrays, [&] {
    const thalweg::Progress done = thalweg::count_blocks(
        thalweg::chosen_instruction_set(), documents, scvb0_run, schedule, arrays.prior(), topics,
        first_block, last_block, interruptible_workers(n_threads), arrays.workspace);
    if (done.cancelled || done.failure) {
      std::fill_n(sizes.data(), sizes.size, 0);
      std::fill_n(tokens.data(), tokens.size, 0.0);
      return done;
    }
    int64_t n_words = 0;
    for (int64_t i = 0; i < sizes.size; ++i) {
      const thalweg::Block& block = *arrays.workspace.blocks[i];
      n_words += sizes.data()[i] = block.n_words();
      tokens.data()[i] = block.n_tokens();
    }
    words = OwnedArray<uint32_t>(n_words);
    counts = OwnedArray<float>(n_words * topics.stride);
    uint32_t* next_words = words.data();
    float* next_counts = counts.data();
    for (int64_t i = 0; i < sizes.size; ++i) {
      thalweg::write_counted(*arrays.workspace.blocks[i], next_words, next_counts);
      next_words += sizes.data()[i];
      next_counts += sizes.data()[i] * topics.stride;
    }
    return done;
  });
  const nb::object pending =
      progress.failure ? exception_of(progress.failure) : pending_exception(progress.cancelled);
  return nb::make_tuple(to_numpy(std::move(words)), to_numpy(std::move(counts)),
                        to_numpy(std::move(sizes)), to_numpy(std::move(tokens)), pending);
}

// Words, counts and sizes of the blocks of one process.
using CountedBlocks = std::tuple<Vector<uint32_t>, Vector<float>, Vector<int64_t>>;

std::vector<thalweg::CountedRows> counted_from(const std::vector<CountedBlocks>& given,
                                               const thalweg::Topics& topics) {
  std::vector<thalweg::CountedRows> blocks;
  for (const auto& [words, counts, sizes] : given) {
    const auto n_words = static_cast<int64_t>(words.shape(0));
    int64_t first = 0;
    for (size_t i = 0; i < sizes.shape(0); ++i) {
      const int64_t n = sizes.data()[i];
      if (n < 0 || n > n_words - first)
        throw std::invalid_argument("counted blocks: sizes do not add up to the words");
      const uint32_t* const begin = words.data() + first;
      if (!std::is_sorted(begin, begin + n, [](uint32_t a, uint32_t b) {
            return a % thalweg::n_stripes < b % thalweg::n_stripes;
          }))
        throw std::invalid_argument("counted blocks: words must be in the order of their stripes");
      blocks.push_back({begin, counts.data() + first * topics.stride, n});
      first += n;
    }
    if (first != n_words || static_cast<int64_t>(counts.shape(0)) != n_words * topics.stride)
      throw std::invalid_argument("counted blocks: expected one row of counts for each word");
    if (!std::all_of(words.data(), words.data() + n_words,
                     [&](uint32_t word) { return word < topics.n_words; }))
      throw std::invalid_argument("counted blocks: a word is not in the vocabulary");
    if (reinterpret_cast<uintptr_t>(counts.data()) % 32 != 0)
      throw std::invalid_argument("counted blocks: counts must be aligned to 32 bytes");
  }
  return blocks;
}

void apply_blocks(const TopicArrays& arrays, const std::vector<CountedBlocks>& given, double step,
                  double growth, double weight, int64_t n_documents, double n_tokens,
                  double corpus_tokens, int n_threads) {
  thalweg::Topics topics = arrays.topics();
  const std::vector<thalweg::CountedRows> blocks = counted_from(given, topics);
  const nb::gil_scoped_release release;
  const std::lock_guard lock(arrays.training);
  thalweg::Progress applied;
  applied.n_batches = 1;
  applied.n_documents = n_documents;
  applied.n_tokens = n_tokens;
  applied.corpus_tokens = corpus_tokens;
  thalweg::apply_counted(thalweg::chosen_instruction_set(), topics, arrays.prior().locked, blocks,
                         growth, step, weight, {n_threads, [] { return false; }}, applied);
}

}  // namespace

void bind_training(nb::module_& m) {
  m.def("train", train, nb::kw_only(), "topics"_a, "fixed"_a.none(), "documents"_a,
        "order"_a.noconvert(), "batches"_a.noconvert(), "steps"_a.noconvert(),
        "corpus_tokens"_a.noconvert(), "current_tokens"_a, "schedules"_a, "burn_in"_a, "clumped"_a,
        "seed"_a, "first_number"_a, "seconds"_a.none(), "n_threads"_a, "kept_counts"_a.none(),
        "kept_clocks"_a.none(), "since_edit"_a.none(), "reheat_tokens"_a,
        "Train minibatch after minibatch by SCVB0; returns (batches, documents, tokens, visits, C) "
        "of "
        "what was applied, and the exception that a signal handler raised, or None.");
  m.def("train_svb", train_svb, nb::kw_only(), "topics"_a, "documents"_a, "order"_a.noconvert(),
        "batches"_a.noconvert(), "steps"_a.noconvert(), "corpus_documents"_a.noconvert(),
        "max_passes"_a, "tolerance"_a, "seconds"_a.none(), "n_threads"_a,
        "Train minibatch after minibatch by stochastic VB; returns (batches, documents, tokens, "
        "visits) of what was applied, and the exception that a signal handler raised, or None.");
  m.def("block_ends", block_ends, nb::kw_only(), "documents"_a, "order"_a.noconvert(),
        "Where the blocks of a minibatch end, as places in its order.");
  m.def("count_blocks", count_blocks, nb::kw_only(), "topics"_a, "documents"_a,
        "order"_a.noconvert(), "first_block"_a, "last_block"_a, "corpus_tokens"_a,
        "current_tokens"_a, "schedules"_a, "burn_in"_a, "clumped"_a, "seed"_a, "first_number"_a,
        "n_threads"_a,
        "Count some blocks of one minibatch by SCVB0, without changing the topics; returns words, "
        "counts, words per block, tokens per block, and the exception of a signal handler or "
        "None.");
  m.def("apply_blocks", apply_blocks, nb::kw_only(), "topics"_a, "blocks"_a, "step"_a, "growth"_a,
        "weight"_a, "n_documents"_a, "n_tokens"_a, "corpus_tokens"_a, "n_threads"_a,
        "Update the topics by one minibatch whose blocks were counted by count_blocks, in any "
        "processes; they must be in order.");
}
