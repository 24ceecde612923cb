// The operations of one execution: what each was, its answer, and which were over before it began. At the end, this
// history is judged for linearizability.
//
// An operation counts as begun as late as possible: at its first access. What was over by then was over before the
// operation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/history/linearizability.hpp"
#include "harness/verify/memory/view.hpp"

namespace schedlab::verify {

class operation_log {
 public:
  static constexpr unsigned most_operating_threads = 4;
  static constexpr unsigned most_per_thread = 8;
  static constexpr unsigned most_outside = 32;

  void reset();

  // Whether this thread may begin another operation.
  bool has_room(unsigned thread) const;
  void begin(unsigned thread, verb asked, std::uint64_t item);
  bool awaits_first_access(unsigned thread) const { return by_thread_[thread].awaits_first_access; }

  // Called at an operation's first access. Where stores take effect late, time means nothing, and only operations that
  // this thread can know of count as over before; `known`, its clock, says which those are. Without a clock all
  // operations count that are over. Returns the operation with its predecessors.
  const placed_operation& place(unsigned thread, const clock* known);

  // Counts the end of the operation in the clock, if there is one.
  const operation& end(unsigned thread, answer said, std::uint64_t item, clock* known);

  // A hash of all answers that the thread's operations have had.
  std::uint64_t hash_of_answers(unsigned thread) const { return by_thread_[thread].answers; }

  std::vector<placed_operation> history() const;
  std::uint64_t hash() const;

 private:
  struct of_thread {
    bool awaits_first_access = false;
    std::size_t current = 0;  // its bit in the sets of operations
    unsigned count = 0;
    std::uint64_t answers = 0;
  };

  std::uint64_t over_before(const clock* known) const;

  std::array<of_thread, most_threads> by_thread_{};
  // Indexed by bit: eight operations per thread, and the upper half for the outside.
  std::array<placed_operation, 64> operations_{};
  std::array<std::int16_t, 64> ended_at_{};  // the thread's clock when the operation was over
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
};

}  // namespace schedlab::verify
