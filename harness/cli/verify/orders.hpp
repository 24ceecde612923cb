// `schedlab verify --orders`: which memory orders are needed.
#pragma once

#include "harness/cli/verify/settings.hpp"

namespace schedlab::verify {

int verify_orders(const verify_call& asked, const settings& wanted);

}  // namespace schedlab::verify
