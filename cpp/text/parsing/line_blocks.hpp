// Lines in blocks of about the same size, for parsing in parallel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace thalweg {

// Each block ends after a newline, or at the end of the data.
inline std::vector<std::string_view> line_blocks(std::string_view data, size_t bytes_per_block) {
  std::vector<std::string_view> blocks;
  while (!data.empty()) {
    const size_t newline = data.find('\n', std::min(bytes_per_block, data.size()) - 1);
    const size_t size = newline == std::string_view::npos ? data.size() : newline + 1;
    blocks.push_back(data.substr(0, size));
    data.remove_prefix(size);
  }
  return blocks;
}

// Counted in bytes, which compilers vectorise; std::count adds up 64-bit numbers.
inline int64_t n_newlines(std::string_view text) {
  constexpr size_t lanes = 32, most_steps = 255;
  int64_t n = 0;
  while (text.size() >= lanes) {
    const size_t steps = std::min(text.size() / lanes, most_steps);
    uint8_t found[lanes] = {};
    for (size_t step = 0; step < steps; ++step)
      for (size_t lane = 0; lane < lanes; ++lane)
        found[lane] = static_cast<uint8_t>(found[lane] + (text[step * lanes + lane] == '\n'));
    for (const uint8_t lane : found) n += lane;
    text.remove_prefix(steps * lanes);
  }
  return n + std::count(text.begin(), text.end(), '\n');
}

}  // namespace thalweg
