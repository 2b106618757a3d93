// Threads, memory and instruction sets.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "kernel/instruction_sets.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/growing_array.hpp"
#include "parallel/thread_pool.hpp"

using thalweg::AlignedFloats;
using thalweg::ExtraCores;
using thalweg::ThreadPool;

namespace {

// Tasks write to plain ints: the thread sanitizer sees a task that runs twice, and a caller that
// reads before all is done.
void every_task_runs_once() {
  for (const int n_threads : {1, 2, 3, 8}) {
    ThreadPool pool(n_threads);
    CHECK(pool.n_threads() == n_threads);
    for (const int64_t n_tasks : {0, 1, 2, 5, 1000}) {
      std::vector<int> n_runs(n_tasks), n_by_thread(n_threads);
      pool.run(n_tasks, [&](int64_t task, int thread) {
        ++n_runs[task];
        ++n_by_thread[thread];
      });
      int64_t sum = 0;
      for (const int n : n_by_thread) sum += n;
      CHECK(sum == n_tasks);
      for (const int n : n_runs) CHECK(n == 1);
    }
  }
}

void fewer_than_one_thread_is_one() {
  ThreadPool pool(0);
  CHECK(pool.n_threads() == 1);
  int n_runs = 0;
  pool.run(3, [&](int64_t, int thread) { n_runs += thread == 0; });
  CHECK(n_runs == 3);
}

void a_round_sees_what_the_round_before_wrote() {
  for (const int n_threads : {2, 4}) {
    ThreadPool pool(n_threads);
    constexpr int64_t n = 8, n_rounds = 3000;
    std::vector<int64_t> values(n, 0), next(n, 0);
    for (int64_t round = 0; round < n_rounds; ++round) {
      pool.run(n, [&](int64_t task, int) { next[task] = values[(task + 1) % n] + 1; });
      std::swap(values, next);
    }
    for (const int64_t value : values) CHECK(value == n_rounds);
  }
}

void sleeping_helpers_wake_up() {
  ThreadPool pool(3);
  std::atomic<int> n_runs{0};
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    pool.run(6, [&](int64_t, int) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ++n_runs;
    });
  }
  CHECK(n_runs == 18);
}

void a_caller_with_nothing_left_to_do_idles() {
  const std::thread::id caller = std::this_thread::get_id();
  int n_idle = 0;
  bool on_this_thread = true;
  // The helper may come late and find no task: again, then.
  for (int round = 0; round < 50 && n_idle == 0; ++round) {
    ExtraCores extra;
    ThreadPool pool(2, extra);
    pool.run(
        2,
        [](int64_t, int thread) {
          std::this_thread::sleep_for(std::chrono::milliseconds(thread == 0 ? 5 : 40));
        },
        [&] {
          ++n_idle;
          on_this_thread = on_this_thread && std::this_thread::get_id() == caller;
        });
  }
  CHECK(n_idle > 0);
  CHECK(on_this_thread);
}

// A phase of so many milliseconds in which threads got so many cores.
void measure(ExtraCores& extra, ExtraCores::Clock::time_point& now, int milliseconds,
             double cores) {
  const std::chrono::milliseconds elapsed(milliseconds);
  const auto start = now;
  now += elapsed;
  extra.measured(std::chrono::duration_cast<ExtraCores::Duration>(cores * elapsed), start, now);
}

void helpers_pause_while_they_get_no_core_of_their_own() {
  ExtraCores extra;
  ExtraCores::Clock::time_point now{};
  CHECK(extra.available(now));
  measure(extra, now, 20, 1.9);
  CHECK(extra.available(now));
  measure(extra, now, 5, 0.2);  // too short to judge
  CHECK(extra.available(now));
  measure(extra, now, 5, 0.2);  // 10 ms, of which 8 are lost: 128 ms alone
  CHECK(!extra.available(now));
  CHECK(!extra.available(now + std::chrono::milliseconds(127)));
  CHECK(extra.available(now + std::chrono::milliseconds(128)));

  now += std::chrono::milliseconds(128);
  measure(extra, now, 20, 1.0);  // nothing gained, nothing lost: a short pause
  CHECK(!extra.available(now));
  CHECK(extra.available(now + ExtraCores::shortest_pause));

  // The longest pause doubles while attempts fail, here from the third one on; a success resets it.
  const auto longest_pause_is = [&](ExtraCores::Duration longest) {
    measure(extra, now, 500, 0.5);
    CHECK(!extra.available(now + longest - std::chrono::milliseconds(1)));
    CHECK(extra.available(now + longest));
    now += longest;
  };
  now += ExtraCores::shortest_pause;
  for (const int times : {4, 8, 8}) longest_pause_is(times * ExtraCores::longest_first_pause);
  measure(extra, now, 20, 1.9);
  for (const int times : {1, 2}) longest_pause_is(times * ExtraCores::longest_first_pause);

  extra.assume();
  measure(extra, now, 500, 0.5);
  CHECK(extra.available(now));
}

// A helper that never gets a core is no reason to wait: the phase ends with its tasks.
void a_caller_works_alone_during_a_pause() {
  ExtraCores extra;
  const auto now = ExtraCores::Clock::now();
  extra.measured(ExtraCores::Duration(0), now - std::chrono::seconds(60), now);
  ThreadPool pool(4, extra);
  std::vector<int> n_by_thread(4);
  pool.run(100, [&](int64_t, int thread) { ++n_by_thread[thread]; });
  CHECK(n_by_thread[0] == 100);
}

void tasks_are_shared_as_soon_as_the_pause_is_over() {
  ExtraCores extra;
  const auto now = ExtraCores::Clock::now();
  extra.measured(ExtraCores::Duration(0), now - std::chrono::milliseconds(10), now);
  CHECK(!extra.available(now));
  ThreadPool pool(2, extra);
  std::vector<int> n_runs(200);
  std::atomic<int> n_by_helper{0};
  pool.run(200, [&](int64_t task, int thread) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++n_runs[task];
    n_by_helper += thread;
  });
  for (const int n : n_runs) CHECK(n == 1);
  CHECK(n_by_helper > 0);
}

void pools_come_and_go() {
  std::atomic<int> n_runs{0};
  for (int repeat = 0; repeat < 200; ++repeat) {
    ThreadPool pool(4);
    if (repeat % 2 == 0) pool.run(3, [&](int64_t, int) { ++n_runs; });
  }
  CHECK(n_runs == 300);
}

void an_exception_reaches_the_caller_and_the_pool_goes_on() {
  for (const int n_threads : {1, 4}) {
    ThreadPool pool(n_threads);
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> n_runs{0};
      std::string message;
      try {
        pool.run(50, [&](int64_t task, int) {
          ++n_runs;
          if (task % 10 == 3) throw std::runtime_error("task failed");
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      CHECK(message == "task failed");
      CHECK(n_runs == 50);
      pool.run(50, [&](int64_t, int) { ++n_runs; });
      CHECK(n_runs == 100);
    }
  }
}

void floats_lie_on_cache_lines_and_large_arrays_on_huge_pages() {
  AlignedFloats floats;
  const auto lies_on = [&](uintptr_t boundary) {
    return reinterpret_cast<uintptr_t>(floats.get()) % boundary == 0;
  };
  CHECK(floats.reserve(0) == floats.get());
  for (const int64_t n : {1, 7, 1000, 100000}) {
    float* const first = floats.reserve(n);
    CHECK(first == floats.get());
    CHECK(lies_on(64));
    first[0] = first[n - 1] = 1;
    CHECK(floats.reserve(n) == first);
    CHECK(floats.reserve(1) == first);
  }
  constexpr int64_t large = int64_t{1} << 21;
  float* const first = floats.reserve(large);
  CHECK(lies_on(uintptr_t{2} << 20));
  first[0] = first[large - 1] = 1;
}

// The sanitizers end the program where memory runs out.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
template <class Grow>
bool runs_out_of_memory(Grow&& grow) {
  try {
    grow(int64_t{1} << 60);
  } catch (const std::bad_alloc&) {
    return true;
  }
  return false;
}

void arrays_that_could_not_grow_can_be_used_again() {
  AlignedFloats floats;
  floats.reserve(10);
  CHECK(runs_out_of_memory([&](int64_t n) { floats.reserve(n); }));
  CHECK(floats.reserve(10) != nullptr);

  thalweg::GrowingArray<float> array;
  CHECK(runs_out_of_memory([&](int64_t n) { array.extend(n); }));
  CHECK(array.size() == 0);
  CHECK(array.extend(10) != nullptr);
}
#endif

// On Windows, an empty value removes it.
void set_isa(const char* value) {
#if defined(_WIN32)
  _putenv_s("THALWEG_ISA", value);
#else
  setenv("THALWEG_ISA", value, 1);
#endif
}

void unset_isa() {
#if defined(_WIN32)
  set_isa("");
#else
  unsetenv("THALWEG_ISA");
#endif
}

class WithIsa {
 public:
  explicit WithIsa(const char* value) { set_isa(value); }
  ~WithIsa() { unset_isa(); }
};

void the_best_instruction_set_is_chosen_unless_another_is_named() {
  const std::vector<const thalweg::InstructionSet*> runnable = thalweg::runnable_instruction_sets();
  CHECK(runnable.back() == &thalweg::baseline_instruction_set);
  unset_isa();
  CHECK(&thalweg::chosen_instruction_set() == runnable.front());
  {
    const WithIsa empty("");
    CHECK(&thalweg::chosen_instruction_set() == runnable.front());
  }
  for (const thalweg::InstructionSet* instructions : runnable) {
    const WithIsa named(instructions->name);
    CHECK(&thalweg::chosen_instruction_set() == instructions);
  }
}

void an_unknown_instruction_set_is_refused_with_the_choices() {
  const WithIsa unknown("sse9");
  std::string message;
  try {
    thalweg::chosen_instruction_set();
  } catch (const std::invalid_argument& error) {
    message = error.what();
  }
  CHECK(message.find("'sse9'") != std::string::npos);
  for (const thalweg::InstructionSet* instructions : thalweg::runnable_instruction_sets())
    CHECK(message.find(instructions->name) != std::string::npos);
}

}  // namespace

void machine_tests() {
#define RUN(behaviour) check::test(#behaviour, behaviour)
  RUN(every_task_runs_once);
  RUN(fewer_than_one_thread_is_one);
  RUN(a_round_sees_what_the_round_before_wrote);
  RUN(sleeping_helpers_wake_up);
  RUN(a_caller_with_nothing_left_to_do_idles);
  RUN(helpers_pause_while_they_get_no_core_of_their_own);
  RUN(a_caller_works_alone_during_a_pause);
  RUN(tasks_are_shared_as_soon_as_the_pause_is_over);
  RUN(pools_come_and_go);
  RUN(an_exception_reaches_the_caller_and_the_pool_goes_on);
  RUN(floats_lie_on_cache_lines_and_large_arrays_on_huge_pages);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  RUN(arrays_that_could_not_grow_can_be_used_again);
#endif
  RUN(the_best_instruction_set_is_chosen_unless_another_is_named);
  RUN(an_unknown_instruction_set_is_refused_with_the_choices);
#undef RUN
}
