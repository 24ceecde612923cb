// The orders that the repo's designs are known to need, in results/baselines/orders.json: a row per site, named by its
// function and the text of its line, since lines move. An order that is stronger than any scenario needs stands there
// with the reason why it is kept.
#pragma once

#include "harness/verify/explore/order_table.hpp"

namespace schedlab::verify {

// How the table differs from the baseline, a sentence per difference; empty if it does not.
result<std::vector<std::string>> compare_with_baseline(const order_table& now);

// Writes the table as the new baseline; reasons that stand there stay.
outcome update_baseline(const order_table& now);

}  // namespace schedlab::verify
