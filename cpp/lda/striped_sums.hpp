// Adding up what blocks have counted, in parallel and always in the same order.
//
// Words are divided into stripes (block.hpp). A thread takes a stripe and adds the blocks one after
// the other: which thread it is does not matter, and no two of them write to the same row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "lda/documents/block.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {

class StripedSums {
 public:
  explicit StripedSums(int64_t stride) : stride_(stride), totals_(n_stripes * stride) {
    std::fill_n(scratch_.reserve(n_stripes * stride), n_stripes * stride, 0.0f);
  }

  // Calls add(number of a block, stripe of its words, one row of zeros as scratch, totals of the
  // stripe, thread) for the first n_blocks in order, stripe by stripe. Totals start at zero.
  template <class Add>
  void run(ThreadPool& pool, const std::vector<std::unique_ptr<Block>>& blocks, int64_t n_blocks,
           Add&& add) {
    run(pool, n_blocks, [&](int64_t b, int stripe, float* scratch, double* totals, int thread) {
      add(b, blocks[b]->stripe(stripe), scratch, totals, thread);
    });
  }

  // The same for blocks of any kind: add gets the number of the stripe.
  // Where documents were too few for two blocks, their sum is not worth waking a thread.
  template <class Add>
  void run(ThreadPool& pool, int64_t n_blocks, Add&& add) {
    std::fill(totals_.begin(), totals_.end(), 0.0);
    const auto add_stripe = [&](int64_t stripe, int thread) {
      for (int64_t b = 0; b < n_blocks; ++b)
        add(b, static_cast<int>(stripe), scratch_.get() + stripe * stride_,
            totals_.data() + stripe * stride_, thread);
    };
    if (n_blocks > 1) {
      pool.run(n_stripes, add_stripe);
    } else {
      for (int64_t stripe = 0; stripe < n_stripes; ++stripe) add_stripe(stripe, 0);
    }
  }

  double total(int stripe, int64_t k) const { return totals_[stripe * stride_ + k]; }

 private:
  const int64_t stride_;
  std::vector<double> totals_;  // n_stripes x stride
  AlignedFloats scratch_;       // n_stripes x stride
};

}  // namespace thalweg
