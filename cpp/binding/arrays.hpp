// The parts that the files of the Python module share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "parallel/workers.hpp"

template <class T>
using Vector =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using Matrix =
    nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using AnyVector =
    nanobind::ndarray<nanobind::ro, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// Lets Python handle signals now and then; a pending exception (Ctrl-C) cancels.
inline thalweg::Workers interruptible_workers(int n_threads) {
  return {n_threads, [] {
            const nanobind::gil_scoped_acquire gil;
            return PyErr_CheckSignals() != 0;
          }};
}

void bind_batch(nanobind::module_& m);
// The exception that a signal handler raised, or None. A signal since the last question is asked
// for here: Python would raise it before the caller has booked what was done.
inline nanobind::object pending_exception(bool cancelled) {
  if (!cancelled && PyErr_CheckSignals() == 0) return nanobind::none();
  return nanobind::borrow(nanobind::python_error().value());
}

void bind_text(nanobind::module_& m);
void bind_svb(nanobind::module_& m);
void bind_pairs(nanobind::module_& m);
