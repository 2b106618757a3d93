// Stochastic variational Bayes in the Python module: conversion of arguments only.
#include "lda/svb.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "binding/topic_arrays.hpp"
#include "kernel/instruction_sets.hpp"
#include "parallel/aligned_floats.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

nb::tuple train_svb(const Model& model, const Csr& csr, Vector<int64_t> order,
                    Vector<int64_t> batches, Vector<double> steps, Vector<double> corpus_documents,
                    int max_passes, double tolerance, std::optional<double> seconds,
                    int n_threads) {
  const size_t n_batches = steps.shape(0);
  if (batches.shape(0) != n_batches + 1 || corpus_documents.shape(0) != n_batches ||
      (n_batches > 0 && batches.data()[n_batches] > static_cast<int64_t>(order.shape(0))))
    throw std::invalid_argument("minibatches do not fit each other");
  const thalweg::Documents documents = documents_from(csr);
  const thalweg::SvbRun run{order.data(),
                            batches.data(),
                            steps.data(),
                            corpus_documents.data(),
                            static_cast<int64_t>(n_batches),
                            seconds.value_or(std::numeric_limits<double>::infinity())};
  thalweg::Topics topics = model.topics();
  thalweg::Progress progress;
  {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(model.training);
    progress = thalweg::train_svb(thalweg::chosen_kernel(), documents, run, {max_passes, tolerance},
                                  model.prior(), topics, interruptible_workers(n_threads),
                                  model.workspace);
  }
  // What was done before a Ctrl-C stands: the caller books it, then raises what is pending.
  const nb::object pending = pending_exception(progress.cancelled);
  return nb::make_tuple(progress.n_batches, progress.n_documents, progress.n_tokens,
                        progress.n_visits, pending);
}

void exp_digamma(MutableVector<float> values) {
  const auto n = static_cast<int64_t>(values.shape(0));
  if (n % 8 != 0) throw std::invalid_argument("expected a multiple of eight values");
  thalweg::AlignedFloats memory;
  float* const row = memory.reserve(2 * n);
  std::copy(values.data(), values.data() + n, row);
  thalweg::svb_kernel(thalweg::chosen_kernel()).exp_digamma(row, row + n, n);
  std::copy(row, row + n, values.data());
}

}  // namespace

void bind_svb(nb::module_& m) {
  m.def("train_svb", train_svb, nb::kw_only(), "model"_a, "documents"_a, "order"_a.noconvert(),
        "batches"_a.noconvert(), "steps"_a.noconvert(), "corpus_documents"_a.noconvert(),
        "max_passes"_a, "tolerance"_a, "seconds"_a.none(), "n_threads"_a,
        "Minibatch after minibatch of stochastic VB; returns (batches, documents, tokens, visits) "
        "of what was applied, and the exception that a signal handler raised, or None.");
  m.def("exp_digamma", exp_digamma, nb::kw_only(), "values"_a.noconvert(),
        "exp(digamma(values)) in their place, up to a common factor: what the kernel computes.");
}
