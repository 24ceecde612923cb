// The child reads its request, a line of JSON, from the inherited socket, and answers on it with the text of
// run_repetition.
#include "harness/run/repetition_child.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/base/process/child_process.hpp"
#include "harness/base/result.hpp"
#include "harness/run/repetition.hpp"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace schedlab {
namespace {

using json = nlohmann::json;

std::string read_line(int descriptor) {
  std::string line;
  for (char c = 0; ::read(descriptor, &c, 1) == 1 && c != '\n';) line.push_back(c);
  return line;
}

// A killed parent takes its child along: otherwise the next run would be measured beside that child.
void die_with_parent([[maybe_unused]] pid_t parent) {
#if defined(__linux__)
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
#endif
}

bool send(const std::string& answer) {
  for (std::size_t sent = 0; sent < answer.size();) {
    const ssize_t count = ::write(child_descriptor, answer.data() + sent, answer.size() - sent);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

// Refuses a request of another version. The answer is in this side's version, so that the other side notices, too.
int refuse(const json& version) {
  fmt::print(stderr,
             "this executable speaks version {} of the line between a run and its repetitions, the run speaks {}\n",
             protocol_version, version.is_null() ? "none" : version.dump());
  send(json{{"protocol", protocol_version}}.dump());
  return exit_wrong_call;
}

}  // namespace

std::string other_version(const std::string& answer) {
  const json parsed = json::parse(answer, nullptr, false);
  if (!parsed.is_object()) return "";
  const json version = parsed.value("protocol", json());
  if (version == protocol_version) return "";
  return fmt::format(
      "the executable of the repetition speaks version {} of the line between them, this one speaks {}; "
      "build both from sources whose versions agree",
      version.is_null() ? "none" : version.dump(), protocol_version);
}

std::string to_text(const child_request& request) {
  return json{{"protocol", protocol_version},
              {"cell", request.cell},
              {"parent", ::getpid()},
              {"max_threads", request.max_threads},
              {"warmup_s", request.repetition.warmup_s},
              {"window_s", request.repetition.window_s},
              {"watchdog_s", request.repetition.watchdog_s},
              {"seed", request.repetition.seed}}
      .dump();
}

int repetition_child() {
  const json asked = json::parse(read_line(child_descriptor), nullptr, false);
  if (!asked.is_object()) {
    std::fputs("schedlab repetition: is started by `schedlab run` only; run one cell yourself with --in-process\n",
               stderr);
    return exit_wrong_call;
  }
  if (asked.value("protocol", json()) != protocol_version) return refuse(asked.value("protocol", json()));
  die_with_parent(asked.at("parent"));
  cell_registry registry;
  registry.max_threads = asked.at("max_threads");
  const std::string wanted = asked.at("cell");
  add_design_of(wanted, registry);
  for (const cell& c : registry.cells) {
    if (c.name != wanted) continue;
    return send(run_repetition(c,
                               {asked.at("warmup_s"), asked.at("window_s"), asked.at("watchdog_s"), asked.at("seed")}))
               ? exit_done
               : exit_check_failed;
  }
  std::fprintf(stderr, "this executable has no cell %s\n", wanted.c_str());
  return exit_check_failed;
}

}  // namespace schedlab
