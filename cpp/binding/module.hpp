// What the files of the Python module share: the parts of it, signals, and results.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <limits>
#include <optional>

#include "input_error.hpp"
#include "lda/topics.hpp"
#include "parallel/workers.hpp"

void bind_batch(nanobind::module_& m);
void bind_fixed_topics(nanobind::module_& m);
void bind_pairs(nanobind::module_& m);
void bind_text(nanobind::module_& m);
void bind_training(nanobind::module_& m);

// Whether this thread has called Python's signal handlers from a native call, where an exception is
// safe: the call ends in order. See thalweg.system.interrupts.
inline thread_local bool handling_signals = false;

// Lets Python handle signals; whether a handler has raised an exception (Ctrl-C).
inline bool signal_raised() {
  handling_signals = true;
  const bool raised = PyErr_CheckSignals() != 0;
  handling_signals = false;
  return raised;
}

// Lets Python handle signals now and then; a pending exception cancels.
inline thalweg::Workers interruptible_workers(int n_threads) {
  return {n_threads, [] {
            const nanobind::gil_scoped_acquire gil;
            return signal_raised();
          }};
}

// Raises the exception that has cancelled a call.
inline void raise_if(bool cancelled) {
  if (cancelled) throw nanobind::python_error();
}

// The exception that a signal handler raised, or None. Signals that came since the last question
// are handled here: Python would raise them before the caller has recorded what was done.
inline nanobind::object pending_exception(bool cancelled) {
  if (!cancelled && !signal_raised()) return nanobind::none();
  return nanobind::borrow(nanobind::python_error().value());
}

// The exception that Python knows as an InputError.
inline nanobind::object python_input_error(const char* message) {
  return nanobind::module_::import_("thalweg.errors").attr("InputError")(message);
}

inline nanobind::object exception_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const thalweg::InputError& error) {
    return python_input_error(error.what());
  }
}

// (batches, documents, tokens, visits, more..., pending exception). What was done before a Ctrl-C
// or an invalid document stays done: the caller records it, then raises what is pending.
template <class... More>
nanobind::tuple as_tuple(const thalweg::Progress& progress, const More&... more) {
  const nanobind::object pending =
      progress.failure ? exception_of(progress.failure) : pending_exception(progress.cancelled);
  return nanobind::make_tuple(progress.n_batches, progress.n_documents, progress.n_tokens,
                              progress.n_visits, more..., pending);
}

inline double or_forever(const std::optional<double>& seconds) {
  return seconds.value_or(std::numeric_limits<double>::infinity());
}
