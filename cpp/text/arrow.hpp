// Strings out of an Arrow C stream, without copying them.
//
// The structs follow the specification of the Arrow C data and stream interfaces
// (arrow.apache.org/docs/format): they describe a memory layout, not a library.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

namespace thalweg {

// A stream that does not hold strings.
struct ArrowTypeError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Calls the release callback, which marks the struct as released.
template <class T>
struct ArrowRelease {
  void operator()(T* value) const {
    if (value->release) value->release(value);
    delete value;
  }
};
template <class T>
using ArrowOwned = std::unique_ptr<T, ArrowRelease<T>>;

// All texts of a stream; views into its chunks, which live as long as this.
struct ArrowTexts {
  std::vector<std::string_view> texts;  // a null is an empty text
  std::vector<ArrowOwned<ArrowArray>> chunks;
};

// Reads all of a stream of utf8, large_utf8 or utf8_view strings, or of structs with one
// such field. The stream stays the caller's.
ArrowTexts read_arrow_texts(ArrowArrayStream& stream);

}  // namespace thalweg
