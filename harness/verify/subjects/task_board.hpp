// Records of a scenario's tasks: which tasks exist, and how often each was run. The records lie in the explored memory,
// so that they are a part of every state.
//
// A task's number is the place of its operation in the scenario times most_parts; the numbers of its parts (children,
// tasks that it submits) follow. Every part adds one to a plain word of its own when it ends. A thread that has waited
// for the task reads that word: if the wait did not order the two accesses, they are a data race. The words by which
// tasks wait for each other are relaxed, so that they do not provide an order that the pool ought to provide.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/verify/machine/checked_memory.hpp"
#include "harness/verify/subjects/scenario.hpp"
#include "harness/verify/subjects/subject.hpp"
#include "queues/memory/atomic.hpp"

namespace schedlab::verify {

class task_board {
 public:
  static constexpr std::size_t most_parts = 7;  // of a task, with itself
  static constexpr std::size_t most_tasks = 9;

  using flag = atomic<std::uint32_t, checked_memory>;

  explicit task_board(const scenario& planned) : planned_(planned) {}

  // To be called at the beginning and at the end of an execution.
  void set_up();
  void tear_down();
  void describe(field_list& fields) const;

  std::size_t number_of(std::size_t thread, std::size_t operation) const;
  std::size_t numbers() const { return number_of(planned_.threads.size(), 0); }
  static std::size_t parts_of(verb asked);
  // Whether the parts of such a task are submitted tasks, which the ledger counts, and not children.
  static bool is_submitted(verb asked);

  // A part that exists is expected to run; if memory is short, a part may never have been made. Its existence is noted
  // before the part is given away, because it may run before its submission returns.
  bool exists(std::size_t number) const { return (content_->existing >> number & 1) != 0; }
  void begins_to_exist(std::size_t number) { content_->existing |= bit_of(number); }
  void does_not_exist(std::size_t number) { content_->existing &= ~bit_of(number); }

  // The task's last action: a thread that has waited for the task may free what it works on.
  void ends(std::size_t number);
  // The end of a callable that a group has taken over; the group waits for that as well.
  void is_destroyed(std::size_t number);
  bool has_begun_to_count(std::size_t number) const { return content_->runs[number] != 0; }

  // Refutes the program unless the part has run once or, if it does not exist, never. The caller must have waited for
  // it.
  void require(std::size_t number) const;
  void require_parts(verb asked, std::size_t number) const;
  void require_all_of(verb asked, std::size_t number) const;

  // The words that tasks wait for.
  flag& flag_of(std::size_t number) { return content_->flags[number / most_parts]; }
  flag& flag_of_awaited_submit() { return content_->awaited_submit; }
  static void wait_for(flag& raised, std::uint32_t enough = 1) {
    while (raised.load(order::relaxed) < enough) checked_memory::pause();
  }

  [[noreturn]] static void complain(std::size_t number, const char* why);

 private:
  static constexpr std::uint64_t destroyed = std::uint64_t{1} << 32;  // a bit beside the number of runs
  static constexpr std::uint64_t bit_of(std::size_t number) { return std::uint64_t{1} << number; }

  struct content {
    std::array<std::uint64_t, most_parts * most_tasks> runs{};
    std::uint64_t existing = 0;  // a bit per task or part
    // Flags are written only for tasks that exist, because every location makes an exploration slower.
    std::array<flag, most_tasks> flags;
    flag awaited_submit;
  };

  bool is_spawned(std::size_t number) const;

  const scenario& planned_;
  content* content_ = nullptr;
};

}  // namespace schedlab::verify
