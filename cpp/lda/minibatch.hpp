// A minibatch: how it is cut into blocks, and how what they counted enters N^Phi and N^Z.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lda/documents/block.hpp"
#include "lda/scvb0.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/thread_pool.hpp"

namespace thalweg {

// Cuts documents [0, n) of a minibatch into blocks of about equal numbers of entries; where each
// block ends.
std::vector<int64_t> cut(const Documents&, const int64_t* order, int64_t n);

// N^Phi = (1 - rho) growth N^Phi + rho weight Nhat^Phi, the same for N^Z   (Eq. 7 and 8)
class TopicUpdate {
 public:
  TopicUpdate(const Kernel&, Topics&, const uint8_t* locked);

  void apply(ThreadPool&, const std::vector<std::unique_ptr<Block>>&, int64_t n_blocks,
             double growth, double rho, double weight);

 private:
  void decay(double factor);
  bool locked(int64_t k) const { return locked_ && locked_[k]; }

  const Kernel& kernel_;
  Topics& topics_;
  const uint8_t* const locked_;
  std::vector<double> stripe_totals_;
  AlignedFloats stripe_sums_;
  AlignedFloats per_topic_;
};

}  // namespace thalweg
