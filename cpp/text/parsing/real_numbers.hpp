// Decimal numbers to doubles, rounded to nearest, whatever the locale.
#pragma once

#include <charconv>
#include <system_error>

#if !defined(__cpp_lib_to_chars)
#include <locale.h>
#include <stdlib.h>

#include <cmath>
#include <string>
#if defined(__APPLE__)
#include <xlocale.h>
#endif
#endif

namespace thalweg {

#if defined(__cpp_lib_to_chars)

inline std::from_chars_result parse_real(const char* first, const char* last, double& value) {
  return std::from_chars(first, last, value);
}

#else

// libc++ has std::from_chars for integers only, up to LLVM 19. The same for doubles: the longest
// start of the text that is a number, without "inf", "nan" and hexadecimal numbers.
inline std::from_chars_result parse_real(const char* first, const char* last, double& value) {
  const auto digits_from = [last](const char* at) {
    while (at != last && *at >= '0' && *at <= '9') ++at;
    return at;
  };
  const char* begin = first != last && *first == '-' ? first + 1 : first;
  const char* end = digits_from(begin);
  auto n_digits = end - begin;
  if (end != last && *end == '.') {
    const char* fraction = digits_from(end + 1);
    n_digits += fraction - (end + 1);
    end = fraction;
  }
  if (n_digits == 0) return {first, std::errc::invalid_argument};
  if (end != last && (*end == 'e' || *end == 'E')) {
    const char* exponent = end + 1;
    if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
    if (const char* stop = digits_from(exponent); stop != exponent) end = stop;
  }
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string text(first, end);
  const double parsed = strtod_l(text.c_str(), nullptr, plain);
  const bool has_value =
      text.substr(0, text.find_first_of("eE")).find_first_of("123456789") != std::string::npos;
  if (std::isinf(parsed) || (parsed == 0 && has_value))
    return {end, std::errc::result_out_of_range};
  value = parsed;
  return {end, std::errc()};
}

#endif

}  // namespace thalweg
