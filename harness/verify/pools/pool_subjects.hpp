// The protocols of the schedulers as the checker sees them: two kinds of pool over the simplest lanes, each once over one
// that is bounded, and the parts of a pool alone. Lanes are queues and deques that are checked on their own.
#pragma once

#include <vector>

#include "harness/verify/subjects/subject.hpp"

namespace schedlab::verify {

const std::vector<const subject*>& all_protocols();

}  // namespace schedlab::verify
