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

nb::tuple train(const TopicArrays& arrays, const TopicArrays* fixed, const Csr& csr,
                Vector<int64_t> order, Vector<int64_t> batches, Vector<double> steps,
                Vector<double> corpus_tokens, double current_tokens,
                const std::vector<std::tuple<double, double, double, double>>& schedules,
                std::tuple<double, double, double> burn_in, bool clumped, uint64_t seed,
                uint64_t first_number, std::optional<double> seconds, int n_threads,
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
  if (schedules.empty()) throw std::invalid_argument("schedules: expected at least one");
  thalweg::SchedulesByLength steps_by_length;
  for (const auto& [longest, s, tau, kappa] : schedules)
    steps_by_length.push_back({longest, {s, tau, kappa}});
  const auto [passes, tokens_per_pass, most_passes] = burn_in;
  const thalweg::DocumentSchedule document_schedule{
      steps_by_length, {passes, tokens_per_pass, most_passes}, clumped, seed};
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
}
