// `schedlab verify --replay`: one execution again, step by step.
#pragma once

#include "harness/cli/verify/verify_call.hpp"

namespace schedlab::verify {

int replay(const verify_call& asked);

}  // namespace schedlab::verify
