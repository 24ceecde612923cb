// `last` is the run below the current folder's results/runs that measured last.
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "harness/run/archive/run_files.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
namespace fs = std::filesystem;

namespace {

class empty_place {
 public:
  empty_place() {
    fs::remove_all(place_);
    fs::create_directories(place_ / "results/runs");
    fs::current_path(place_);
  }
  empty_place(const empty_place&) = delete;
  empty_place& operator=(const empty_place&) = delete;
  ~empty_place() {
    fs::current_path(before_);
    fs::remove_all(place_);
  }

  static void write(const fs::path& file, std::chrono::seconds ago) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "{}";
    fs::last_write_time(file, fs::file_time_type::clock::now() - ago);
  }

 private:
  const fs::path before_ = fs::current_path();
  const fs::path place_ = fs::temp_directory_path() / ("schedlab-run-named-" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("last is the run that measured last, by its plan or its journal") {
  const empty_place here;
  here.write("results/runs/z_oldest/plan.json", std::chrono::seconds(300));
  here.write("results/runs/a_newest/plan.json", std::chrono::seconds(400));
  here.write("results/runs/a_newest/journal.jsonl", std::chrono::seconds(100));
  here.write("results/runs/middle/plan.json", std::chrono::seconds(200));
  here.write("results/runs/no_run/notes.txt", std::chrono::seconds(1));
  const auto last = run_named("last");
  REQUIRE(last);
  CHECK(last->filename() == "a_newest");
  CHECK(*run_named("results/runs/middle") == "results/runs/middle");
}

TEST_CASE("without a run, last says what to do") {
  const empty_place here;
  const auto last = run_named("last");
  REQUIRE_FALSE(last);
  CHECK(last.why().message.find("measure one with `schedlab run`") != std::string::npos);
}
