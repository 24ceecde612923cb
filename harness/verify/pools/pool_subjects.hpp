// The protocols of the schedulers as the checker sees them: two kinds of pool over the simplest lanes, each also over a
// bounded one, and the parts of a pool alone. The queues and deques that serve as lanes are checked by themselves.
#pragma once

#include <vector>

#include "harness/verify/subjects/subject.hpp"

namespace schedlab::verify {

const std::vector<const subject*>& all_protocols();

}  // namespace schedlab::verify
