// Which scenarios a design must survive, by what it declares. The quick ones take seconds and find what most mistakes
// do; the full ones are what "clean" stands for: three threads of two operations completely, and of three operations up
// to four preemptions.
#pragma once

#include <vector>

#include "harness/verify/queues/queue_subject.hpp"
#include "harness/verify/subjects/planned_check.hpp"

namespace schedlab::verify {

std::vector<planned_check> battery(const queue_subject& subject, suite which);

machine_options options_of(const queue_subject& subject, const planned_check& planned);
specification specification_of(const queue_subject& subject, const planned_check& planned);

// Whether the design can do what the scenario asks of it.
outcome check_scenario(const queue_subject& subject, const scenario& what);

}  // namespace schedlab::verify
