// The batch algorithms in the Python module: conversion of arguments only.
#include "lda/batch/batch.hpp"

#include <limits>

#include "binding/topic_arrays.hpp"
#include "kernel/instruction_sets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

void require_rows(const MutableMatrix<float>& matrix, int64_t n_rows, size_t stride) {
  if (static_cast<int64_t>(matrix.shape(0)) != n_rows || matrix.shape(1) != stride)
    throw std::invalid_argument("an array does not fit the documents and the topics");
  if (n_rows > 0 && reinterpret_cast<uintptr_t>(matrix.data()) % 32 != 0)
    throw std::invalid_argument("an array is not aligned to 32 bytes");
}

int64_t n_entries(const Csr& csr) { return std::get<0>(csr).data()[n_rows(csr)]; }

nb::tuple told(const thalweg::Progress& progress) {
  return nb::make_tuple(progress.n_batches, progress.n_documents, progress.n_tokens,
                        progress.n_visits, pending_exception(progress.cancelled));
}

void count_responsibilities(const Model& model, const Csr& csr, MutableMatrix<float> gamma,
                            int n_threads) {
  require_rows(gamma, n_entries(csr), model.scaled.shape(1));
  const thalweg::Documents documents = documents_from(csr);
  thalweg::Topics topics = model.topics();
  bool done;
  {
    const nb::gil_scoped_release release;
    done =
        thalweg::count_responsibilities(thalweg::chosen_kernel(), documents, n_rows(csr),
                                        {gamma.data()}, topics, interruptible_workers(n_threads));
  }
  if (!done) throw nb::python_error();
}

nb::tuple cvb0_sweep(const Model& model, const Csr& csr, MutableMatrix<float> gamma,
                     int64_t first_document, int64_t block_size, std::optional<double> seconds,
                     int n_threads) {
  require_rows(gamma, n_entries(csr), model.scaled.shape(1));
  if (block_size < 1 || first_document < 0)
    throw std::invalid_argument("a block has documents, and starts at one");
  const thalweg::Documents documents = documents_from(csr);
  const thalweg::Cvb0Run run{first_document, n_rows(csr), block_size,
                             seconds.value_or(std::numeric_limits<double>::infinity())};
  thalweg::Topics topics = model.topics();
  thalweg::Progress progress;
  {
    const nb::gil_scoped_release release;
    progress = thalweg::cvb0_sweep(thalweg::chosen_kernel(), documents, run, model.prior(), topics,
                                   {gamma.data()}, interruptible_workers(n_threads));
  }
  return told(progress);
}

nb::tuple map_iteration(const Model& model, const Csr& csr, MutableMatrix<float> document_counts,
                        MutableMatrix<float> next_counts, int n_threads) {
  require_rows(document_counts, n_rows(csr), model.scaled.shape(1));
  require_rows(next_counts, n_rows(csr), model.scaled.shape(1));
  const thalweg::Documents documents = documents_from(csr);
  thalweg::Topics topics = model.topics();
  thalweg::Progress progress;
  {
    const nb::gil_scoped_release release;
    progress = thalweg::map_iteration(thalweg::chosen_kernel(), documents, n_rows(csr),
                                      model.prior(), topics, document_counts.data(),
                                      next_counts.data(), interruptible_workers(n_threads));
  }
  return told(progress);
}

}  // namespace

void bind_batch(nb::module_& m) {
  m.def("count_responsibilities", count_responsibilities, nb::kw_only(), "model"_a, "documents"_a,
        "gamma"_a.noconvert(), "n_threads"_a, "Counts of zero become the sums of m gamma (Eq. 4).");
  m.def("cvb0_sweep", cvb0_sweep, nb::kw_only(), "model"_a, "documents"_a, "gamma"_a.noconvert(),
        "first_document"_a, "block_size"_a, "seconds"_a.none(), "n_threads"_a,
        "Revises every gamma from a document on, block after block; returns (blocks, documents, "
        "tokens, visits) of what was applied, and a pending exception or None.");
  m.def("map_iteration", map_iteration, nb::kw_only(), "model"_a, "documents"_a,
        "document_counts"_a.noconvert(), "next_counts"_a.noconvert(), "n_threads"_a,
        "A full E-step and M-step of MAP_LDA_U; returns as cvb0_sweep does.");
}
