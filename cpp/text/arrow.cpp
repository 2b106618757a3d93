#include "text/arrow.hpp"

#include <cstring>

namespace thalweg {
namespace {

template <class T>
ArrowOwned<T> empty() {
  return ArrowOwned<T>(new T{});
}

void check(ArrowArrayStream& stream, int error) {
  if (error == 0) return;
  const char* message = stream.get_last_error ? stream.get_last_error(&stream) : nullptr;
  throw std::runtime_error("the Arrow stream failed: " +
                           std::string(message ? message : std::strerror(error)));
}

bool valid(const uint8_t* bitmap, int64_t i) { return !bitmap || (bitmap[i / 8] >> i % 8 & 1); }

// Offsets into one buffer of bytes.
template <class Offset>
std::string_view string_at(const ArrowArray& array, int64_t i) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
  return {static_cast<const char*>(array.buffers[2]) + offsets[i],
          static_cast<size_t>(offsets[i + 1] - offsets[i])};
}

// 16 bytes per string: its size, then the string itself if it has up to 12 bytes, or else its first
// four bytes, the number of a buffer and the place in it.
std::string_view string_in_view(const ArrowArray& array, int64_t i) {
  const char* view = static_cast<const char*>(array.buffers[1]) + 16 * i;
  int32_t size, buffer, offset;
  std::memcpy(&size, view, 4);
  if (size <= 12) return {view + 4, static_cast<size_t>(size)};
  std::memcpy(&buffer, view + 8, 4);
  std::memcpy(&offset, view + 12, 4);
  return {static_cast<const char*>(array.buffers[2 + buffer]) + offset, static_cast<size_t>(size)};
}

using StringAt = std::string_view (*)(const ArrowArray&, int64_t);

StringAt reader_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (!schema.dictionary) {
    if (format == "u") return string_at<int32_t>;
    if (format == "U") return string_at<int64_t>;
    if (format == "vu") return string_in_view;
  }
  throw ArrowTypeError("expected strings (Arrow format 'u', 'U' or 'vu'), got Arrow format '" +
                       std::string(format) + "'" +
                       (schema.dictionary ? " as the codes of a dictionary" : ""));
}

void append(const ArrowArray& array, int64_t first, int64_t length, const uint8_t* outer_bitmap,
            int64_t outer_first, StringAt string_at, std::vector<std::string_view>& texts) {
  const auto* bitmap = static_cast<const uint8_t*>(array.buffers[0]);
  for (int64_t i = 0; i < length; ++i) {
    const bool present = valid(bitmap, first + i) && valid(outer_bitmap, outer_first + i);
    texts.push_back(present ? string_at(array, first + i) : std::string_view());
  }
}

}  // namespace

ArrowTexts read_arrow_texts(ArrowArrayStream& stream) {
  const auto schema = empty<ArrowSchema>();
  check(stream, stream.get_schema(&stream, schema.get()));
  const bool in_struct = std::string_view(schema->format) == "+s";
  if (in_struct && schema->n_children != 1)
    throw ArrowTypeError("expected one column of strings, got Arrow format '+s' with " +
                         std::to_string(schema->n_children) + " columns");
  const StringAt string_at = reader_of(in_struct ? *schema->children[0] : *schema);

  ArrowTexts result;
  for (;;) {
    auto chunk = empty<ArrowArray>();
    check(stream, stream.get_next(&stream, chunk.get()));
    if (!chunk->release) return result;  // the end of the stream
    const ArrowArray& array = *chunk;
    result.chunks.push_back(std::move(chunk));
    result.texts.reserve(result.texts.size() + static_cast<size_t>(array.length));
    if (in_struct) {
      const ArrowArray& child = *array.children[0];
      append(child, child.offset + array.offset, array.length,
             static_cast<const uint8_t*>(array.buffers[0]), array.offset, string_at, result.texts);
    } else {
      append(array, array.offset, array.length, nullptr, 0, string_at, result.texts);
    }
  }
}

}  // namespace thalweg
