// Everything that can be explored, by name.
#pragma once

#include <string_view>

#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab::verify {

// A design of the catalogue or a defective one; null if there is none.
const queue_subject* queue_named(std::string_view name);

// The same, or a protocol.
const subject* subject_named(std::string_view name);

}  // namespace schedlab::verify
