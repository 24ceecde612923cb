#include "harness/verify/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "harness/verify/parsed_number.hpp"

namespace schedlab::verify {
namespace {

constexpr const char* example =
    "for example \"capacity 2; before: push; push pop | pop\", of a scheduler \"workers 2; submit stop | forks\"";

constexpr verb verbs[] = {verb::push,         verb::pop,           verb::steal,   verb::allocate,
                          verb::free,         verb::submit,        verb::submits, verb::waits,
                          verb::meet,         verb::forks,         verb::nests,   verb::spawns,
                          verb::forks_stolen, verb::spawns_stolen, verb::drain,   verb::stop};

std::string names_of(bool of_queues) {
  std::string names;
  for (const verb asked : verbs) {
    if (is_of_queues(asked) == of_queues) names += fmt::format("{}{}", names.empty() ? "" : ", ", word(asked));
  }
  return names;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<verb> verb_named(const std::string& name) {
  for (const verb asked : verbs) {
    if (name == word(asked)) return asked;
  }
  return std::nullopt;
}

std::optional<idle_step> idle_step_named(const std::string& name) {
  for (const idle_step what : {idle_step::pause, idle_step::park, idle_step::block}) {
    if (name == word(what)) return what;
  }
  return std::nullopt;
}

std::uint64_t usual_item(std::size_t group, std::size_t pushes) { return 10 * group + pushes + (group == 0 ? 1 : 0); }

// `group`: 0 before the threads, then their number from 1.
result<std::vector<planned_operation>> parse_operations(std::string_view text, std::size_t group) {
  std::vector<planned_operation> planned;
  std::size_t pushes = 0;
  for (const std::string& word : words_of(text)) {
    if (const auto item = parsed_number<std::uint64_t>(word)) {
      if (planned.empty() || planned.back().asked != verb::push || *item >= scenario::most_items) {
        return failure{fmt::format("scenario: '{}' must follow a push, and be below {}", word, scenario::most_items)};
      }
      planned.back().item = *item;
      continue;
    }
    const auto asked = verb_named(word);
    if (!asked) {
      return failure{fmt::format("scenario: there is no operation '{}'; there are {}, and of schedulers {}, {}", word,
                                 names_of(true), names_of(false), example)};
    }
    planned.push_back({*asked, *asked == verb::push ? usual_item(group, pushes++) : 0});
    if (planned.size() > scenario::most_operations) {
      return failure{fmt::format("scenario: more than {} operations in one thread", scenario::most_operations)};
    }
  }
  return planned;
}

std::string text_of(const std::vector<planned_operation>& planned, std::size_t group) {
  std::string text;
  std::size_t pushes = 0;
  for (const planned_operation& p : planned) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", word(p.asked));
    if (p.asked == verb::push && p.item != usual_item(group, pushes++)) text += fmt::format(" {}", p.item);
  }
  return text;
}

}  // namespace

result<scenario> parse_scenario(std::string_view text) {
  scenario parsed;
  std::string_view rest = text;
  const auto next_part = [&rest](char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    return part;
  };
  while (rest.find(';') != std::string_view::npos) {
    const std::string_view part = next_part(';');
    const auto words = words_of(part);
    if (words.size() == 2 && words[0] == "capacity" && parsed_number<std::uint64_t>(words[1]).value_or(0) > 0) {
      parsed.capacity = *parsed_number<std::uint64_t>(words[1]);
    } else if (words.size() == 2 && words[0] == "workers" && parsed_number<unsigned>(words[1]).value_or(0) > 0) {
      parsed.workers = *parsed_number<unsigned>(words[1]);
    } else if (words.size() == 2 && words[0] == "idle" && idle_step_named(words[1])) {
      parsed.idle = *idle_step_named(words[1]);
    } else if (words.size() == 2 && words[0] == "steal" && (words[1] == "one" || words[1] == "half")) {
      parsed.steals_half = words[1] == "half";
    } else if (words.size() == 2 && words[0] == "items" && words[1] == "owned") {
      parsed.items_are_owned = true;
    } else if (!words.empty() && words[0] == "before:") {
      auto before = parse_operations(part.substr(part.find(':') + 1), 0);
      if (!before) return before.why();
      parsed.before = *before;
    } else {
      return failure{fmt::format(
          "scenario: '{}' is not 'workers N', 'idle park', 'steal half', 'items owned', 'capacity N' or 'before: ...', {}",
          part, example)};
    }
  }
  do {
    auto operations = parse_operations(next_part('|'), parsed.threads.size() + 1);
    if (!operations) return operations.why();
    if (operations->empty()) return failure{fmt::format("scenario: a thread does nothing, {}", example)};
    parsed.threads.push_back(*operations);
  } while (!rest.empty());
  const std::size_t most = parsed.workers == 0 ? scenario::most_threads : scenario::most_threads_of_protocols;
  if (parsed.thread_count() > most) {
    return failure{fmt::format("scenario: {} threads; at most {} can be explored", parsed.thread_count(), most)};
  }
  return parsed;
}

std::string scenario::text() const {
  std::string text = workers == 0 ? "" : fmt::format("workers {}; ", workers);
  if (idle != idle_step::park) text += fmt::format("idle {}; ", word(idle));
  if (steals_half) text += "steal half; ";
  if (items_are_owned) text += "items owned; ";
  if (workers == 0 || capacity != usual_capacity) text += fmt::format("capacity {}; ", capacity);
  if (!before.empty()) text += fmt::format("before: {}; ", text_of(before, 0));
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += fmt::format("{}{}", t == 0 ? "" : " | ", text_of(threads[t], t + 1));
  }
  return text;
}

bool scenario::uses(verb asked) const {
  const auto in = [asked](const std::vector<planned_operation>& planned) {
    return std::any_of(planned.begin(), planned.end(), [asked](const auto& p) { return p.asked == asked; });
  };
  return in(before) || std::any_of(threads.begin(), threads.end(), in);
}

}  // namespace schedlab::verify
