// Whether a history of up to 64 operations is linearizable: whether its operations can be put into one order that
// respects what was over before what began and that the specification allows.
// J. M. Wing, C. Gong, "Testing and verifying concurrent objects", JPDC 1993: a depth-first search over those orders.
// G. Lowe, "Testing for linearizability", Concurrency and Computation 2017: remember every pair (set of operations
// already placed, state) from which the search came back, for it is reached along many orders.
//
// What was over before what began is given as sets, so histories ordered by happens-before are as welcome as those
// ordered by time. An answer that changes nothing (empty, full, a lost race) is placed as soon as it is right, without
// a choice: wherever else it could stand, the rest can do without it.
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
  operation what;
  std::uint64_t predecessors = 0;  // bit i: operation i was over before this one began; closed under itself
};

struct linearization {
  bool found;
  std::vector<std::size_t> order;  // of indices, if found
};

linearization linearize(const specification& what, const abstract_state& initial,
                        std::span<const placed_operation> history);

// Only yes or no.
bool is_linearizable(const specification& what, const abstract_state& initial,
                     std::span<const placed_operation> history);

// Whether another operation is neither over before operation `index` began nor began after it.
bool is_overlapped(std::span<const placed_operation> history, std::size_t index);

}  // namespace schedlab::verify
