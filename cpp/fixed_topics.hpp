// Documents under fixed topics: a block of them beside a table of P for their words.
#pragma once

#include <cstdint>
#include <vector>

#include "aligned_floats.hpp"
#include "row_reader.hpp"

namespace thalweg {

class FixedBlock {
 public:
  explicit FixedBlock(int64_t stride) : stride_(stride) {}

  void begin() {
    reader_.clear();
    entries_.clear();
    starts_.clear();
    lengths_.clear();
  }

  // Reads a document in its stored order.
  void add(const Documents& documents, int64_t document, WordRows& rows) {
    starts_.push_back(entries_.size());
    lengths_.push_back(reader_.read(documents, document, rows, entries_).length);
  }

  void end(WordRows& rows) {
    reader_.release(rows);
    starts_.push_back(entries_.size());
    table_.reserve(std::max<int64_t>(reader_.n_rows(), 1) * stride_);
    theta_.reserve(2 * stride_);
  }

  const uint32_t* words() const { return reader_.words(); }
  int64_t n_words() const { return reader_.n_rows(); }
  float* table() const { return table_.get(); }

  // All documents share one theta: they are done one after the other.
  FixedDocument document(int64_t index) const {
    return {entries_.data() + starts_[index], starts_[index + 1] - starts_[index],
            static_cast<float>(lengths_[index]), theta_.get(), theta_.get() + stride_};
  }

 private:
  const int64_t stride_;
  RowReader reader_;
  Stack<Entry> entries_;
  std::vector<int64_t> starts_;
  std::vector<double> lengths_;
  AlignedFloats table_;
  AlignedFloats theta_;
};

}  // namespace thalweg
