// A log-linear histogram of times in nanoseconds: 32 steps per power of two, so that every value is kept to within
// 1.6%, at a fixed cost of one increment. One per thread, merged at the end. After G. Tene's HdrHistogram, whose
// percentile text format it writes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <ostream>

namespace schedlab {

class histogram {
 public:
  void record(std::uint64_t value_ns) {
    ++counts_[index_of(value_ns)];
    ++total_;
    sum_ += static_cast<double>(value_ns);
    if (value_ns > max_) max_ = value_ns;
  }

  void merge(const histogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    total_ += other.total_;
    sum_ += other.sum_;
    if (other.max_ > max_) max_ = other.max_;
  }

  std::uint64_t count() const { return total_; }
  std::uint64_t max() const { return max_; }
  double mean() const { return total_ == 0 ? 0 : sum_ / static_cast<double>(total_); }

  // The value that `share` (0 to 1) of all recorded ones do not exceed; 0 if nothing was recorded.
  std::uint64_t at_share(double share) const;

  // HdrHistogram's percentile distribution: value, percentile, total count, 1/(1-percentile).
  void write_percentiles(std::ostream& out) const;

  // Calls visit(value, count) for every step that was hit, in rising order; `value` stands for the step.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] != 0) visit(value_of(i), counts_[i]);
    }
  }
  // Adds what each() has reported, for histograms that went through a file.
  void add(std::uint64_t value, std::uint64_t count) {
    counts_[index_of(value)] += count;
    total_ += count;
    sum_ += static_cast<double>(value) * static_cast<double>(count);
    if (value > max_) max_ = value;
  }

 private:
  static constexpr unsigned step_bits = 5;
  static constexpr std::uint64_t steps = 1u << step_bits;

  // The steps of values below 32 hold one value each; for greater ones the five bits behind the leading one decide.
  static std::size_t index_of(std::uint64_t value) {
    if (value < steps) return value;
    const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - 1 - step_bits;
    return (shift + 1) * steps + ((value >> shift) - steps);
  }
  // The value in the middle of the step.
  static std::uint64_t value_of(std::size_t index) {
    if (index < steps) return index;
    const std::size_t shift = index / steps - 1;
    const std::uint64_t low = (steps + index % steps) << shift;
    return low + ((std::uint64_t{1} << shift) >> 1);
  }

  std::array<std::uint64_t, (64 - step_bits + 1) * steps> counts_{};
  std::uint64_t total_ = 0;
  std::uint64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace schedlab
