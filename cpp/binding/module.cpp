// The Python module thalweg._core: conversion of arguments only.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

#include "benchmarks/roofline.hpp"
#include "binding/arrays.hpp"
#include "binding/topic_arrays.hpp"
#include "kernel/instruction_sets.hpp"
#include "lda/scvb0.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using thalweg::Documents;
using thalweg::Topics;

void raise_if(bool cancelled) {
  if (cancelled) throw nb::python_error();
}

nb::tuple train(const Model& model, const Model* fixed, const Csr& csr, Vector<int64_t> order,
                Vector<int64_t> batches, Vector<double> steps, Vector<double> corpus_tokens,
                double current_tokens, std::tuple<double, double, double> schedule,
                std::tuple<double, double, double> burn_in, bool clumped, uint64_t seed,
                uint64_t first_number, std::optional<double> seconds, int n_threads,
                std::optional<MutableMatrix<float>> kept_counts,
                std::optional<MutableVector<double>> kept_clocks) {
  const size_t n_batches = steps.shape(0);
  if (batches.shape(0) != n_batches + 1 || corpus_tokens.shape(0) != n_batches ||
      (n_batches > 0 && batches.data()[n_batches] > static_cast<int64_t>(order.shape(0))))
    throw std::invalid_argument("minibatches do not fit each other");
  if (kept_counts && (kept_counts->shape(1) != model.scaled.shape(1) ||
                      kept_counts->shape(0) != static_cast<size_t>(n_rows(csr))))
    throw std::invalid_argument("kept document counts do not fit the model and the documents");
  if (fixed &&
      (fixed->n_topics != model.n_topics || fixed->scaled.shape(0) != model.scaled.shape(0)))
    throw std::invalid_argument("the fixed topics do not fit the model");
  const Documents documents = documents_from(csr);
  const thalweg::Run run{order.data(),
                         batches.data(),
                         steps.data(),
                         corpus_tokens.data(),
                         static_cast<int64_t>(n_batches),
                         current_tokens,
                         first_number,
                         seconds.value_or(std::numeric_limits<double>::infinity())};
  const auto [s, tau, kappa] = schedule;
  const auto [passes, tokens_per_pass, most_passes] = burn_in;
  const thalweg::VisitPlan plan{
      {s, tau, kappa}, {passes, tokens_per_pass, most_passes}, clumped, seed};
  const thalweg::KeptCounts kept{kept_counts ? kept_counts->data() : nullptr,
                                 kept_clocks ? kept_clocks->data() : nullptr};
  Topics topics = model.topics();
  thalweg::Progress progress;
  {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(model.training);
    progress = thalweg::train(thalweg::chosen_kernel(), documents, run, plan, model.prior(),
                              fixed ? fixed->topics() : topics, topics, kept,
                              interruptible_workers(n_threads), model.workspace);
  }
  // What was done before a Ctrl-C stands: the caller books it, then raises what is pending.
  const nb::object pending = pending_exception(progress.cancelled);
  return nb::make_tuple(progress.n_batches, progress.n_documents, progress.n_tokens,
                        progress.n_visits, progress.corpus_tokens, pending);
}

void infer(const Model& model, const Csr& csr, int max_passes, double tolerance, int n_threads,
           MutableMatrix<float> out) {
  if (out.shape(0) != static_cast<size_t>(n_rows(csr)) ||
      out.shape(1) != static_cast<size_t>(model.n_topics))
    throw std::invalid_argument("the output does not fit the documents and the topics");
  bool done;
  {
    const Documents documents = documents_from(csr);
    const nb::gil_scoped_release release;
    done = thalweg::infer(thalweg::chosen_kernel(), documents, n_rows(csr), model.prior(),
                          model.topics(), {max_passes, tolerance}, out.data(),
                          interruptible_workers(n_threads));
  }
  raise_if(!done);
}

void log_likelihood(const Model& model, const Csr& observed_csr, const Csr& scored_csr,
                    int max_passes, double tolerance, int n_threads, MutableVector<double> out) {
  if (n_rows(observed_csr) != n_rows(scored_csr) ||
      out.shape(0) != static_cast<size_t>(n_rows(scored_csr)))
    throw std::invalid_argument("observed and scored documents differ in number");
  bool done;
  {
    const Documents observed = documents_from(observed_csr);
    const Documents scored = documents_from(scored_csr);
    const nb::gil_scoped_release release;
    done = thalweg::log_likelihood(thalweg::chosen_kernel(), observed, scored, n_rows(scored_csr),
                                   model.prior(), model.topics(), {max_passes, tolerance},
                                   out.data(), interruptible_workers(n_threads));
  }
  raise_if(!done);
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const thalweg::Kernel* kernel : thalweg::runnable_kernels()) names.push_back(kernel->name);
  return names;
}

}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // models that live until the interpreter ends are no leak
  m.doc() = "The native core of thalweg: SCVB0 on CSR documents, and text to them.";

  m.def(
      "instruction_set", [] { return std::string(thalweg::chosen_kernel().name); },
      "The kernel in use: the best this processor runs, or what THALWEG_ISA names.");
  m.def("instruction_sets", instruction_sets, "The kernels this processor runs, best first.");

  nb::class_<Model>(m, "Model", "Views of the arrays of a TopicState and its prior.")
      .def(nb::init<MutableMatrix<float>, MutableVector<double>, MutableVector<double>, int64_t,
                    Vector<float>, Vector<float>, Vector<double>, std::optional<Pairs>,
                    std::optional<Pairs>, std::optional<Vector<uint8_t>>>(),
           nb::kw_only(), "scaled"_a.noconvert(), "scale"_a.noconvert(), "totals"_a.noconvert(),
           "n_topics"_a, "alpha"_a.noconvert(), "eta"_a.noconvert(), "eta_total"_a.noconvert(),
           "added"_a.none(), "masked"_a.none(), "locked"_a.none());

  m.def(
      "train", train, nb::kw_only(), "model"_a, "fixed"_a.none(), "documents"_a,
      "order"_a.noconvert(), "batches"_a.noconvert(), "steps"_a.noconvert(),
      "corpus_tokens"_a.noconvert(), "current_tokens"_a, "schedule"_a, "burn_in"_a, "clumped"_a,
      "seed"_a, "first_number"_a, "seconds"_a.none(), "n_threads"_a, "kept_counts"_a.none(),
      "kept_clocks"_a.none(),
      "Minibatch after minibatch of SCVB0; returns (batches, documents, tokens, visits, C) of what "
      "was applied, and the exception that a signal handler raised, or None.");
  m.def("infer", infer, nb::kw_only(), "model"_a, "documents"_a, "max_passes"_a, "tolerance"_a,
        "n_threads"_a, "out"_a.noconvert(),
        "N^Theta + alpha of every document under fixed topics, into out (D x K).");
  m.def("log_likelihood", log_likelihood, nb::kw_only(), "model"_a, "observed"_a, "scored"_a,
        "max_passes"_a, "tolerance"_a, "n_threads"_a, "out"_a.noconvert(),
        "Log-probability of each scored half given the observed half, into out (D).");
  m.def("cached_visits_per_second", thalweg::cached_visits_per_second, nb::kw_only(), "n_topics"_a,
        "counted"_a, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
        "Roofline: visits a second of the arithmetic alone, all rows in the first-level cache.");
  m.def("bytes_per_second", thalweg::bytes_per_second, nb::kw_only(), "n_bytes"_a, "n_threads"_a,
        "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
        "Roofline: bytes a second that streaming over an array of n_bytes reaches.");
  bind_batch(m);
  bind_text(m);
  bind_svb(m);
  bind_pairs(m);
}
