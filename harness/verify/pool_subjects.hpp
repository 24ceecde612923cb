// The protocols of the schedulers as the checker sees them: two kinds of pool over the simplest lanes, each once over one
// that is bounded, and the parts of a pool alone. Lanes are queues and deques that are checked on their own.
#pragma once

#include <string_view>
#include <vector>

#include "harness/verify/subject.hpp"

namespace schedlab::verify {

const std::vector<const subject*>& all_protocols();

// A protocol, or a design of the catalogue, or a defective one; null if there is none.
const subject* anything_named(std::string_view name);

}  // namespace schedlab::verify
