// The scenarios that a design must survive, chosen by what it declares. The quick ones take seconds and find most
// mistakes. The full ones decide what is called clean: three threads of two operations completely, and of three
// operations up to four preemptions.
#pragma once

#include <vector>

#include "harness/verify/queues/queue_subject.hpp"
#include "harness/verify/subjects/planned_check.hpp"

namespace schedlab::verify {

std::vector<planned_check> battery(const queue_subject& subject, suite which);

machine_options options_of(const queue_subject& subject, const planned_check& planned);
specification specification_of(const queue_subject& subject, const planned_check& planned);

// Whether the design can do what the scenario asks for.
outcome check_scenario(const queue_subject& subject, const scenario& what);

}  // namespace schedlab::verify
