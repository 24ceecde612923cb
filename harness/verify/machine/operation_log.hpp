// The operations of one execution: what each was, what it was told, and which were over before it began. That is the
// history whose linearizability is decided in the end.
//
// An operation begins as late as it can: what was over before its first access was over before the operation.
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

  // Whether this thread may begin another one.
  bool has_room(unsigned thread) const;
  void begin(unsigned thread, verb asked, std::uint64_t item);
  bool awaits_first_access(unsigned thread) const { return of_[thread].awaits_first_access; }

  // At its first access. Where stores take effect late, time means nothing, and only what this thread can know was before:
  // its clock says what that is. No clock: all that is over was before. Returns what was.
  const placed_operation& place(unsigned thread, const clock* known);

  // The clock counts the end, if there is one.
  const operation& end(unsigned thread, answer said, std::uint64_t item, clock* known);

  // Of all that the thread's operations were told.
  std::uint64_t hash_of_answers(unsigned thread) const { return of_[thread].answers; }

  std::vector<placed_operation> history() const;
  std::uint64_t hash() const;

 private:
  struct of_thread {
    bool awaits_first_access = false;
    std::size_t current = 0;  // bit in the sets of operations
    unsigned count = 0;
    std::uint64_t answers = 0;
  };

  std::uint64_t over_before(const clock* known) const;

  std::array<of_thread, most_threads> of_{};
  // By bit: eight per thread, the upper half the outside's.
  std::array<placed_operation, 64> operations_{};
  std::array<std::int16_t, 64> ended_at_{};  // the thread's clock when it was over
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
};

}  // namespace schedlab::verify
