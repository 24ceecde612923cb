// What is wrong with the order of a priority queue's long history.
// A. Bouajjani, C. Enea, C. Wang, "Checking linearizability of concurrent priority queues", CONCUR 2017, has patterns for
// distinct and for equal priorities; here they are looked for from the most urgent priority to the least, in one cover
// of time that grows.
//
//   b came out, and at every moment of that call (and not before b's push began) some more urgent item was inside
//   a and b have the same priority, a went in before b, and b came out before a, or a never did
//
// An item may come out only in a gap: at a moment at which no more urgent item was inside for certain. So a pop took
// effect at the first gap of its call or later, and the second pattern takes this gap for its beginning. That does not
// change which moments are gaps for less urgent items, because up to the first gap more urgent items are inside.
//
// Every finding is a proof. In unbounded designs nothing else can be wrong with the order: if every pop is placed in
// the first gap that it may use, after older equals, and every push as late as possible, all priorities are right at
// once.
#pragma once

#include <vector>

#include "harness/verify/history/item_life.hpp"
#include "harness/verify/history/specification.hpp"

namespace schedlab::verify {

// Takes O(n log n) per priority, of which there are ten. Sorts the lives by urgency, and moves pop_began to the first
// gap.
finding find_priority_disorder(ordering order, std::vector<item_life>& lives);

}  // namespace schedlab::verify
