// A litmus test as data: a few threads of a few instructions on four variables, all 0 at first. As data it can be run
// on the machine, judged by axioms (see axioms.hpp), generated, and printed.
//
// The outcome of an execution is a text: what each thread read, in the order of its instructions, threads separated by
// '|', and then, if a test asks for them, the last values of variables: "10|10" for two readers that disagree, "x=1
// y=1" for stores alone. A compare-exchange shows the value that it found.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/machine/order_overrides.hpp"
#include "queues/memory/order.hpp"

namespace schedlab::verify {

enum class variable : std::uint8_t { x, y, z, w };

inline constexpr std::size_t variable_count = 4;
inline constexpr std::string_view variable_names = "xyzw";

enum class instruction_kind : std::uint8_t { read, write, add, exchange, compare_exchange, fence };

struct instruction {
  instruction_kind kind;
  variable place = variable::x;
  std::uint32_t value = 0;     // written or added
  std::uint32_t expected = 0;  // by a compare-exchange
  order memory_order = order::relaxed;
  order on_failure = order::relaxed;
};

constexpr instruction read(variable at, order how) {
  return {.kind = instruction_kind::read, .place = at, .memory_order = how};
}
constexpr instruction write(variable at, std::uint32_t value, order how) {
  return {.kind = instruction_kind::write, .place = at, .value = value, .memory_order = how};
}
constexpr instruction add(variable at, std::uint32_t amount, order how) {
  return {.kind = instruction_kind::add, .place = at, .value = amount, .memory_order = how};
}
constexpr instruction exchange(variable at, std::uint32_t value, order how) {
  return {.kind = instruction_kind::exchange, .place = at, .value = value, .memory_order = how};
}
constexpr instruction compare_exchange(variable at, std::uint32_t expected, std::uint32_t value, order success,
                                       order failure) {
  return {.kind = instruction_kind::compare_exchange,
          .place = at,
          .value = value,
          .expected = expected,
          .memory_order = success,
          .on_failure = failure};
}
constexpr instruction fence(order how) { return {.kind = instruction_kind::fence, .memory_order = how}; }

constexpr bool reads(const instruction& one) {
  return one.kind != instruction_kind::write && one.kind != instruction_kind::fence;
}

struct litmus_program {
  std::vector<std::vector<instruction>> threads;
  std::string_view finals{};  // the variables whose last values count
};

using outcomes = std::set<std::string>;

// Collects what was read, thread by thread, and says it.
class outcome_text {
 public:
  explicit outcome_text(const litmus_program& of) : program_(of), found_(of.threads.size()) {}

  void reset() {
    for (auto& values : found_) values.clear();
  }
  void read(std::size_t thread, std::uint32_t value) { found_[thread].push_back(value); }

  // `last` answers for a variable.
  template <class Last>
  std::string text(Last last) const {
    std::string said;
    for (const auto& values : found_) {
      if (values.empty()) continue;
      if (!said.empty()) said += '|';
      for (const std::uint32_t value : values) said += std::to_string(value);
    }
    for (const char name : program_.finals) {
      if (!said.empty()) said += ' ';
      said += name;
      said += '=';
      said += std::to_string(last(static_cast<variable>(variable_names.find(name))));
    }
    return said;
  }

 private:
  const litmus_program& program_;
  std::vector<std::vector<std::uint32_t>> found_;
};

inline std::string text(order how) { return word(how); }

inline std::string text(const instruction& one) {
  const std::string name(1, variable_names[static_cast<std::size_t>(one.place)]);
  const std::string value = std::to_string(one.value);
  switch (one.kind) {
    case instruction_kind::read:
      return "read " + name + " " + text(one.memory_order);
    case instruction_kind::write:
      return name + "=" + value + " " + text(one.memory_order);
    case instruction_kind::add:
      return name + "+=" + value + " " + text(one.memory_order);
    case instruction_kind::exchange:
      return "exchange " + name + "=" + value + " " + text(one.memory_order);
    case instruction_kind::compare_exchange:
      return "if " + name + "==" + std::to_string(one.expected) + " " + name + "=" + value + " " +
             text(one.memory_order) + "/" + text(one.on_failure);
    case instruction_kind::fence:
      return "fence " + text(one.memory_order);
  }
  return "";
}

inline std::string text(const litmus_program& program) {
  std::string said;
  for (const auto& thread : program.threads) {
    if (!said.empty()) said += " | ";
    for (std::size_t i = 0; i < thread.size(); ++i) said += (i == 0 ? "" : "; ") + text(thread[i]);
  }
  return said;
}

}  // namespace schedlab::verify
