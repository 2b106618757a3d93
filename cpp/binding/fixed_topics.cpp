// Documents under fixed topics: conversion of arguments only.
#include "lda/fixed_topics.hpp"

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "binding/module.hpp"
#include "binding/topic_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

void infer(const TopicArrays& topics, const Csr& csr, int max_passes, double tolerance,
           int n_threads, MutableMatrix<float> out) {
  if (out.shape(0) != static_cast<size_t>(n_rows(csr)) ||
      out.shape(1) != static_cast<size_t>(topics.n_topics))
    throw std::invalid_argument("out: expected one row per document and one column per topic");
  bool done;
  {
    const thalweg::Documents documents = documents_from(csr);
    const nb::gil_scoped_release release;
    done = thalweg::infer(thalweg::chosen_instruction_set(), documents, n_rows(csr), topics.prior(),
                          topics.topics(), {max_passes, tolerance}, out.data(),
                          interruptible_workers(n_threads));
  }
  raise_if(!done);
}

void log_likelihood(const TopicArrays& topics, const Csr& observed_csr, const Csr& scored_csr,
                    int max_passes, double tolerance, int n_threads, MutableVector<double> out) {
  if (n_rows(observed_csr) != n_rows(scored_csr) ||
      out.shape(0) != static_cast<size_t>(n_rows(scored_csr)))
    throw std::invalid_argument("observed, scored and out must have one row per document");
  bool done;
  {
    const thalweg::Documents observed = documents_from(observed_csr);
    const thalweg::Documents scored = documents_from(scored_csr);
    const nb::gil_scoped_release release;
    done = thalweg::log_likelihood(
        thalweg::chosen_instruction_set(), observed, scored, n_rows(scored_csr), topics.prior(),
        topics.topics(), {max_passes, tolerance}, out.data(), interruptible_workers(n_threads));
  }
  raise_if(!done);
}

}  // namespace

void bind_fixed_topics(nb::module_& m) {
  m.def("infer", infer, nb::kw_only(), "topics"_a, "documents"_a, "max_passes"_a, "tolerance"_a,
        "n_threads"_a, "out"_a.noconvert(),
        "Write N^Theta + alpha of every document under fixed topics to out (D x K).");
  m.def("log_likelihood", log_likelihood, nb::kw_only(), "topics"_a, "observed"_a, "scored"_a,
        "max_passes"_a, "tolerance"_a, "n_threads"_a, "out"_a.noconvert(),
        "Write the log-probability of each scored half given the observed half to out (D).");
}
