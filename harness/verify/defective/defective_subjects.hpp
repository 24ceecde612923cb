// The designs that exist only to show a defect.
#pragma once

#include <vector>

#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab::verify {

const std::vector<const queue_subject*>& defective_subjects();

}  // namespace schedlab::verify
