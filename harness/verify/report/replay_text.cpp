#include "harness/verify/report/replay_text.hpp"
#include "harness/verify/explore/subject_named.hpp"

#include <fmt/format.h>

#include "harness/base/parsed_number.hpp"

namespace schedlab::verify {
std::string replay_text(const counterexample& shown) {
  std::string choices;
  for (const unsigned choice : shown.choices) choices += fmt::format("{}{}", choices.empty() ? "" : ".", choice);
  return fmt::format("{}:{}:{}:{}:{}:{}:{}", shown.design, word(shown.planned.model),
                     shown.planned.preemptions == no_limit ? "all" : std::to_string(shown.planned.preemptions),
                     shown.planned.spurious_failures, shown.planned.as_claimed ? "claims" : "traits", choices,
                     shown.planned.scenario.text());
}

result<replay_call> parse_replay(const std::string& text) {
  std::vector<std::string_view> fields;
  std::string_view rest = text;
  while (fields.size() < 6) {
    const std::size_t end = rest.find(':');
    if (end == std::string_view::npos) {
      return failure{
          fmt::format("--replay: '{}' is no trace; one reads design:model:preemptions:spurious:traits:0.1.0:"
                      "scenario, as `schedlab verify` prints it under a counter-example",
                      text)};
    }
    fields.push_back(rest.substr(0, end));
    rest = rest.substr(end + 1);
  }
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == ' ')) rest.remove_suffix(1);
  replay_call wanted;
  wanted.explored = subject_named(fields[0]);
  if (wanted.explored == nullptr) return failure{fmt::format("--replay: there is no design '{}'", fields[0])};
  bool known_model = false;
  for (const memory_model model : all_models) {
    if (fields[1] != word(model)) continue;
    wanted.planned.model = model;
    known_model = true;
  }
  if (!known_model) return failure{fmt::format("--replay: '{}' is no model; there are sc, tso and weak", fields[1])};
  const auto preemptions = parsed_number<unsigned>(fields[2]);
  const auto spurious = parsed_number<unsigned>(fields[3]);
  if ((!preemptions && fields[2] != "all") || !spurious || (fields[4] != "claims" && fields[4] != "traits")) {
    return failure{fmt::format("--replay: '{}:{}:{}' should be two numbers and 'traits' or 'claims'", fields[2],
                               fields[3], fields[4])};
  }
  wanted.planned.preemptions = preemptions.value_or(no_limit);
  wanted.planned.spurious_failures = *spurious;
  wanted.planned.as_claimed = fields[4] == "claims";
  for (std::string_view choices = fields[5]; !choices.empty();) {
    const std::size_t end = choices.find('.');
    const auto choice = parsed_number<unsigned>(choices.substr(0, end));
    if (!choice) return failure{fmt::format("--replay: '{}' is no list of choices such as 0.1.0", fields[5])};
    wanted.choices.push_back(*choice);
    choices = end == std::string_view::npos ? std::string_view{} : choices.substr(end + 1);
  }
  auto what = parse_scenario(rest);
  if (!what) return what.why();
  if (auto fits = wanted.explored->accepts(*what); !fits) return fits.why();
  wanted.planned.scenario = *what;
  return wanted;
}

counterexample replayed(const replay_call& wanted, bool every_step) {
  return show(*wanted.explored, wanted.planned, wanted.choices, every_step);
}

}  // namespace schedlab::verify
