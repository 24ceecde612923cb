// plan.json: what a run is going to do. It is written before the first repetition, so that the run can be taken up
// again.
#pragma once

#include <filesystem>
#include <string>

#include "harness/base/result.hpp"
#include "harness/run/plan/plan.hpp"
#include "harness/run/plan/provenance.hpp"

namespace schedlab {

std::string plan_text(const plan& what, const provenance& source, const std::string& cpu_model);

// The plan of the run in `folder`. Fails if this executable is not the one that can go on with it.
result<plan> read_plan(const std::filesystem::path& folder, const provenance& source);

// Names the cells of a plan that are not in the registry; empty if all are there.
std::string missing_cells(const plan& what, const cell_registry& registry);

}  // namespace schedlab
