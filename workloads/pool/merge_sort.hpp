// Merge sort with parallel merges: two halves are sorted in parallel and merged in parallel, by splitting the longer one in
// its middle and the other one where that key would lie. Sorts and merges of up to 2048 keys are done in one piece, the
// cut-off of the Barcelona OpenMP Tasks Suite (which sorts four quarters, not two halves).
// S. G. Akl, N. Santoro, "Optimal parallel merging and sorting without memory conflicts", 1987; BOTS's sort after Cilk's.
//
// An item is a key of 64 bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "workloads/splitmix.hpp"

namespace schedlab {

template <class Scheduler>
class merge_sort {
 public:
  static constexpr bool joins = true;
  static constexpr std::size_t cut_off = 2048;

  explicit merge_sort(std::size_t n) : unsorted_(n) {
    for (std::size_t i = 0; i < n; ++i) unsorted_[i] = mix((i + 1) * golden_gamma);
    checksum_ = checksum_of(unsorted_);
    prepare();
  }

  void prepare() {
    keys_ = unsorted_;
    other_.assign(keys_.size(), 0);  // or keys that this round leaves out might be found sorted by the round before
  }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { sort(scheduler, keys_, other_, false); });
    return keys_.size();
  }

  std::string verify() {
    const auto wrong = std::is_sorted_until(keys_.begin(), keys_.end());
    if (wrong != keys_.end()) {
      return "key " + std::to_string(wrong - keys_.begin()) + " of " + std::to_string(keys_.size()) +
             " is less than the one before it; right would be ascending order";
    }
    if (checksum_of(keys_) != checksum_) return "the keys are sorted, but they are not the ones that were to be sorted";
    return {};
  }

 private:
  using range = std::span<std::uint64_t>;

  // Sorts `keys`; the result goes into `other` if `into_other`. Both ranges are written.
  static void sort(Scheduler& scheduler, range keys, range other, bool into_other) {
    if (keys.size() <= cut_off) {
      std::sort(keys.begin(), keys.end());
      if (into_other) std::copy(keys.begin(), keys.end(), other.begin());
      return;
    }
    const std::size_t half = keys.size() / 2;
    scheduler.fork_join([&] { sort(scheduler, keys.first(half), other.first(half), !into_other); },
                        [&] { sort(scheduler, keys.subspan(half), other.subspan(half), !into_other); });
    const range from = into_other ? keys : other;
    merge(scheduler, from.first(half), from.subspan(half), into_other ? other : keys);
  }

  static void merge(Scheduler& scheduler, range longer, range shorter, range into) {
    if (into.size() <= cut_off) {
      std::merge(longer.begin(), longer.end(), shorter.begin(), shorter.end(), into.begin());
      return;
    }
    if (longer.size() < shorter.size()) std::swap(longer, shorter);
    const std::size_t middle = longer.size() / 2;
    const auto place = std::lower_bound(shorter.begin(), shorter.end(), longer[middle]);
    const auto below = static_cast<std::size_t>(place - shorter.begin());
    scheduler.fork_join(
        [&] { merge(scheduler, longer.first(middle), shorter.first(below), into.first(middle + below)); },
        [&] { merge(scheduler, longer.subspan(middle), shorter.subspan(below), into.subspan(middle + below)); });
  }

  // A sum over the keys, which does not depend on their order.
  static std::uint64_t checksum_of(const std::vector<std::uint64_t>& keys) {
    std::uint64_t sum = 0;
    for (const std::uint64_t key : keys) sum += mix(key);
    return sum;
  }

  std::vector<std::uint64_t> unsorted_;
  std::uint64_t checksum_ = 0;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> other_;
};

}  // namespace schedlab
