// Whether a long history of a queue, a deque or a priority queue is linearizable, in O(n log n). It looks for patterns;
// every wrong history contains one of them if no item goes in twice.
// T. A. Henzinger, A. Sezgin, V. Vafeiadis, "Aspect-oriented linearizability proofs", CONCUR 2013;
// A. Bouajjani, M. Emmi, C. Enea, J. Hamza, "On reducing linearizability to state reachability", ICALP 2015.
//
//   an item comes out that never went in, or before it did, or twice
//   items come out in an order that is wrong: overtaking.hpp, deque_history.hpp, priority_history.hpp
//   an answer of empty, while at every moment of that call some item was inside for certain
//
// Decided exactly: unbounded designs, strong or weak, that start empty, of every ordering but `free_list`; a `deque` only
// if no two of its pushes and pops overlap, as they all are its owner's. An item is inside for certain from the end of its
// push to the beginning of its pop or steal. The lives of items between two moments at which the structure may have been
// empty are independent of all others, so empty answers can be judged one by one.
//
// Otherwise every verdict "wrong" is a proof, but not every wrong history is found. In a deque whose pushes and pops
// overlap, an order of theirs that only follows from several items together is not looked for. In a bounded design,
// full is wrong if at no moment of that call there can have been `capacity` items inside (a push begun, its pop not
// over); a push is wrong if more items than that were inside for certain. Other faults, which follow from bound and
// order together, are not looked for.
//
// A relaxed design is specified as a `bag`, whatever its order, so how far it strays is not looked at. `free_list` is for
// linearize(), in short rounds.
#pragma once

#include <span>

#include "harness/verify/history/queue_report.hpp"
#include "harness/verify/history/specification.hpp"
#include "harness/verify/history/timed_history.hpp"

namespace schedlab::verify {

// The history may come in any order. Throws std::invalid_argument for a free list, or if an item is pushed twice.
queue_report check_queue_history(const specification& what, std::span<const timed_operation> history);

}  // namespace schedlab::verify
