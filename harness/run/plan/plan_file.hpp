// plan.json: what a run set out to do, written before its first repetition, so that it can be taken up again.
#pragma once

#include <filesystem>
#include <string>

#include "harness/base/result.hpp"
#include "harness/run/plan/plan.hpp"
#include "harness/run/plan/provenance.hpp"

namespace schedlab {

std::string plan_text(const plan& what, const provenance& source, const std::string& cpu_model);

// The plan of the run in `folder`, if this executable is the one that can go on with it.
result<plan> read_plan(const std::filesystem::path& folder, const provenance& source);

// What of a read plan is not among these cells; empty if all are there.
std::string missing_cells(const plan& what, const cell_registry& registry);

}  // namespace schedlab
