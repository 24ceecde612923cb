// The pattern of all that is first in, first out: a went in before b (its push was over when the other began),
// and b came out before a, or a never did.
#pragma once

#include <span>

#include "harness/verify/history/item_life.hpp"

namespace schedlab::verify {

enum class overtakers { all, stolen };

// `who` says which items must not come out before older ones.
finding find_overtaking(std::span<const item_life> lives, overtakers who = overtakers::all);

}  // namespace schedlab::verify
