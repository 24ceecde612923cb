// Checks the queue protocol's table of minimum memory orders, line by line, on the protocol as written, where that is
// correct at all: one producer and one consumer, and a free list that only shrinks. Is the order of a line enough, and
// would a weaker one do?
#pragma once

#include <string>
#include <vector>

#include "harness/verify/explore/explorer.hpp"
#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab::verify {

struct specified_order {
  std::string line;     // from the table: "entry load: acquire"
  bool enough = false;  // if this line has the table's order and all others those of the source
  bool needed = false;  // refuted if this line is relaxed and all others have the table's orders
  std::string verdict;  // "enough and needed", "enough, relaxed would do", "not enough: doubled"
};

// Whether the design's specification has such a table.
bool has_specified_orders(const subject& explored);

// The first row is about the table as a whole, the last one about relaxed orders everywhere.
std::vector<specified_order> check_specified_orders(const exploration_limits& limits);

}  // namespace schedlab::verify
