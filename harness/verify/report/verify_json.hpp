// The checker's findings as JSON.
#pragma once

#include "harness/verify/explore/order_table.hpp"
#include "harness/verify/report/verify_text.hpp"

namespace schedlab::verify {

std::string json_of(const counterexample& shown);
std::string json_of(const std::vector<verification>& all, extent explored, const std::vector<counterexample>& faults,
                    const known_wrong_designs& known_wrong);
std::string json_of(const std::vector<order_table>& tables);

}  // namespace schedlab::verify
