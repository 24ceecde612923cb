// Samples in the order in which they were taken; their texts were made when they came.
#include "harness/run/archive/run_files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <sstream>

#include "harness/base/file.hpp"
#include "harness/base/process/executable_path.hpp"
#include "harness/run/archive/samples_table.hpp"

namespace schedlab {
namespace {

namespace fs = std::filesystem;

fs::path runs_folder() {
  std::error_code ignored;
  const fs::path here = fs::current_path(ignored);
  const fs::path source = checkout();
  const bool use_here =
      fs::is_directory(here / "results", ignored) || ::access((source / "results").c_str(), W_OK) != 0;
  return (use_here ? here : source) / "results" / "runs";
}

// Made here, because two runs may begin in the same second.
fs::path new_folder(const std::string& commit) {
  const std::string name = fmt::format("{:%Y%m%dT%H%M%SZ}-{}", fmt::gmtime(std::time(nullptr)), commit.substr(0, 12));
  const fs::path runs = runs_folder();
  std::error_code error;
  fs::create_directories(runs, error);
  fs::path folder = runs / name;
  for (int number = 2; !error && !fs::create_directory(folder, error); ++number) {
    folder = runs / fmt::format("{}-{}", name, number);
  }
  return folder;
}

fs::path lock_in(const fs::path& folder) { return folder / "run.lock"; }

failure in_use(const fs::path& folder) {
  return {fmt::format("{}: another run measures into it, {}; wait for it, or stop it and go on with --resume",
                      folder.string(), holder_of(lock_in(folder)))};
}

// Nothing is in it but the lock of an owner: of us, or of one that was killed before it wrote anything.
bool is_unused(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return true;
  bool unused = fs::is_directory(folder, error);
  for (fs::directory_iterator entry(folder, error); unused && entry != fs::directory_iterator();
       entry.increment(error)) {
    unused = entry->path() == lock_in(folder);
  }
  return unused;
}

failure in_the_way(const fs::path& folder) {
  if (held_lock::is_held(lock_in(folder))) return in_use(folder);
  std::error_code none;
  if (!fs::is_directory(folder, none)) {
    return {fmt::format("--out {}: exists and is not a folder; give a new one", folder.string())};
  }
  return {fmt::format("--out {}: exists and is not empty; give a new folder, or go on with the run in it by --resume",
                      folder.string())};
}

std::string file_name(std::string cell) {
  for (char& c : cell) c = c == '/' ? '-' : c;
  return cell + ".hgrm";
}

// When it measured last. It has a plan before it has anything else.
fs::file_time_type measured_at(const fs::path& folder) {
  std::error_code none;
  const fs::file_time_type began = fs::last_write_time(folder / "plan.json", none);
  const fs::file_time_type went_on = fs::last_write_time(folder / "journal.jsonl", none);
  return std::max(began, went_on);
}

}  // namespace

std::vector<fs::path> run_folders() {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(runs_folder(), none)) {
    if (fs::exists(entry.path() / "plan.json", none)) found.push_back(entry.path());
  }
  return found;
}

result<fs::path> last_run_folder() {
  const std::vector<fs::path> all = run_folders();
  if (all.empty()) {
    return failure{fmt::format("there is no last run: {} holds none; name a folder", runs_folder().string())};
  }
  return *std::max_element(all.begin(), all.end(),
                           [](const fs::path& a, const fs::path& b) { return measured_at(a) < measured_at(b); });
}

result<owned_folder> make_run_folder(const fs::path& wanted, const std::string& commit) {
  std::error_code error;
  const fs::path folder = wanted.empty() ? new_folder(commit) : fs::absolute(wanted, error);
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    return failure{fmt::format("--out {}: exists and is not a folder; give a new one", folder.string())};
  }
  if (!is_unused(folder)) return in_the_way(folder);
  fs::create_directories(folder, error);
  if (error || ::access(folder.c_str(), W_OK | X_OK) != 0) {
    return failure{fmt::format("can't write into {}: {}; give a folder that can be written with --out", folder.string(),
                               error ? error.message() : "permission denied")};
  }
  auto owned = take_run_folder(folder);
  if (!owned) return owned.why();
  // Another run may have come and gone since we looked.
  if (!is_unused(folder)) return in_the_way(folder);
  return owned;
}

result<owned_folder> take_run_folder(const fs::path& folder) {
  auto held = held_lock::try_to_hold(lock_in(folder), this_process());
  if (!held) return held.why();
  if (!*held) return in_use(folder);
  return owned_folder{folder, std::move(**held)};
}

void remove_run_folder(owned_folder folder) {
  { const held_lock released = std::move(folder.lock); }
  std::error_code ignored;
  fs::remove(folder.path, ignored);
}

outcome write_samples(const fs::path& folder, const run_state& state, const run_surroundings& around) {
  const placement_modes modes = state.modes();
  std::string run = "{\n\"context\": " + context_text(state, around) + ",\n\"benchmarks\": [\n";
  const char* separator = "";
  for (const repetition_record& r : state.records()) {
    const std::string mode = modes.label(r.round_trip_before_ns, r.round_trip_after_ns);
    run += separator + finished_entry(r, state.fitted().repetitions, mode);
    separator = ",\n";
  }
  run += "\n]\n}\n";
  if (auto written = replace_file(folder / "run.json", run); !written) return written;
  return replace_file(folder / "samples.csv", samples_table(state.records(), modes));
}

outcome write_histograms(const fs::path& folder, const run_state& state) {
  std::map<std::string, histogram> merged;
  for (const repetition_record& r : state.records()) {
    if (r.latency.empty()) continue;
    histogram& into = merged[r.cell];
    for (const auto& [value, count] : r.latency) into.add(value, count);
  }
  std::error_code error;
  fs::create_directories(folder / "histograms", error);
  if (error) {
    return failure{fmt::format("can't write {}: {}", (folder / "histograms").string(), error.message()),
                   exit_check_failed};
  }
  for (const auto& [cell, times] : merged) {
    std::ostringstream text;
    times.write_percentiles(text);
    // Not forced to the disk one by one: they can be derived again, and there are hundreds.
    if (auto written = replace_file(folder / "histograms" / file_name(cell), text.str(), false); !written)
      return written;
  }
  return done{};
}

}  // namespace schedlab
