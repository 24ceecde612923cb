// Sums of the first counters of a row, in logarithmic time, while the counters change.
// P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994.
#pragma once

#include <cstdint>
#include <vector>

namespace schedlab {

class fenwick_tree {
 public:
  explicit fenwick_tree(std::size_t size) : sums_(size + 1) {}

  void add(std::size_t index, std::int64_t amount) {
    for (std::size_t node = index + 1; node < sums_.size(); node += lowest_bit(node)) sums_[node] += amount;
  }

  // The sum of the counters 0 to `count` - 1.
  std::int64_t sum_of_first(std::size_t count) const {
    std::int64_t sum = 0;
    for (std::size_t node = count; node > 0; node -= lowest_bit(node)) sum += sums_[node];
    return sum;
  }

 private:
  // Node n holds the sum of the lowest_bit(n) counters up to and with n - 1.
  static std::size_t lowest_bit(std::size_t node) { return node & (~node + 1); }

  std::vector<std::int64_t> sums_;
};

}  // namespace schedlab
