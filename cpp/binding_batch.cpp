// The batch algorithms in the Python module: conversion of arguments only.
#include <limits>

#include "batch.hpp"
#include "binding_documents.hpp"
#include "dispatch.hpp"

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

// Views of the counts of a TopicState and of its prior; the batch algorithms have no locked topics
// and no masked words.
struct BatchModel {
  MutableMatrix<float> scaled;
  MutableVector<double> scale;
  MutableVector<double> totals;
  int64_t n_topics;
  Vector<float> alpha;
  Vector<float> eta;
  Vector<double> eta_total;
  std::optional<Pairs> added;

  BatchModel(MutableMatrix<float> scaled_, MutableVector<double> scale_,
             MutableVector<double> totals_, int64_t n_topics_, Vector<float> alpha_,
             Vector<float> eta_, Vector<double> eta_total_, std::optional<Pairs> added_)
      : scaled(scaled_),
        scale(scale_),
        totals(totals_),
        n_topics(n_topics_),
        alpha(alpha_),
        eta(eta_),
        eta_total(eta_total_),
        added(added_) {
    const size_t stride = scaled.shape(1);
    const auto fits = [&](const auto& vector) { return vector.shape(0) == stride; };
    if (stride % 8 != 0 || n_topics < 1 || static_cast<size_t>(n_topics) > stride || !fits(scale) ||
        !fits(totals) || !fits(alpha) || !fits(eta_total) ||
        (eta.shape(0) != 1 && eta.shape(0) != scaled.shape(0)))
      throw std::invalid_argument("model arrays do not fit each other");
    if (reinterpret_cast<uintptr_t>(scaled.data()) % 32 != 0 ||
        reinterpret_cast<uintptr_t>(alpha.data()) % 32 != 0)
      throw std::invalid_argument("model arrays are not aligned to 32 bytes");
  }

  thalweg::Topics topics() const {
    return {scaled.data(), scale.data(),
            totals.data(), static_cast<int64_t>(scaled.shape(0)),
            n_topics,      static_cast<int64_t>(scaled.shape(1))};
  }

  thalweg::Prior prior() const {
    return {alpha.data(),
            eta.data(),
            eta.shape(0) != 1,
            eta_total.data(),
            pairs_from(added, scaled.shape(0)),
            {},
            nullptr};
  }
};

// What was done, and the exception that a signal handler raised, or None. A signal since the last
// question is asked for here: Python would raise it before the caller has booked what was done.
nb::tuple told(const thalweg::Progress& progress) {
  nb::object pending = nb::none();
  if (progress.cancelled || PyErr_CheckSignals() != 0)
    pending = nb::borrow(nb::python_error().value());
  return nb::make_tuple(progress.n_batches, progress.n_documents, progress.n_tokens,
                        progress.n_visits, pending);
}

void count_responsibilities(const BatchModel& model, const Csr& csr, MutableMatrix<float> gamma,
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

nb::tuple cvb0_sweep(const BatchModel& model, const Csr& csr, MutableMatrix<float> gamma,
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

nb::tuple map_iteration(const BatchModel& model, const Csr& csr,
                        MutableMatrix<float> document_counts, MutableMatrix<float> next_counts,
                        int n_threads) {
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
  nb::class_<BatchModel>(m, "BatchModel", "Views of a TopicState's arrays and of a plain prior.")
      .def(nb::init<MutableMatrix<float>, MutableVector<double>, MutableVector<double>, int64_t,
                    Vector<float>, Vector<float>, Vector<double>, std::optional<Pairs>>(),
           nb::kw_only(), "scaled"_a.noconvert(), "scale"_a.noconvert(), "totals"_a.noconvert(),
           "n_topics"_a, "alpha"_a.noconvert(), "eta"_a.noconvert(), "eta_total"_a.noconvert(),
           "added"_a.none());
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
