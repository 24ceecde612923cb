// The way of a repetition into the results: records, journal, placement modes, files.
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "harness/base/nearest_names.hpp"
#include "harness/measure/placement_modes.hpp"
#include "harness/run/plan/journal.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

namespace fs = std::filesystem;

class folder {
 public:
  folder() {
    std::string name = (fs::temp_directory_path() / "schedlab-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const planned_cell one_cell{"queue/ring/pair/1t", "ring", "pair", "1t", 1, false};

child_report answered(const std::string& answer) {
  child_report report;
  report.ending = child_report::end::exited;
  report.answer = answer;
  report.took_s = 0.1;
  return report;
}

const std::string good_answer =
    R"({"benchmark": {"name": "x", "iterations": 10, "real_time": 5.5, "time_unit": "ns",)"
    R"( "flag_round_trip_before_ns": 50, "flag_round_trip_after_ns": 51}, "histogram": [[20, 3], [30, 1]]})";

run_state state_of_one_cell() {
  plan what;
  what.options.repetitions = 3;
  what.cells = {one_cell};
  return run_state(what);
}

}  // namespace

TEST_CASE("a_number") {
  const repetition_record record = to_record(one_cell, {2, 40}, answered(good_answer), 10);
  CHECK(record.error.empty());
  CHECK(record.repetition == 2);
  CHECK(record.latency.size() == 2);
  CHECK(record.round_trip_before_ns == 50);
  const std::string entry = finished_entry(record, 9, "50ns");
  CHECK(entry.find(R"("name":"queue/ring/pair/1t")") != std::string::npos);
  CHECK(entry.find(R"("order_in_run":40)") != std::string::npos);
  CHECK(entry.find(R"("real_time":5.5)") != std::string::npos);
  CHECK(entry.find(R"("placement_mode":"50ns"})") != std::string::npos);
}

TEST_CASE("reasons_instead_of_numbers") {
  const auto error_of = [](const child_report& report) { return to_record(one_cell, {}, report, 10).error; };
  CHECK(error_of(answered(R"({"wrong": "lost 3 items"})")) == "wrong answer: lost 3 items");
  CHECK(error_of(answered("")).find("can't be read") != std::string::npos);
  CHECK(error_of(answered("[1]")).find("can't be read") != std::string::npos);
  child_report report = answered("");
  report.ending = child_report::end::killed;
  report.code = SIGSEGV;
  report.last_words = "free(): invalid, \"pointer\"";
  CHECK(error_of(report).find("SIGSEGV") != std::string::npos);
  CHECK(error_of(report).find("free()") != std::string::npos);
  CHECK(to_record(one_cell, {}, report, 10).entry.find(R"("time_unit":"ns")") != std::string::npos);
  report.ending = child_report::end::timed_out;
  CHECK(error_of(report).find("no answer within 10 s") != std::string::npos);
  CHECK(to_record(one_cell, {}, report, 10).hung);
}

TEST_CASE("journal_gives_back_what_it_took") {
  folder here;
  {
    auto kept = journal::open(here.path());
    REQUIRE(kept);
    REQUIRE(kept->append(fitted_plan{2, {}}, state_of_one_cell().planned()));
    REQUIRE(kept->append(to_record(one_cell, {0, 0}, answered(good_answer), 10)));
    REQUIRE(kept->append(to_record(one_cell, {1, 1}, answered("{"), 10)));
  }
  run_state state = state_of_one_cell();
  REQUIRE(replay_journal(here.path(), state));
  REQUIRE(state.records().size() == 2);
  CHECK(state.fitted().repetitions == 2);
  CHECK(state.complete());
  CHECK(state.records()[0].latency.size() == 2);
  CHECK(state.records()[0].round_trip_after_ns == 51);
  CHECK_FALSE(state.records()[1].error.empty());
  CHECK(state.spent_s() == Approx(0.2));
}

TEST_CASE("a_torn_last_line_is_cut_off") {
  folder here;
  const std::string line = to_journal_line(to_record(one_cell, {0, 0}, answered(good_answer), 10)) + "\n";
  std::ofstream(here.path() / "journal.jsonl") << line << line.substr(0, line.size() / 2);
  run_state state = state_of_one_cell();
  REQUIRE(replay_journal(here.path(), state));
  CHECK(state.records().size() == 1);
  CHECK(fs::file_size(here.path() / "journal.jsonl") == line.size());
}

TEST_CASE("a_spoilt_line_in_the_middle_is_named") {
  folder here;
  const std::string line = to_journal_line(to_record(one_cell, {0, 0}, answered(good_answer), 10)) + "\n";
  std::ofstream(here.path() / "journal.jsonl") << line << "nonsense\n" << line;
  run_state state = state_of_one_cell();
  const auto replayed = replay_journal(here.path(), state);
  REQUIRE_FALSE(replayed);
  CHECK(replayed.why().message.find("journal.jsonl:2") != std::string::npos);
}

TEST_CASE("nothing_is_counted_twice") {
  run_state state = state_of_one_cell();
  CHECK(state.add(to_record(one_cell, {0, 0}, answered(good_answer), 10)));
  CHECK_FALSE(state.add(to_record(one_cell, {0, 5}, answered(good_answer), 10)));
  CHECK(state.total() == 3);
}

TEST_CASE("replaced_files_are_whole_or_old") {
  folder here;
  const fs::path file = here.path() / "a";
  REQUIRE(replace_file(file, "first"));
  REQUIRE(replace_file(file, "second"));
  CHECK(*read_file(file) == "second");
  CHECK_FALSE(replace_file(here.path() / "missing" / "a", "x"));
  CHECK(std::distance(fs::directory_iterator(here.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("placement_modes_are_told_apart") {
  const placement_modes modes({49, 51, 105, 50, 490, 100, 0, -1});
  REQUIRE(modes.modes().size() == 3);
  CHECK(modes.label(49, 51) == "50ns");
  CHECK(modes.label(100, 105) == "110ns");
  CHECK(modes.label(490, 490) == "490ns");
  CHECK(modes.label(50, 105) == "drifted");
  CHECK(modes.label(0, 0) == "-");
  CHECK(placement_modes({}).modes().empty());
}

TEST_CASE("neighbours_within_the_gap_are_one_mode") {
  const placement_modes modes({50, 60, 75, 95});
  CHECK(modes.modes().size() == 1);
  CHECK(modes.label(50, 95) == "75ns");
}

TEST_CASE("a_few_probes_between_two_modes_do_not_join_them") {
  std::vector<double> probes;
  probes.reserve(1006);
  for (int i = 0; i < 1000; ++i) probes.push_back(i % 2 == 0 ? 100 + i % 7 : 500 + i % 31);
  for (const double between : {130, 165, 210, 270, 340, 430}) probes.push_back(between);
  const placement_modes modes(std::move(probes));
  CHECK(modes.modes().size() == 2);
  CHECK(modes.label(210, 210) == "drifted");
  CHECK(modes.label(101, 106) == "100ns");
}

TEST_CASE("nearest_names_are_nearest") {
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(distance_to_part("rimg", "vyukov_ring_padded") == 1);
  CHECK(nearest_names("vyukv", {"null_queue", "vyukov", "vyukov_ring", "vyukov"}, 2) ==
        std::vector<std::string>{"vyukov", "vyukov_ring"});
}
