// A union of open intervals of time: it knows its gaps, and whether it covers all of a closed interval. 0 stands for
// the beginning of time and the greatest number for its end; no operation happens at these times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace schedlab::verify {

inline constexpr std::uint64_t since_ever = 0;
inline constexpr std::uint64_t for_ever = UINT64_MAX;

class time_cover {
 public:
  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin < end) intervals_.emplace_back(begin, end);
  }

  // To be called after adding and before asking; intervals may be added again later. Two intervals that only touch
  // leave their common moment uncovered.
  void unite() {
    std::sort(intervals_.begin(), intervals_.end());
    std::size_t last = 0;
    for (std::size_t i = 1; i < intervals_.size(); ++i) {
      if (intervals_[i].first < intervals_[last].second) {
        intervals_[last].second = std::max(intervals_[last].second, intervals_[i].second);
      } else {
        intervals_[++last] = intervals_[i];
      }
    }
    if (!intervals_.empty()) intervals_.resize(last + 1);
  }

  bool covers(std::uint64_t begin, std::uint64_t end) const { return first_gap_from(begin) > end; }

  // The first moment from here on that is not covered; for_ever if all is.
  std::uint64_t first_gap_from(std::uint64_t moment) const {
    const auto behind = std::partition_point(intervals_.begin(), intervals_.end(),
                                             [moment](const auto& interval) { return interval.first < moment; });
    return behind == intervals_.begin() ? moment : std::max(moment, std::prev(behind)->second);
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> intervals_;
};

}  // namespace schedlab::verify
