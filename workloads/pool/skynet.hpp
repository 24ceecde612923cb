// A tree in which every node but a leaf has ten children and adds up what they return; the leaves return their numbers.
// A popular comparison of threads and actors (A. Temerev, "Skynet 1M threads microbenchmark", 2016).
//
// An item is a task: 10 + 100 + ... + the leaves.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class skynet {
 public:
  static constexpr bool joins = true;

  // The tree has ten to the power of `levels` leaves; 6 levels are usual.
  explicit skynet(unsigned levels) {
    if (levels == 0 || levels > 9) {
      throw std::invalid_argument("skynet with " + std::to_string(levels) + " levels; right is 1 to 9");
    }
    for (unsigned i = 0; i < levels; ++i) {
      leaves_ *= width;
      tasks_ += leaves_;
    }
  }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { found_ = sums_of(scheduler, 0, leaves_); });
    return tasks_;
  }

  std::string verify() {
    const std::string wrong = unless_equal("sum of the leaves", found_.leaves, leaves_ * (leaves_ - 1) / 2);
    return wrong.empty() ? unless_equal("tasks run", found_.tasks, tasks_) : wrong;
  }

 private:
  static constexpr std::uint64_t width = 10;

  // The sums of a subtree. Tasks are counted, too, because leaf 0 would not be missed.
  struct sums {
    std::uint64_t leaves = 0;
    std::uint64_t tasks = 0;

    void add(const sums& other) {
      leaves += other.leaves;
      tasks += other.tasks;
    }
  };

  static sums sums_of(Scheduler& scheduler, std::uint64_t first, std::uint64_t leaves) {
    if (leaves == 1) return {first, 0};
    std::array<sums, width> found{};
    typename Scheduler::group children(scheduler);
    const std::uint64_t each = leaves / width;
    for (std::uint64_t i = 0; i < width; ++i) {
      // The sums are added and not assigned, so that a child that runs twice shows.
      children.spawn([&scheduler, sum = &found[i], begin = first + i * each, each] {
        sum->add(sums_of(scheduler, begin, each));
        sum->tasks += 1;
      });
    }
    children.sync();
    sums all;
    for (const sums& sum : found) all.add(sum);
    return all;
  }

  std::uint64_t leaves_ = 1;
  std::uint64_t tasks_ = 0;
  sums found_;
};

}  // namespace schedlab
