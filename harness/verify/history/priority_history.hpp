// What is wrong with the order of a priority queue's long history.
// A. Bouajjani, C. Enea, C. Wang, "Checking linearizability of concurrent priority queues", CONCUR 2017, has patterns for
// distinct and for equal priorities; here they are looked for from the most urgent priority to the least, in one cover
// of time that grows.
//
//   b came out, and at every moment of that call (and not before b's push began) some more urgent item was inside
//   a and b have the same priority, a went in before b, and b came out before a, or a never did
//
// What comes out may do so only in a gap: at a moment at which nothing more urgent was inside for certain. So the pop of
// an item took effect between the first and the last gap of its call, and the second pattern goes by these narrowed
// times. The gaps are the same whether what is more urgent leaves at the first moment of its call or at its first gap,
// because between the two something else fills the time.
//
// Every finding is a proof. For unbounded designs nothing else can be wrong with the order: if every pop stands in the
// first gap that it may, after older equals, and every push as late as it may, all priorities are right at once.
#pragma once

#include <vector>

#include "harness/verify/history/item_life.hpp"
#include "harness/verify/history/specification.hpp"

namespace schedlab::verify {

// In O(n log n) per priority, of which there are ten. Sorts the lives by urgency, and narrows the times of their pops.
finding find_priority_disorder(ordering order, std::vector<item_life>& lives);

}  // namespace schedlab::verify
