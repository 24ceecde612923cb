// samples.csv: a row per repetition, a column per number that any repetition of the run has.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/placement_modes.hpp"
#include "harness/run/plan/repetition_record.hpp"

namespace schedlab {

std::string samples_table(const std::vector<repetition_record>& records, const placement_modes& modes);

}  // namespace schedlab
