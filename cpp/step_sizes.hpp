// The document schedule: rho^Theta_t = s / (tau + t)^kappa for the t-th token of a visit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace thalweg {

struct StepSchedule {
  double scale;   // s
  double offset;  // tau
  double decay;   // kappa
  bool operator==(const StepSchedule&) const = default;
};

class StepSizes {
 public:
  void follow(const StepSchedule& schedule) {
    if (schedule == schedule_) return;
    schedule_ = schedule;
    table_.clear();
    kept_.clear();
    n_tabled_ = 0;
  }

  // Fills the table for visits up to token t; replaced() then costs one load for common counts.
  void prepare(double t) {
    const auto n = static_cast<int64_t>(std::min<double>(t + 1, longest_table));
    for (int64_t i = static_cast<int64_t>(table_.size()) / n_powers; i < n; ++i) {
      const double kept = 1 - at(static_cast<double>(i));
      kept_.push_back(kept);
      double power = 1;
      for (int m = 0; m < n_powers; ++m) table_.push_back(static_cast<float>(1 - (power *= kept)));
    }
    n_tabled_ = static_cast<int64_t>(table_.size()) / n_powers;
  }

  // u = 1 - (1 - rho_{t+1})^m: what m copies of a word replace of N^Theta after t tokens.
  float replaced(double t, float m) const {
    return static_cast<float>(-std::expm1(m * std::log1p(-at(t))));
  }

  // The same for whole t and m.
  float replaced(int64_t t, int64_t m) const {
    if (t >= n_tabled_) return replaced(static_cast<double>(t), static_cast<float>(m));
    if (m <= n_powers) return table_[t * n_powers + m - 1];
    double power = 1, square = kept_[t];
    for (; m != 0; m >>= 1, square *= square)
      if (m & 1) power *= square;
    return static_cast<float>(1 - power);
  }

 private:
  static constexpr int64_t longest_table = 8192;
  static constexpr int n_powers = 16;

  double at(double t) const {
    return schedule_.scale / std::pow(schedule_.offset + std::floor(t) + 1, schedule_.decay);
  }

  StepSchedule schedule_{};
  std::vector<float> table_;  // u by t, then by m - 1
  std::vector<double> kept_;  // 1 - rho by t; in double: u is a small difference from 1
  int64_t n_tabled_ = 0;
};

}  // namespace thalweg
