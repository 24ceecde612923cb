// The command line: what is translated, what is refused and with which sentence, and the completion made from its table.
#include "harness/cli/command_line.hpp"

#include "harness/cli/commands.hpp"
#include "harness/cli/completion.hpp"
#include "harness/cli/run_choices.hpp"

#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

result<run_call> understood(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  run_choices typed;
  const std::vector<command> commands = {{"run", "", "", options_of(typed), {}}};
  if (const auto parsed = parse_command_line(commands, arguments); !parsed) return parsed.why();
  return checked(typed, 2);
}

run_call parsed(const std::vector<std::string>& arguments) {
  const auto asked = understood(arguments);
  if (!asked) FAIL(asked.why().message);
  return *asked;
}

std::string refusal(const std::vector<std::string>& arguments) {
  const auto asked = understood(arguments);
  REQUIRE_FALSE(asked);
  CHECK(asked.why().exit_code == exit_wrong_call);
  return asked.why().message;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("defaults") {
  const run_options options = parsed({}).options;
  CHECK(options.suite == "quick");
  CHECK(options.repetitions == 9);
  CHECK(options.budget_s == 300);
  CHECK(options.threads.empty());
}

TEST_CASE("a_filter_looks_at_all_cells") {
  CHECK(parsed({"queue/vyukov_ring/"}).options.suite == "full");
  CHECK(parsed({"queue/vyukov_ring/", "--suite", "quick"}).options.suite == "quick");
  CHECK(parsed({"queue/vyukov_ring/"}).options.budget_s == 300);
  CHECK(parsed({"--suite", "full"}).options.budget_s == 0);
  CHECK(parsed({"--suite", "full", "--budget", "2"}).options.budget_s == 120);
}

TEST_CASE("flags_of_google_benchmark_are_translated") {
  for (const char* time : {"--benchmark_min_time=0.25", "--benchmark_min_time=0.25s"}) {
    const run_call asked =
        parsed({"--benchmark_filter=pair", time, "--benchmark_repetitions=3", "--benchmark_out=x.json",
                "--benchmark_format=json", "--benchmark_counters_tabular=true"});
    CHECK(asked.options.filter == "pair");
    CHECK(asked.options.window_s == Approx(0.25));
    CHECK(asked.options.repetitions == 3);
    CHECK(asked.copy_of_run_json == "x.json");
    CHECK(asked.json_on_output);
  }
}

TEST_CASE("other_flags_of_google_benchmark_are_refused_by_name") {
  CHECK(has(refusal({"--benchmark_list_tests"}), "--benchmark_list_tests has no meaning here"));
  CHECK(has(refusal({"--benchmark_perf_counters=cycles"}), "--benchmark_perf_counters"));
  CHECK(has(refusal({"--benchmark_format=csv"}), "samples.csv"));
  CHECK(has(refusal({"--benchmark_min_time=5x"}), "0.1s"));
}

TEST_CASE("numbers_out_of_bounds_are_refused") {
  CHECK(has(refusal({"--threads", "0"}), "from 1 to 8"));
  CHECK(has(refusal({"--threads", "9"}), "from 1 to 8"));
  CHECK(has(refusal({"--threads", "1,x"}), "--threads x"));
  CHECK(has(refusal({"--repetitions", "0"}), "--repetitions 0"));
  CHECK(has(refusal({"--window", "0"}), "--window 0"));
  CHECK(has(refusal({"--budget", "nan"}), "--budget nan"));
  CHECK(has(refusal({"--seed", "-1"}), "--seed -1"));
  CHECK(parsed({"--threads", "1,2,8"}).options.threads == std::vector<unsigned>{1, 2, 8});
}

TEST_CASE("choices_that_contradict_are_refused") {
  CHECK(has(refusal({"--resume", "x", "--repetitions", "2"}), "--resume"));
  CHECK(has(refusal({"a", "--benchmark_filter=b"}), "twice"));
  CHECK(has(refusal({"a", "--in-process", "--out", "x"}), "--in-process"));
}

TEST_CASE("a_mistyped_command_gets_the_nearest") {
  const auto asked = parse_command_line(all_commands(), {"lisst"});
  REQUIRE_FALSE(asked);
  CHECK(has(asked.why().message, "nearest: list"));
}

TEST_CASE("completion_knows_every_option") {
  for (const std::string& script : {bash_completion(all_commands()), zsh_completion(all_commands())}) {
    for (const char* word : {"doctor", "--benchmark_min_time", "--resume", "quick", "cells", "--help"}) {
      CHECK(has(script, word));
    }
  }
}

TEST_CASE("help_has_an_example") {
  for (const char* command : {"list", "run", "doctor", "completion"}) {
    const auto help = parse_command_line(all_commands(), {command, "--help"});
    REQUIRE(help);
    CHECK(has(help->text, "Example"));
  }
}
