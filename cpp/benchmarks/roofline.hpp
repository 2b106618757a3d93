// The limits that benchmarks/kernel holds the engine against.
#pragma once

#include <cstdint>

namespace thalweg {

// Visits a second of the sweep's arithmetic on one thread, when every row it touches stays in the
// first-level cache and every document has the same length: no gathering, no order, no update.
double cached_visits_per_second(int64_t n_topics, bool counted, double seconds);

// Bytes a second that n_threads reach by reading an array of n_bytes over and over.
double bytes_per_second(int64_t n_bytes, int n_threads, double seconds);

}  // namespace thalweg
