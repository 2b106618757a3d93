// The batch algorithms in the Python module: conversion of arguments only.
#include <optional>
#include <stdexcept>

#include "binding/module.hpp"
#include "binding/topic_arrays.hpp"
#include "lda/batch/cvb0.hpp"
#include "lda/batch/map_em.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

void require_rows(const MutableMatrix<float>& matrix, int64_t n_rows, size_t stride) {
  if (static_cast<int64_t>(matrix.shape(0)) != n_rows || matrix.shape(1) != stride)
    throw std::invalid_argument("expected one row per document or entry, as wide as the topics");
  if (n_rows > 0 && reinterpret_cast<uintptr_t>(matrix.data()) % 32 != 0)
    throw std::invalid_argument("expected rows that are aligned to 32 bytes");
}

int64_t n_entries(const Csr& csr) { return std::get<0>(csr).data()[n_rows(csr)]; }

void count_responsibilities(const TopicArrays& arrays, const Csr& csr, MutableMatrix<float> gamma,
                            int n_threads) {
  require_rows(gamma, n_entries(csr), arrays.scaled.shape(1));
  const thalweg::Documents documents = documents_from(csr);
  thalweg::Topics topics = arrays.topics();
  bool done;
  {
    const nb::gil_scoped_release release;
    done =
        thalweg::count_responsibilities(thalweg::chosen_instruction_set(), documents, n_rows(csr),
                                        {gamma.data()}, topics, interruptible_workers(n_threads));
  }
  raise_if(!done);
}

nb::tuple cvb0_sweep(const TopicArrays& arrays, const Csr& csr, MutableMatrix<float> gamma,
                     int64_t first_document, int64_t block_size, std::optional<double> seconds,
                     int n_threads) {
  require_rows(gamma, n_entries(csr), arrays.scaled.shape(1));
  if (block_size < 1 || first_document < 0)
    throw std::invalid_argument("expected block_size >= 1 and first_document >= 0");
  const thalweg::Documents documents = documents_from(csr);
  const thalweg::Cvb0Run run{first_document, n_rows(csr), block_size, or_forever(seconds)};
  thalweg::Topics topics = arrays.topics();
  thalweg::Progress progress;
  {
    const nb::gil_scoped_release release;
    progress =
        thalweg::cvb0_sweep(thalweg::chosen_instruction_set(), documents, run, arrays.prior(),
                            topics, {gamma.data()}, interruptible_workers(n_threads));
  }
  return as_tuple(progress);
}

nb::tuple map_iteration(const TopicArrays& arrays, const Csr& csr,
                        MutableMatrix<float> document_counts, MutableMatrix<float> next_counts,
                        int n_threads) {
  require_rows(document_counts, n_rows(csr), arrays.scaled.shape(1));
  require_rows(next_counts, n_rows(csr), arrays.scaled.shape(1));
  const thalweg::Documents documents = documents_from(csr);
  thalweg::Topics topics = arrays.topics();
  thalweg::Progress progress;
  {
    const nb::gil_scoped_release release;
    progress = thalweg::map_iteration(thalweg::chosen_instruction_set(), documents, n_rows(csr),
                                      arrays.prior(), topics, document_counts.data(),
                                      next_counts.data(), interruptible_workers(n_threads));
  }
  return as_tuple(progress);
}

}  // namespace

void bind_batch(nb::module_& m) {
  m.def("count_responsibilities", count_responsibilities, nb::kw_only(), "topics"_a, "documents"_a,
        "gamma"_a.noconvert(), "n_threads"_a,
        "Set counts that are zero to the sums of m gamma (Eq. 4).");
  m.def("cvb0_sweep", cvb0_sweep, nb::kw_only(), "topics"_a, "documents"_a, "gamma"_a.noconvert(),
        "first_document"_a, "block_size"_a, "seconds"_a.none(), "n_threads"_a,
        "Revise every gamma from a document on, block after block; returns (blocks, documents, "
        "tokens, visits) of what was applied, and a pending exception or None.");
  m.def("map_iteration", map_iteration, nb::kw_only(), "topics"_a, "documents"_a,
        "document_counts"_a.noconvert(), "next_counts"_a.noconvert(), "n_threads"_a,
        "Make a full E-step and M-step of MAP_LDA_U; returns the same as cvb0_sweep.");
}
