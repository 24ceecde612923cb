// In how many ways do n queens stand on a board of n by n without threatening each other? A child for every safe place in
// the next row, down to the last: the form without cut-off of the Barcelona OpenMP Tasks Suite, which adds up the
// children's answers after waiting for them. BOTS makes a task per place and finds out inside whether it is safe; here
// the place is looked at before, and a board is three bit masks instead of an array, so that a task is small.
// A. Duran et al., "Barcelona OpenMP Tasks Suite", ICPP 2009.
//
// An item is a task: a queen safely placed.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class nqueens {
 public:
  static constexpr bool joins = true;

  explicit nqueens(unsigned n) : n_(n) {
    if (n == 0 || n >= known.size()) {
      throw std::invalid_argument("nqueens(" + std::to_string(n) +
                                  ") has no answer to compare with; right is n of 1 to " +
                                  std::to_string(known.size() - 1));
    }
    placements_ = placements_below({}, n);
  }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { found_ = solve(scheduler, {}, n_, n_); });
    return placements_;
  }

  std::string verify() {
    const std::string queens = " for " + std::to_string(n_) + " queens";
    const std::string wrong = unless_equal("solutions" + queens, found_.solutions, known[n_]);
    return wrong.empty() ? unless_equal("placements" + queens, found_.placements, placements_) : wrong;
  }

 private:
  // The numbers of solutions: OEIS A000170.
  static constexpr std::array<std::uint64_t, 16> known = {1,  1,   0,   0,    2,     10,    4,      40,
                                                          92, 352, 724, 2680, 14200, 73712, 365596, 2279184};

  // The threatened columns of the next row: straight down, and along the two diagonals.
  struct board {
    std::uint32_t straight = 0;
    std::uint32_t leftward = 0;
    std::uint32_t rightward = 0;

    std::uint32_t safe(unsigned n) const { return ((1U << n) - 1) & ~(straight | leftward | rightward); }
    board with(std::uint32_t place) const {
      return {straight | place, (leftward | place) << 1, (rightward | place) >> 1};
    }
  };

  // What was found below a board. Placements are counted, too, because most tasks find no solution and would not be
  // missed.
  struct counts {
    std::uint32_t solutions = 0;
    std::uint32_t placements = 0;

    void add(const counts& other) {
      solutions += other.solutions;
      placements += other.placements;
    }
  };

  static counts solve(Scheduler& scheduler, board before, unsigned n, unsigned rows) {
    if (rows == 0) return {1, 0};
    std::array<counts, known.size()> found{};
    typename Scheduler::group children(scheduler);
    std::uint32_t safe = before.safe(n);
    for (counts* each = found.data(); safe != 0; safe &= safe - 1, ++each) {
      const board with_one_more = before.with(safe & (~safe + 1));
      // The number is added and not assigned, so that a child that runs twice shows.
      children.spawn([&scheduler, each, with_one_more, n, rows] {
        each->add(solve(scheduler, with_one_more, n, rows - 1));
        each->placements += 1;
      });
    }
    children.sync();
    counts sum;
    for (const counts& each : found) sum.add(each);
    return sum;
  }

  std::uint64_t placements_below(board before, unsigned rows) const {
    if (rows == 0) return 0;
    std::uint64_t count = 0;
    for (std::uint32_t safe = before.safe(n_); safe != 0; safe &= safe - 1) {
      count += 1 + placements_below(before.with(safe & (~safe + 1)), rows - 1);
    }
    return count;
  }

  const unsigned n_;
  std::uint64_t placements_ = 0;
  counts found_;
};

}  // namespace schedlab
