// A scenario says what the threads of an exploration do, in a line that a person can write:
//   capacity 2; before: push pop; push push | pop | pop
// Threads are separated by '|'. `push*5` is five of them. A push takes the next item of its thread (10, 11, ... in the first,
// 20, ... in the second; 1 to 9, then 50, 51, ... before they start) unless it names one: `push 0`. In a queue ordered by
// priority an item's last digit stands for its priority: 10 and 20 are equals. In a deque the first thread is the owner.
// `free` gives back the slot that its thread allocated first and still holds; `steady`, before the threads, demands
// that the structure holds no more memory than at the last `steady`. These settings may stand before all that, each
// with a semicolon:
//   items owned      items own memory and are moved, as tasks are, and the last ones stay inside
//   items wide       items differ in all their bits
//   memory short     one allocation fails, whichever
//   first 4294967294 positions, tickets and arrivals begin there
//   retire 2         so many nodes are retired before one is freed
//   made by all      each thread makes the structure, in memory that they share
//
// For a protocol of the schedulers:
//   workers 2; idle pause; submit stop | forks
// A worker that finds nothing to do parks at once, unless another idle step is named (pause, block); a thief takes one
// job, unless the scenario says `steal half`. The threads are those outside; pool_program.hpp explains the words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/verify/history/operation.hpp"
#include "harness/verify/memory/policy_constants.hpp"
#include "schedulers/idle/idle_policy.hpp"

namespace schedlab::verify {

struct planned_operation {
  verb action;
  std::uint64_t item = 0;  // that a push pushes
};

struct scenario {
  static constexpr std::size_t most_threads = 4;
  static constexpr std::size_t most_threads_of_protocols = 6;
  static constexpr std::size_t most_operations = 8;  // per thread
  static constexpr std::size_t usual_capacity = 2;
  static constexpr std::size_t most_operations_before = 150;  // before the threads
  static constexpr std::size_t most_left = 24;                // inside at the end
  static constexpr std::uint64_t most_items = 128;

  // Settings of a protocol's scenario.
  unsigned workers = 0;  // 0: the scenario is a queue's
  unsigned seats = 0;    // of an event count: its workers take the last ones; 0: as many as workers
  idle_step idle = idle_step::park;
  bool steals_half = false;

  bool memory_is_short = false;

  // Settings of a queue's scenario.
  enum class item_form : std::uint8_t { plain, owned, wide };
  item_form items = item_form::plain;
  bool is_made_by_all = false;
  policy_constants constants;
  std::size_t capacity = usual_capacity;
  std::vector<planned_operation> before;
  std::vector<std::vector<planned_operation>> threads;

  std::string text() const;
  // The workers are counted, too; they come last.
  unsigned thread_count() const { return static_cast<unsigned>(threads.size()) + workers; }
  bool uses(verb asked) const;
  // Whether it has settings other than the capacity, the workers and how they idle.
  bool has_settings() const;
};

result<scenario> parse_scenario(std::string_view text);

constexpr const char* word(verb asked) {
  switch (asked) {
    case verb::push:
      return "push";
    case verb::pop:
      return "pop";
    case verb::wait_pop:
      return "wait_pop";
    case verb::steal:
      return "steal";
    case verb::close:
      return "close";
    case verb::allocate:
      return "allocate";
    case verb::free:
      return "free";
    case verb::steady:
      return "steady";
    case verb::submit:
      return "submit";
    case verb::submits:
      return "submits";
    case verb::waits:
      return "waits";
    case verb::meet:
      return "meet";
    case verb::gathers:
      return "gathers";
    case verb::forks:
      return "forks";
    case verb::nests:
      return "nests";
    case verb::spawns:
      return "spawns";
    case verb::forks_stolen:
      return "forks_stolen";
    case verb::spawns_stolen:
      return "spawns_stolen";
    case verb::throws:
      return "throws";
    case verb::ranks:
      return "ranks";
    case verb::grows:
      return "grows";
    case verb::awaits:
      return "awaits";
    case verb::forks_throwing:
      return "forks_throwing";
    case verb::spawns_throwing:
      return "spawns_throwing";
    case verb::drain:
      return "drain";
    case verb::stop:
      return "stop";
  }
  return "";
}

constexpr const char* word(idle_step what) {
  switch (what) {
    case idle_step::pause:
      return "pause";
    case idle_step::yield:
      return "yield";
    case idle_step::park:
      return "park";
    case idle_step::block:
      return "block";
  }
  return "";
}

constexpr const char* word(answer said) {
  switch (said) {
    case answer::ok:
      return "ok";
    case answer::full:
      return "full";
    case answer::empty:
      return "empty";
    case answer::contended:
      return "contended";
    case answer::no_memory:
      return "no memory";
    case answer::done:
      return "done";
  }
  return "";
}

}  // namespace schedlab::verify
