// The document schedule: rho^Theta_t = s / (tau + t)^kappa for the t-th token of a visit, where s,
// tau and kappa may depend on the length of the document.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
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
    kept_.clear();
    n_tabled_ = 0;
  }

  // Fills the tables for visits up to token t; replaced() then costs one load for common counts,
  // a few multiplications for others.
  void prepare(double t) {
    const auto n = static_cast<int64_t>(std::min<double>(t + 1, longest_kept));
    for (auto i = static_cast<int64_t>(kept_.size()); i < n; ++i)
      kept_.push_back(1 - at(static_cast<double>(i)));
    if (!table_)  // pages that are never needed are never touched
      table_ = std::unique_ptr<float[]>(new float[n_powers * table_pitch]);
    for (const int64_t end = std::min(n, longest_table); n_tabled_ < end; ++n_tabled_) {
      double power = 1;
      for (int64_t m = 1; m <= n_powers; ++m)
        tabled(n_tabled_, m) = static_cast<float>(1 - (power *= kept_[n_tabled_]));
    }
  }

  // u = 1 - (1 - rho_{t+1})^m: what m copies of a word replace of N^Theta after t tokens.
  float replaced(double t, float m) const {
    return static_cast<float>(-std::expm1(m * std::log1p(-at(t))));
  }

  // The same for whole t and m. Compared as unsigned numbers: outside of the tables for any t and
  // m.
  float replaced(int64_t t, int64_t m) const {
    const auto place = static_cast<uint64_t>(t), power_of = static_cast<uint64_t>(m) - 1;
    if (place < static_cast<uint64_t>(n_tabled_) && power_of < n_powers) return tabled(t, m);
    if (place >= kept_.size()) return replaced(static_cast<double>(t), static_cast<float>(m));
    double power = 1, square = kept_[t];
    for (; m != 0; m >>= 1, square *= square)
      if (m & 1) power *= square;
    return static_cast<float>(1 - power);
  }

 private:
  static constexpr int64_t longest_kept = 1 << 20;
  static constexpr int64_t longest_table = 1 << 14;
  static constexpr int64_t n_powers = 32;
  // Some cache lines more than a power of two, or all powers at t would share one cache set.
  static constexpr int64_t table_pitch = longest_table + 80;

  // u by m, then by t: words that occur once or twice, the most, need little of the cache.
  float& tabled(int64_t t, int64_t m) const { return table_[(m - 1) * table_pitch + t]; }

  double at(double t) const {
    return schedule_.scale / std::pow(schedule_.offset + std::floor(t) + 1, schedule_.decay);
  }

  StepSchedule schedule_{};
  std::vector<double> kept_;  // 1 - rho by t; in double: u is a small difference from 1
  std::unique_ptr<float[]> table_;
  int64_t n_tabled_ = 0;
};

// A schedule for documents of up to `longest` tokens.
struct LengthSchedule {
  double longest;
  StepSchedule steps;
};

// Schedules in increasing order of length; the last holds for all longer documents, too.
using SchedulesByLength = std::vector<LengthSchedule>;

// The step sizes of all lengths, tabled when they are first needed.
class StepSizesByLength {
 public:
  // Those of a document, ready for visits up to token t.
  const StepSizes& prepare(const SchedulesByLength& schedules, double length, double t) {
    size_t i = 0;
    while (i + 1 < schedules.size() && length > schedules[i].longest) ++i;
    if (sizes_.size() < schedules.size()) sizes_.resize(schedules.size());
    sizes_[i].follow(schedules[i].steps);
    sizes_[i].prepare(t);
    return sizes_[i];
  }

 private:
  std::vector<StepSizes> sizes_;
};

}  // namespace thalweg
