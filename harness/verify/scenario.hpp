// What the threads of an exploration do, in a line that a person can write:
//   capacity 2; before: push pop; push push | pop | pop
// Threads are separated by '|'. A push takes the next item of its thread (10, 11, ... in the first, 20, ... in the
// second; 1, 2, ... before they start) unless it names one: `push 0`. In a queue ordered by priority an item's last digit
// is its priority: 10 and 20 are equals. In a deque the first thread is the owner. `free` gives back the slot that its
// thread allocated first and still holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/result.hpp"
#include "harness/verify/history/operation.hpp"

namespace schedlab::verify {

struct planned_operation {
  verb asked;
  std::uint64_t item = 0;  // of a push
};

struct scenario {
  static constexpr std::size_t most_threads = 4;
  static constexpr std::size_t most_operations = 8;  // of a thread
  static constexpr std::uint64_t most_items = 64;

  std::size_t capacity = 2;
  std::vector<planned_operation> before;
  std::vector<std::vector<planned_operation>> threads;

  std::string text() const;
  bool uses(verb asked) const;
};

result<scenario> parse_scenario(std::string_view text);

constexpr const char* word(verb asked) {
  switch (asked) {
    case verb::push:
      return "push";
    case verb::pop:
      return "pop";
    case verb::steal:
      return "steal";
    case verb::allocate:
      return "allocate";
    case verb::free:
      return "free";
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
  }
  return "";
}

}  // namespace schedlab::verify
