// Text in: conversion of arguments only.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "binding/arrays.hpp"
#include "binding/module.hpp"
#include "text/arrow.hpp"
#include "text/counting/word_counter.hpp"
#include "text/parsing/number_parsing.hpp"
#include "text/select_words.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using ::to_numpy;
using thalweg::OwnedArray;

template <class T>
Output<T> copy_to_numpy(std::span<const T> values) {
  OwnedArray<T> copy(static_cast<int64_t>(values.size()));
  std::copy(values.begin(), values.end(), copy.data());
  return to_numpy(std::move(copy));
}

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!bytes) throw nb::python_error();
  return {bytes, static_cast<size_t>(size)};
}

nb::str to_str(std::string_view text) { return nb::str(text.data(), text.size()); }

// Texts of the caller, and what keeps their bytes alive while Python's lock is released.
struct Texts {
  std::vector<std::string_view> views;
  nb::tuple strings;  // a copy of the list: another thread may change it
  thalweg::ArrowTexts arrow;
};

Texts texts_of(nb::handle source) {
  Texts texts;
  if (nb::hasattr(source, "__arrow_c_stream__")) {
    const nb::object capsule = source.attr("__arrow_c_stream__")();
    auto* stream =
        static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
    if (!stream) throw nb::python_error();
    texts.arrow = thalweg::read_arrow_texts(*stream);  // the capsule releases the stream
    texts.views = std::move(texts.arrow.texts);
    return texts;
  }
  if (!nb::isinstance<nb::list>(source) && !nb::isinstance<nb::tuple>(source))
    throw nb::type_error("texts must be a list or tuple of str, or have __arrow_c_stream__");
  texts.strings = nb::tuple(source);
  texts.views.reserve(nb::len(texts.strings));
  for (nb::handle text : texts.strings) {
    if (text.is_none())
      texts.views.emplace_back();
    else if (nb::isinstance<nb::str>(text))
      texts.views.push_back(utf8_of(text));
    else
      throw nb::type_error(
          ("text " + std::to_string(texts.views.size()) + " is neither str nor None").c_str());
  }
  return texts;
}

// The same for documents that are lists of tokens.
struct Tokens {
  thalweg::TokenLists lists;
  std::vector<nb::tuple> alive;
};

Tokens tokens_of(nb::list documents) {
  Tokens tokens;
  for (nb::handle document : documents) {
    if (!nb::isinstance<nb::list>(document) && !nb::isinstance<nb::tuple>(document))
      throw nb::type_error("documents must be a list of lists of str");
    tokens.alive.emplace_back(document);
    for (nb::handle token : tokens.alive.back()) {
      if (!nb::isinstance<nb::str>(token))
        throw nb::type_error(
            ("a token of document " + std::to_string(tokens.alive.size() - 1) + " is not a str")
                .c_str());
      tokens.lists.tokens.push_back(utf8_of(token));
    }
    tokens.lists.offsets.push_back(static_cast<int64_t>(tokens.lists.tokens.size()));
  }
  return tokens;
}

// A WordCounter that one thread uses at a time, or several if it has a vocabulary and therefore
// does not change. A waiting thread does not hold Python's lock, which the counting thread takes
// now and then.
class Counter {
 public:
  using Pair = std::pair<std::string, std::string>;

  Counter(bool lowercase, bool fold_accents, bool digits, int64_t min_length, int64_t max_length,
          std::pair<int64_t, int64_t> ngrams, std::vector<std::string> stop_words,
          std::vector<Pair> phrases, std::optional<std::vector<std::string>> vocabulary,
          bool compose, bool short_scripts)
      : counter_({{lowercase, fold_accents, digits, min_length, max_length, compose, short_scripts},
                  ngrams,
                  std::move(stop_words),
                  std::move(phrases),
                  std::move(vocabulary)}) {}

  nb::tuple count(nb::handle source, int n_threads) {
    const Texts texts = texts_of(source);
    return rows_of(std::span(texts.views), n_threads);
  }

  nb::tuple count_tokens(nb::list documents, int n_threads) {
    const Tokens tokens = tokens_of(documents);
    return rows_of(tokens.lists, n_threads);
  }

  nb::tuple in_order(nb::handle source, int n_threads) {
    const Texts texts = texts_of(source);
    return ordered(std::span(texts.views), n_threads);
  }

  nb::tuple tokens_in_order(nb::list documents, int n_threads) {
    const Tokens tokens = tokens_of(documents);
    return ordered(tokens.lists, n_threads);
  }

  nb::list words(std::optional<Vector<int64_t>> ids) {
    const auto lock = locked();
    nb::list words;
    const int64_t n = ids ? static_cast<int64_t>(ids->size()) : counter_.n_words();
    for (int64_t i = 0; i < n; ++i) {
      const int64_t id = ids ? (*ids)(i) : i;
      if (id < 0 || id >= counter_.n_words())
        throw nb::index_error("words: there is no word with this id");
      words.append(to_str(counter_.word(id)));
    }
    return words;
  }

  int64_t n_words() {
    const auto lock = locked();
    return counter_.n_words();
  }

  int64_t table_bytes() {
    const auto lock = locked();
    return counter_.n_bytes();
  }

  Output<int64_t> document_frequencies() {
    const auto lock = locked();
    require_growing("document_frequencies");
    return copy_to_numpy(counter_.document_frequencies());
  }

  Output<int64_t> term_frequencies() {
    const auto lock = locked();
    require_growing("term_frequencies");
    return copy_to_numpy(counter_.term_frequencies());
  }

  Output<int64_t> prune(int64_t min_df) {
    const auto lock = locked();
    const std::vector<int64_t> left = counter_.prune(min_df);
    return copy_to_numpy(std::span<const int64_t>(left));
  }

 private:
  std::unique_lock<std::mutex> locked() {
    const nb::gil_scoped_release release;
    return lock_if_growing();
  }

  std::unique_lock<std::mutex> lock_if_growing() {
    return counter_.growing() ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
  }

  void require_growing(const char* name) const {
    if (!counter_.growing())
      throw std::invalid_argument(std::string(name) +
                                  ": a counter with a vocabulary counts no frequencies");
  }

  template <class Source>
  nb::tuple rows_of(const Source& source, int n_threads) {
    std::optional<thalweg::CountedRows> rows;
    {
      const nb::gil_scoped_release release;
      const auto lock = lock_if_growing();
      rows = counter_.count(source, interruptible_workers(n_threads));
    }
    raise_if(!rows);
    return nb::make_tuple(to_numpy(std::move(rows->offsets)), to_numpy(std::move(rows->words)),
                          to_numpy(std::move(rows->counts)));
  }

  template <class Source>
  nb::tuple ordered(const Source& source, int n_threads) {
    std::optional<thalweg::OrderedWords> words;
    {
      const nb::gil_scoped_release release;
      const auto lock = lock_if_growing();
      words = counter_.in_order(source, interruptible_workers(n_threads));
    }
    raise_if(!words);
    return nb::make_tuple(to_numpy(std::move(words->offsets)), to_numpy(std::move(words->words)));
  }

  thalweg::WordCounter counter_;
  std::mutex mutex_;
};

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
  return {array.data(), array.shape(0)};
}

template <class Count>
nb::tuple select_typed(const Vector<int64_t>& offsets, const Vector<int32_t>& words,
                       const AnyVector& counts, const Vector<int32_t>& mapping, int n_threads) {
  const thalweg::RowsView<Count> rows{span_of(offsets),
                                      span_of(words),
                                      {static_cast<const Count*>(counts.data()), counts.shape(0)}};
  std::optional<thalweg::SelectedRows<Count>> selected;
  {
    const nb::gil_scoped_release release;
    selected = thalweg::select_words(rows, span_of(mapping), interruptible_workers(n_threads));
  }
  raise_if(!selected);
  return nb::make_tuple(to_numpy(std::move(selected->offsets)),
                        to_numpy(std::move(selected->words)),
                        to_numpy(std::move(selected->counts)));
}

nb::tuple select_words(Vector<int64_t> offsets, Vector<int32_t> words, AnyVector counts,
                       Vector<int32_t> mapping, int n_threads) {
  const auto dtype = counts.dtype();
  const auto select = dtype == nb::dtype<int32_t>()    ? select_typed<int32_t>
                      : dtype == nb::dtype<int64_t>()  ? select_typed<int64_t>
                      : dtype == nb::dtype<uint8_t>()  ? select_typed<uint8_t>
                      : dtype == nb::dtype<uint16_t>() ? select_typed<uint16_t>
                      : dtype == nb::dtype<float>()    ? select_typed<float>
                      : dtype == nb::dtype<double>()   ? select_typed<double>
                                                       : nullptr;
  if (!select) throw nb::type_error("counts must be float32/64, int32/64, uint8 or uint16");
  return select(offsets, words, counts, mapping, n_threads);
}

// The bytes of any object with the buffer protocol, held as long as they are read.
class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::string_view bytes() const {
    return {static_cast<const char*>(view_.buf), static_cast<size_t>(view_.len)};
  }

 private:
  Py_buffer view_;
};

nb::object to_numpy(thalweg::Values&& values) {
  return std::visit([](auto& array) { return nb::cast(to_numpy(std::move(array))); }, values);
}

template <class Parse>
auto parsed(nb::handle data, int n_threads, Parse&& parse) {
  const Buffer buffer(data);
  auto result = [&] {
    const nb::gil_scoped_release release;
    return parse(buffer.bytes(), interruptible_workers(n_threads));
  }();
  raise_if(!result);
  return std::move(*result);
}

nb::tuple parse_triples(nb::handle data, int n_threads) {
  thalweg::Triples triples = parsed(data, n_threads, thalweg::parse_triples);
  return nb::make_tuple(to_numpy(std::move(triples.first)), to_numpy(std::move(triples.second)),
                        to_numpy(std::move(triples.values)));
}

nb::tuple parse_sparse_rows(nb::handle data, int n_threads) {
  thalweg::SparseLines lines = parsed(data, n_threads, thalweg::parse_sparse_rows);
  return nb::make_tuple(to_numpy(std::move(lines.heads)), to_numpy(std::move(lines.offsets)),
                        to_numpy(std::move(lines.indices)), to_numpy(std::move(lines.values)));
}

// ValueError(line, message); the line that is quoted may hold any bytes.
void raise_value_error(const thalweg::LineError& error) {
  const std::string_view message = error.what();
  const nb::object text = nb::steal(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
  if (text.is_valid()) PyErr_SetObject(PyExc_ValueError, nb::make_tuple(error.line, text).ptr());
}

}  // namespace

void bind_text(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& exception, void*) {
    try {
      std::rethrow_exception(exception);
    } catch (const thalweg::ArrowTypeError& error) {
      PyErr_SetString(PyExc_TypeError, error.what());
    } catch (const thalweg::LineError& error) {
      raise_value_error(error);
    }
  });

  nb::class_<Counter>(
      m, "WordCounter",
      "Counts the words of texts; words get ids in the order in which they are first seen.")
      .def(nb::init<bool, bool, bool, int64_t, int64_t, std::pair<int64_t, int64_t>,
                    std::vector<std::string>, std::vector<Counter::Pair>,
                    std::optional<std::vector<std::string>>, bool, bool>(),
           nb::kw_only(), "lowercase"_a, "fold_accents"_a, "digits"_a, "min_length"_a,
           "max_length"_a, "ngrams"_a, "stop_words"_a, "phrases"_a, "vocabulary"_a.none(),
           "compose"_a = false, "short_scripts"_a = false)
      .def("count", &Counter::count, "texts"_a, nb::kw_only(), "n_threads"_a,
           "Count the words of each text: (offsets, words, counts), one row per text.")
      .def("count_tokens", &Counter::count_tokens, "documents"_a, nb::kw_only(), "n_threads"_a,
           "The same for documents that are lists of tokens.")
      .def("in_order", &Counter::in_order, "texts"_a, nb::kw_only(), "n_threads"_a,
           "The words of each text in their order; -1: not in the vocabulary. (offsets, words)")
      .def("tokens_in_order", &Counter::tokens_in_order, "documents"_a, nb::kw_only(),
           "n_threads"_a, "The same for documents that are lists of tokens.")
      .def("words", &Counter::words, "ids"_a.noconvert().none() = nb::none(),
           "All words by id, or those with some ids; '' for a word that was pruned.")
      .def_prop_ro("n_words", &Counter::n_words)
      .def_prop_ro("table_bytes", &Counter::table_bytes)
      .def("document_frequencies", &Counter::document_frequencies,
           "Number of texts with each word so far, without a vocabulary.")
      .def("term_frequencies", &Counter::term_frequencies,
           "Number of tokens of each word so far, without a vocabulary.")
      .def("prune", &Counter::prune, "min_df"_a,
           "Remove words in fewer documents; returns their ids. Seen again, they get new ones.");

  m.def("select_words", select_words, nb::kw_only(), "offsets"_a.noconvert(), "words"_a.noconvert(),
        "counts"_a.noconvert(), "mapping"_a.noconvert(), "n_threads"_a,
        "Rename the words of rows to mapping[old id]; -1 drops a word, equal ids add up.");
  m.def("parse_triples", parse_triples, "data"_a, nb::kw_only(), "n_threads"_a,
        "Parse lines of three numbers: (first, second, values). ValueError(line, message).");
  m.def(
      "parse_sparse_rows", parse_sparse_rows, "data"_a, nb::kw_only(), "n_threads"_a,
      "Parse lines 'head i:v ...': (heads, offsets, indices, values). ValueError(line, message).");
}
