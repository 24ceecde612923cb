// Contract scenarios at the edges of what a design may be given: capacities that it does not take. Each returns what was
// violated, or nothing.
#pragma once

#include "queues/tests/child_outcome.hpp"
#include "queues/tests/contents.hpp"

namespace schedlab::contract {

inline bool stopped_by_check(const child_outcome& found, const char* type, std::uint64_t value) {
  return found.signal == SIGABRT && found.said.find(text(type, ": ")) == 0 &&
         found.said.find(text(" ", value, " is not allowed; it must be ")) != std::string::npos;
}

inline std::string how_it_ended(const child_outcome& found) {
  const std::string how = found.signal != 0 ? text("signal ", found.signal) : text("exit code ", found.exit_code);
  return text(how, ", saying \"", found.said, "\"");
}

// A design that is given a capacity which it does not take says so and stops, before it harms anybody.
template <class Queue, class Item>
violation refuses_capacities() {
  constexpr std::uint64_t most = ~std::size_t{0};
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{3}, std::size_t{1000}, most / 2 + 1, most}) {
    if (takes_capacity<Queue>(capacity)) continue;
    const child_outcome found = in_child([&] {
      Queue queue(capacity);
      auto&& handle = attach_alone(queue);
      for (std::uint64_t id = 0; id < 3; ++id) static_cast<void>(handle.try_push(make_item<Item>(id)));
      return 0;
    });
    if (!stopped_by_check(found, Queue::traits.name, capacity)) {
      return text("capacity ", capacity, ", which it does not take, ended in ", how_it_ended(found));
    }
  }
  return {};
}

}  // namespace schedlab::contract
