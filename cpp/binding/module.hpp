// What the files of the Python module share: the parts of it, signals, and results.
#pragma once

#include <nanobind/nanobind.h>

#include <limits>
#include <optional>

#include "lda/topics.hpp"
#include "parallel/workers.hpp"

void bind_batch(nanobind::module_& m);
void bind_fixed_topics(nanobind::module_& m);
void bind_pairs(nanobind::module_& m);
void bind_text(nanobind::module_& m);
void bind_training(nanobind::module_& m);

// Lets Python handle signals now and then; a pending exception (Ctrl-C) cancels.
inline thalweg::Workers interruptible_workers(int n_threads) {
  return {n_threads, [] {
            const nanobind::gil_scoped_acquire gil;
            return PyErr_CheckSignals() != 0;
          }};
}

// Raises the exception that has cancelled a call.
inline void raise_if(bool cancelled) {
  if (cancelled) throw nanobind::python_error();
}

// The exception that a signal handler raised, or None. Signals that came since the last question
// are handled here: Python would raise them before the caller has recorded what was done.
inline nanobind::object pending_exception(bool cancelled) {
  if (!cancelled && PyErr_CheckSignals() == 0) return nanobind::none();
  return nanobind::borrow(nanobind::python_error().value());
}

// (batches, documents, tokens, visits, more..., pending exception). What was done before a Ctrl-C
// stays done: the caller records it, then raises what is pending.
template <class... More>
nanobind::tuple as_tuple(const thalweg::Progress& progress, const More&... more) {
  const nanobind::object pending = pending_exception(progress.cancelled);
  return nanobind::make_tuple(progress.n_batches, progress.n_documents, progress.n_tokens,
                              progress.n_visits, more..., pending);
}

inline double or_forever(const std::optional<double>& seconds) {
  return seconds.value_or(std::numeric_limits<double>::infinity());
}
