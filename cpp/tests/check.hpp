// A runner for tests that needs no framework. CHECK belongs on the main thread.
#pragma once

#include <cstdio>
#include <exception>
#include <string>

namespace check {

struct Tally {
  int n_passed = 0;
  int n_failed = 0;
  std::string test;  // the one that runs
  int n_unmet = 0;   // of its conditions
};

inline Tally tally;
constexpr int most_reported = 5;  // unmet conditions of one test

inline void expect(bool met, const char* condition, const char* file, int line,
                   const std::string& detail = {}) {
  if (met || ++tally.n_unmet > most_reported) return;
  std::printf("%s:%d: %s: not met: %s %s\n", file, line, tally.test.c_str(), condition,
              detail.c_str());
  std::fflush(stdout);  // a crash may follow
}

template <class Body>
void test(const std::string& name, Body&& body) {
  tally.test = name;
  tally.n_unmet = 0;
  try {
    body();
  } catch (const std::exception& exception) {
    expect(false, "no exception", __FILE__, __LINE__, exception.what());
  }
  ++(tally.n_unmet == 0 ? tally.n_passed : tally.n_failed);
}

// The exit code of the program.
inline int summary() {
  std::printf("%d passed, %d failed\n", tally.n_passed, tally.n_failed);
  return tally.n_failed == 0 ? 0 : 1;
}

}  // namespace check

#define CHECK(condition) check::expect(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define CHECK_OR_SAY(condition, detail) \
  check::expect(static_cast<bool>(condition), #condition, __FILE__, __LINE__, detail)
