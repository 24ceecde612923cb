// Why a history of up to 64 operations is not linearizable, in one sentence: the most telling reason that holds for
// certain, in whichever order the operations took effect. These are looked for, in this order: an item came out that
// was never put in; one came out twice; one is lost; two came out in the wrong order; empty although something was
// there; full although there was room.
//
// Every reason is a proof by itself: if one is given, the history is not linearizable. Not every wrong history has one,
// and then the kind is `other`. Items that go in more than once (slots, above all) are understood where that is certain.
#pragma once

#include <span>

#include "harness/verify/history/complaint.hpp"
#include "harness/verify/history/linearizability.hpp"

namespace schedlab::verify {

explanation explain(const specification& what, const abstract_state& initial,
                    std::span<const placed_operation> history);

}  // namespace schedlab::verify
