// The queue protocol's table of minimum memory orders, line by line, on the protocol as written and where it is right at
// all: one producer and one consumer, a free list that only shrinks. Is the order that a line asks for enough, and would
// a weaker one do?
#pragma once

#include <string>
#include <vector>

#include "harness/verify/explore/explorer.hpp"
#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab::verify {

struct specified_order {
  std::string line;     // of the table, "entry load: acquire"
  bool enough = false;  // this line at its order, all others at theirs
  bool needed = false;  // refuted at any weaker order
  std::string verdict;  // "enough and needed", "enough, relaxed would do", "not enough: doubled"
};

// Whether the design is the one whose specification has such a table.
bool has_specified_orders(const subject& explored);

// The first row is the table as a whole, the last one what happens without it.
std::vector<specified_order> check_specified_orders(const exploration_limits& limits);

}  // namespace schedlab::verify
