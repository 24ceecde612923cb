// Whether a history of up to 64 operations is linearizable: whether its operations can be put into one order that the
// specification allows, and in which an operation that was over before another began stands before it.
// J. M. Wing, C. Gong, "Testing and verifying concurrent objects", JPDC 1993: a depth-first search over those orders.
// G. Lowe, "Testing for linearizability", Concurrency and Computation 2017: remember every pair (set of operations
// already placed, state) from which the search came back, for it is reached along many orders.
//
// Each operation has the set of those that were over before it began, so a history may be ordered by happens-before as
// well as by time. An answer that changes nothing (empty, full, a lost race) is placed as soon as it is right, without
// a choice: it changes nothing for the other operations, wherever it stands.
//
// Pure functions, callable from any thread. A search that needs few steps back allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/verify/history/specification.hpp"

namespace schedlab::verify {

inline constexpr std::size_t most_operations = 64;

struct placed_operation {
  operation call;
  std::uint64_t predecessors = 0;  // bit i: operation i was over before this one began; transitive
};

struct linearization {
  bool found;
  std::vector<std::size_t> order;  // the operations' indices, if an order was found
};

linearization linearize(const specification& what, const abstract_state& initial,
                        std::span<const placed_operation> history);

// Answers only yes or no.
bool is_linearizable(const specification& what, const abstract_state& initial,
                     std::span<const placed_operation> history);

// Whether another operation overlaps operation `index`: neither was over before the other began.
bool is_overlapped(std::span<const placed_operation> history, std::size_t index);

}  // namespace schedlab::verify
