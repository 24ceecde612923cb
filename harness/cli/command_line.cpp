// Uses CLI11.
#include "harness/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "harness/base/nearest_names.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/benchmark_flags.hpp"
#include "harness/run/plan/provenance.hpp"

namespace schedlab {
namespace {

void add(CLI::App& to, const option& one) {
  if (one.takes_value()) {
    CLI::Option* const made = to.add_option(one.name, *std::get<std::string*>(one.into), one.help);
    if (!one.type.empty()) made->type_name(one.type);
    if (!one.choices.empty()) made->check(CLI::IsMember(one.choices));
    if (!std::get<std::string*>(one.into)->empty()) made->capture_default_str();
    made->required(one.required);
    if (!one.group.empty()) made->group(one.group);
  } else {
    CLI::Option* const made = to.add_flag(one.name, *std::get<bool*>(one.into), one.help);
    if (!one.group.empty()) made->group(one.group);
  }
}

void add(CLI::App& to, const command& one) {
  CLI::App* const made = to.add_subcommand(one.name, one.about);
  for (const option& each : one.options) add(*made, each);
  made->footer(one.footer);
}

bool names_a_command(const std::vector<std::string>& arguments) {
  return !arguments.empty() && !arguments[0].starts_with('-');
}

outcome refuse_unknown_command(const std::vector<command>& commands, const std::vector<std::string>& arguments) {
  if (!names_a_command(arguments)) return done{};
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const command& one : commands) names.push_back(one.name);
  if (std::find(names.begin(), names.end(), arguments[0]) != names.end()) return done{};
  return failure{fmt::format("there is no command '{}'; nearest: {} (see schedlab --help)", arguments[0],
                             nearest_names(arguments[0], names, 1).front())};
}

// CLI11's own sentence, and where to find help.
failure wrong_call(const CLI::ParseError& problem, const std::vector<std::string>& arguments) {
  std::string sentence = problem.what();
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return {fmt::format("{}; see schedlab {}--help", sentence, names_a_command(arguments) ? arguments[0] + " " : "")};
}

// An empty value is most often a variable of a script that was never set, so it must not stand for the default or
// everything.
failure is_empty(const std::string& name) {
  return {fmt::format("{} is empty; give a value or leave it out (see --help)", name)};
}

// An option that ends in "=" is refused here, because CLI11 would take the next word as its value.
outcome refuse_cut_options(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      return is_empty(argument.substr(0, argument.size() - 1));
    }
  }
  return done{};
}

outcome refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& value : option->results()) {
        if (value.empty()) return is_empty(option->get_name());
      }
    }
  }
  return done{};
}

}  // namespace

result<parsed_call> parse_command_line(const std::vector<command>& commands, std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (auto refused = refuse_other_benchmark_flags(arguments); !refused) return refused.why();
  if (auto refused = refuse_cut_options(arguments); !refused) return refused.why();
  if (auto refused = refuse_unknown_command(commands, arguments); !refused) return refused.why();
  CLI::App app("A benchmark laboratory for queues and schedulers", "schedlab");
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text, "Print which source and which build this is");
  app.footer("Example: schedlab run queue/vyukov_ring/ --repetitions 5\nEvery command has --help with an example.");
  for (const command& one : commands) add(app, one);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return parsed_call{nullptr, as_typed(app.help())};
  } catch (const CLI::CallForVersion& version) {
    return parsed_call{nullptr, version.what()};
  } catch (const CLI::ParseError& problem) {
    return wrong_call(problem, arguments);
  }
  if (auto refused = refuse_empty_values(app); !refused) return refused.why();
  const auto chosen =
      std::find_if(commands.begin(), commands.end(), [&](const command& one) { return app.got_subcommand(one.name); });
  return parsed_call{&*chosen, ""};
}

}  // namespace schedlab
