// What a call of schedlab asks for, and the functions that do it. Each returns the exit code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/base/result.hpp"
#include "harness/cli/verify_call.hpp"
#include "harness/run/plan/plan.hpp"

namespace schedlab {

struct list_call {
  std::string what = "queues";  // or "workloads", "cells"
  std::string filter;
  std::string suite = "full";
  bool json = false;
};

struct run_call {
  run_options options;
  std::filesystem::path out;
  std::filesystem::path resume;
  std::filesystem::path copy_of_run_json;
  bool json_on_output = false;
  bool quiet = false;
  bool in_process = false;
  bool no_wait = false;  // for another run to end
};

struct show_call {
  std::string run;
  std::string filter;
  bool complete = false;
  bool explained = false;
};

struct compare_call {
  std::string first;
  std::string second;
  std::string filter;
  bool complete = false;
  bool as_json = false;
};

struct doctor_call {
  double seconds = 6;  // of watching; a placement mode lasts up to 2
  bool json = false;
};

struct call {
  enum class kind { list, run, verify, show, compare, doctor, names, text };

  kind what = kind::text;
  list_call list;
  run_call run;
  verify::verify_call verify;
  show_call show;
  compare_call compare;
  doctor_call doctor;
  std::string names;  // cells, designs or runs
  std::string text;   // help, completion: printed as it is
};

int list_command(const list_call& asked);
int run_command(const run_call& asked);
int show_command(const show_call& asked);
int compare_command(const compare_call& asked);
int doctor_command(const doctor_call& asked);
int names_command(const std::string& of_what);

// One sentence on standard error; the exit code.
int complain(const failure& why);

}  // namespace schedlab
