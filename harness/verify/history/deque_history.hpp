// What is wrong with the order of a deque's long history: the owner pushes and pops at the back, thieves steal at the
// front. "Before" always means over when the other began.
//
//   a went in before b, b was stolen, and a came out after that or never
//   a went in before b, b went in before a was popped, and b was stolen at any time, or came out after a, or never
//
// The second is wrong whenever the steal was: before a came out, a lay in front of b; after that, b lay behind a.
//
// Each of these is a proof, whichever thread pushed and popped when. If no two operations of the owner overlap, as they
// must not, and the deque is unbounded, nothing else can be wrong with the order. The owner's operations then have one
// order, and the second pattern is all that can be wrong with it, as with brackets that do not match. Popped items are
// thereby out of the way of stolen ones, so the steals are first in, first out among themselves; and each steal can be
// placed as early as the times allow, which is best for all answers of empty.
#pragma once

#include <span>

#include "harness/verify/history/item_life.hpp"

namespace schedlab::verify {

// Takes O(n log n).
finding find_deque_disorder(std::span<const item_life> lives);

}  // namespace schedlab::verify
