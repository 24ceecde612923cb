// The folder of a run: made, and filled with what is derived from the repetitions so far.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/held_lock.hpp"
#include "harness/base/result.hpp"
#include "harness/run/archive/run_context.hpp"
#include "harness/run/plan/run_state.hpp"

namespace schedlab {

// A run's folder has one owner: two runs would mix their samples.
struct owned_folder {
  std::filesystem::path path;
  held_lock lock;
};

// results/runs of the current folder if it has a results/, else of the checkout; of an installed program always the first.
std::filesystem::path runs_folder();

// All runs in it.
std::vector<std::filesystem::path> run_folders();

// A run as a person names it: its folder, its run.json, or `last`, the one of run_folders() that measured last.
result<std::filesystem::path> run_named(const std::string& name);

// `wanted` must not exist or be empty; if it is not given, <utc>-<commit>/ in the folder of all runs.
result<owned_folder> make_run_folder(const std::filesystem::path& wanted, const std::string& commit);

// Of a run that is there.
result<owned_folder> take_run_folder(const std::filesystem::path& folder);

// Before anything was written into it.
void remove_run_folder(owned_folder folder);

// run.json and samples.csv. Whoever reads them meanwhile sees a whole file.
outcome write_samples(const std::filesystem::path& folder, const run_state& state, const run_surroundings& around);

// histograms/*.hgrm, merged over the repetitions of each cell.
outcome write_histograms(const std::filesystem::path& folder, const run_state& state);

}  // namespace schedlab
