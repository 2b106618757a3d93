// The Python module thalweg._core: conversion of arguments only.
#include "binding/module.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "binding/topic_arrays.hpp"
#include "kernel/instruction_sets.hpp"
#include "lda/scvb0.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::string instruction_set() { return thalweg::chosen_instruction_set().name; }

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const thalweg::InstructionSet* instructions : thalweg::runnable_instruction_sets())
    names.push_back(instructions->name);
  return names;
}

}  // namespace

NB_MODULE(_core, m) {
  nb::register_exception_translator([](const std::exception_ptr& exception, void*) {
    try {
      std::rethrow_exception(exception);
    } catch (const thalweg::InputError& error) {
      const nb::object raised = python_input_error(error.what());
      PyErr_SetObject(raised.type().ptr(), raised.ptr());
    }
  });
  nb::set_leak_warnings(false);  // topics may live until the interpreter ends
  m.doc() = "The native core of thalweg: topic models of CSR documents, and texts to documents.";

  m.def("instruction_set", instruction_set,
        "The instruction set in use: the best this processor runs, or what THALWEG_ISA names.");
  m.def("instruction_sets", instruction_sets,
        "The instruction sets that this processor runs, best first.");
  m.def(
      "single_visits_from_topics", [] { return thalweg::single_visits_from_topics; },
      "From how many topics on the rows of words that a block visits once are not stored.");

  m.def(
      "handling_signals", [] { return handling_signals; },
      "Whether a native call of this thread is calling the handler of a signal: an exception ends "
      "the call in order.");

  nb::class_<thalweg::TopicsGate>(m, "TopicsGate",
                                  "Lets threads copy topics that another thread trains.")
      .def(nb::init<>())
      .def("restart", &thalweg::TopicsGate::restart, nb::call_guard<nb::gil_scoped_release>(),
           "Count from here what is done to the topics.")
      .def(
          "applied", [](thalweg::TopicsGate& gate) { return as_applied(gate.applied()); },
          "Return (batches, documents, tokens, C) of what was done since then.")
      .def("hold", &thalweg::TopicsGate::hold, nb::call_guard<nb::gil_scoped_release>(),
           "Let no step begin until let_go, which the same thread calls.")
      .def("let_go", &thalweg::TopicsGate::let_go, "Let steps begin again.");

  nb::class_<TopicArrays>(m, "TopicArrays", "A view of the arrays of a TopicState and its prior.")
      .def(nb::init<MutableMatrix<float>, MutableVector<double>, MutableVector<double>, int64_t,
                    Vector<float>, Vector<float>, Vector<double>, std::optional<Pairs>,
                    std::optional<Pairs>, std::optional<Vector<uint8_t>>, std::optional<Pairs>,
                    thalweg::TopicsGate*>(),
           nb::keep_alive<1, 13>(), nb::kw_only(), "scaled"_a.noconvert(), "scale"_a.noconvert(),
           "totals"_a.noconvert(), "n_topics"_a, "alpha"_a.noconvert(), "eta"_a.noconvert(),
           "eta_total"_a.noconvert(), "added"_a.none(), "masked"_a.none(), "locked"_a.none(),
           "held"_a.none(), "gate"_a.none())
      .def("copy_into", &TopicArrays::copy_into, nb::kw_only(), "scaled"_a.noconvert(),
           "scale"_a.noconvert(), "totals"_a.noconvert(),
           "Copy the counts while another thread may be training them; returns (batches, "
           "documents, tokens, C) of what it has done since the gate was restarted.");

  bind_training(m);
  bind_fixed_topics(m);
  bind_batch(m);
  bind_pairs(m);
  bind_text(m);
}
