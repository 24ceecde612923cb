// A square grid of blocks, each of which needs its left and its upper neighbour: at first one block can be done, then
// two, up to a whole diagonal, and back to one. A task that finishes a block's last missing neighbour submits the
// block. A block computes the number of ways that lead to it going right and down, modulo a prime: the binomial of row
// + column over row.
// The wavefronts of S.-T. Kuhn and L. Lamport ("The parallel execution of DO loops", 1974), as in Taskflow's benchmarks.
//
// An item is a block, which is a task.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "workloads/pool/must_submit.hpp"

namespace schedlab {

template <class Scheduler>
class wavefront {
 public:
  static constexpr bool joins = false;

  explicit wavefront(std::uint32_t side) : side_(side), blocks_(std::size_t{side} * side) {
    if (side == 0 || side > 8192) {
      throw std::invalid_argument("wavefront of " + std::to_string(side) + " blocks a side; right is 1 to 8192");
    }
    prepare();
  }

  void prepare() {
    for (std::uint32_t row = 0; row < side_; ++row) {
      for (std::uint32_t column = 0; column < side_; ++column) {
        block& here = at(row, column);
        here.ways = row + column == 0 ? 1 : 0;
        // relaxed: the submission of the first block comes after.
        here.missing.store((row > 0 ? 1U : 0U) + (column > 0 ? 1U : 0U), std::memory_order_relaxed);
      }
    }
  }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { submit(scheduler, 0, 0); });
    scheduler.drain();
    return blocks_.size();
  }

  std::string verify() {
    std::vector<std::uint64_t> right(side_, 0);  // a row of Pascal's triangle, slanted
    right[0] = 1;
    for (std::uint32_t row = 0; row < side_; ++row) {
      for (std::uint32_t column = 0; column < side_; ++column) {
        if (column > 0) right[column] = (right[column] + right[column - 1]) % prime;
        const std::uint64_t found = at(row, column).ways;
        if (found == right[column]) continue;
        return "block in row " + std::to_string(row) + ", column " + std::to_string(column) + ": found " +
               std::to_string(found) + ", right would be " + std::to_string(right[column]);
      }
    }
    return {};
  }

 private:
  static constexpr std::uint64_t prime = 1'000'000'007;

  struct block {
    std::uint64_t ways = 0;
    std::atomic<std::uint32_t> missing{0};  // neighbours
  };

  block& at(std::uint32_t row, std::uint32_t column) { return blocks_[std::size_t{row} * side_ + column]; }

  void submit(Scheduler& scheduler, std::uint32_t row, std::uint32_t column) {
    must_submit(scheduler, [this, &scheduler, row, column] { compute(scheduler, row, column); });
  }

  void compute(Scheduler& scheduler, std::uint32_t row, std::uint32_t column) {
    std::uint64_t ways = at(row, column).ways;
    if (row > 0) ways += at(row - 1, column).ways;
    if (column > 0) ways += at(row, column - 1).ways;
    at(row, column).ways = ways % prime;
    if (row + 1 < side_) finish_one_of(scheduler, row + 1, column);
    if (column + 1 < side_) finish_one_of(scheduler, row, column + 1);
  }

  void finish_one_of(Scheduler& scheduler, std::uint32_t row, std::uint32_t column) {
    // acq_rel: pairs with itself in the other neighbour: the second one sees what both have computed.
    const std::uint32_t before = at(row, column).missing.fetch_sub(1, std::memory_order_acq_rel);
    if (before == 1) submit(scheduler, row, column);
  }

  const std::uint32_t side_;
  std::vector<block> blocks_;
};

}  // namespace schedlab
