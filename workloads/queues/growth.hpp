// What one operation of a queue with task slots costs at one capacity: push, pop, allocate, free or size, each timed in
// runs with its opposite left out. Over four decades of capacity the times show how an operation grows.
#pragma once

#include <array>

#include "workloads/queues/checksum.hpp"

namespace schedlab {

enum class slot_operation { push, pop, allocate, free, size };

template <class Queue>
class growth {
 public:
  growth(std::size_t capacity, slot_operation timed) : queue_(capacity), timed_(timed) {}

  unsigned threads() const { return 1; }
  std::string role(unsigned) const { return "alone"; }
  bool counted(unsigned) const { return true; }
  Queue& queue() { return queue_; }

  template <class Probe>
  void run(unsigned, Probe& probe) {
    auto handle = queue_.slots();
    std::array<std::uint32_t, run_length> slots{};
    std::array<std::uint32_t, run_length> popped{};
    std::uint64_t done = 0;
    while (probe.go_on(done)) {
      for (unsigned i = 0; i < Probe::batch / run_length && wrong_.empty(); ++i) {
        bool right = true;
        repeat(probe, slot_operation::allocate, run_length, [&](unsigned k) { right &= handle.allocate(slots[k]); });
        repeat(probe, slot_operation::push, run_length, [&](unsigned k) { right &= handle.push(slots[k]); });
        repeat(probe, slot_operation::size, size_run_length, [&](unsigned) { right &= handle.size() == run_length; });
        repeat(probe, slot_operation::pop, run_length, [&](unsigned k) { right &= handle.pop(popped[k]); });
        repeat(probe, slot_operation::free, run_length, [&](unsigned k) { right &= handle.free(popped[k]); });
        if (!right || popped != slots) wrong_ = "the slots that came out are not those that went in";
        done += run_length;
      }
    }
  }

  std::string verify() { return wrong_; }

 private:
  // All of the smallest capacity.
  static constexpr unsigned run_length = 16;
  // A size takes a nanosecond, so a run needs enough of them to exceed the steps of the clock.
  static constexpr unsigned size_run_length = 128;

  template <class Probe, class Step>
  void repeat(Probe& probe, slot_operation operation, unsigned count, Step step) {
    if (operation == timed_) {
      probe.time_only(count, step);
    } else {
      for (unsigned k = 0; k < count; ++k) step(k);
    }
  }

  Queue queue_;
  const slot_operation timed_;
  std::string wrong_;
};

}  // namespace schedlab
