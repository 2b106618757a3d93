// Lines of numbers: the bodies of bag-of-words files.
//
// Fields are separated by blanks or tabs, lines end in \n or \r\n, empty lines are skipped. Values
// are int32 if all of them are, otherwise double.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "parallel/owned_array.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

using Values = std::variant<OwnedArray<int32_t>, OwnedArray<double>>;

// The first malformed line.
struct LineError : std::runtime_error {
  int64_t line;  // from 0, empty lines counted
  LineError(int64_t line_, const std::string& message) : std::runtime_error(message), line(line_) {}
};

// Lines "document word count" (UCI docword, MatrixMarket coordinates).
struct Triples {
  OwnedArray<int32_t> first;
  OwnedArray<int32_t> second;
  Values values;
};

// Lines "head index:value index:value ...", what follows a # is ignored (LDA-C, SVMlight).
struct SparseLines {
  OwnedArray<double> heads;
  OwnedArray<int64_t> offsets;
  OwnedArray<int32_t> indices;
  Values values;
};

// std::nullopt: cancelled.
std::optional<Triples> parse_triples(std::string_view data, const Workers& workers);
std::optional<SparseLines> parse_sparse_rows(std::string_view data, const Workers& workers);

}  // namespace thalweg
