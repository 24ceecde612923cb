#include "harness/verify/subjects/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "harness/base/joined.hpp"
#include "harness/base/parsed_number.hpp"

namespace schedlab::verify {
namespace {

constexpr const char* example =
    "for example \"capacity 2; before: push; push pop | pop\", of a scheduler \"workers 2; submit stop | forks\"";

constexpr verb verbs[] = {
    verb::push,         verb::pop,           verb::wait_pop, verb::steal,          verb::close,
    verb::allocate,     verb::free,          verb::steady,   verb::submit,         verb::submits,
    verb::throws,       verb::ranks,         verb::grows,    verb::waits,          verb::awaits,
    verb::meet,         verb::gathers,       verb::forks,    verb::nests,          verb::spawns,
    verb::forks_stolen, verb::spawns_stolen, verb::drain,    verb::forks_throwing, verb::spawns_throwing,
    verb::stop};

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

std::uint64_t usual_item(std::size_t group, std::size_t pushes) {
  if (group == 0) return pushes < 9 ? 1 + pushes : 41 + pushes;
  return 10 * group + pushes;
}

// `group` is 0 for the operations before the threads, then the number of the thread from 1.
result<std::vector<planned_operation>> parse_operations(std::string_view text, std::size_t group) {
  const std::size_t most = group == 0 ? scenario::most_operations_before : scenario::most_operations;
  std::vector<planned_operation> planned;
  std::size_t pushes = 0;
  for (std::string word : words_of(text)) {
    std::size_t times = 1;
    if (const std::size_t star = word.find('*'); star != std::string::npos) {
      times = parsed_number<std::size_t>(word.substr(star + 1)).value_or(0);
      if (times == 0) return failure{fmt::format("scenario: '{}' should be such as push*5", word)};
      word.resize(star);
    }
    if (const auto item = parsed_number<std::uint64_t>(word)) {
      if (planned.empty() || planned.back().action != verb::push || *item >= scenario::most_items) {
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
    if (planned.size() + std::min(times, most + 1) > most) {
      return failure{
          fmt::format("scenario: more than {} operations {}", most, group == 0 ? "before" : "in one thread")};
    }
    for (; times > 0; --times) {
      planned.push_back({*asked, *asked == verb::push ? usual_item(group, pushes++) : 0});
      if (planned.back().item < scenario::most_items - 8) continue;  // those numbers are pushed at the end
      return failure{fmt::format("scenario: more items than {}", scenario::most_items)};
    }
  }
  return planned;
}

std::string text_of(const std::vector<planned_operation>& planned, std::size_t group) {
  constexpr std::size_t few = 3;
  std::string text;
  std::size_t pushes = 0;
  for (std::size_t i = 0; i < planned.size();) {
    const verb asked = planned[i].action;
    std::size_t times = 0;
    const auto is_another = [&](const planned_operation& p) {
      return p.action == asked && (asked != verb::push || p.item == usual_item(group, pushes + times));
    };
    while (i + times < planned.size() && is_another(planned[i + times])) ++times;
    if (times <= few) times = 1;
    text += fmt::format("{}{}", text.empty() ? "" : " ", word(asked));
    if (times > few) text += fmt::format("*{}", times);
    if (asked == verb::push && planned[i].item != usual_item(group, pushes))
      text += fmt::format(" {}", planned[i].item);
    if (asked == verb::push) pushes += times;
    i += times;
  }
  return text;
}

// A setting that a scenario has or has not.
struct setting {
  const char* words;
  void (*set)(scenario& what);
  bool (*holds)(const scenario& what);
};

constexpr setting settings[] = {
    {"steal half", [](scenario& s) { s.steals_half = true; }, [](const scenario& s) { return s.steals_half; }},
    {"items owned", [](scenario& s) { s.items = scenario::item_form::owned; },
     [](const scenario& s) { return s.items == scenario::item_form::owned; }},
    {"items wide", [](scenario& s) { s.items = scenario::item_form::wide; },
     [](const scenario& s) { return s.items == scenario::item_form::wide; }},
    {"memory short", [](scenario& s) { s.memory_is_short = true; },
     [](const scenario& s) { return s.memory_is_short; }},
    {"made by all", [](scenario& s) { s.is_made_by_all = true; }, [](const scenario& s) { return s.is_made_by_all; }},
};

const setting* setting_named(const std::vector<std::string>& words) {
  const std::string text = joined(words, " ");
  for (const setting& one : settings) {
    if (text == one.words) return &one;
  }
  return nullptr;
}

std::string names_of_settings() {
  std::vector<std::string> names;
  for (const setting& one : settings) names.push_back(fmt::format("'{}'", one.words));
  return joined(names);
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
  std::set<std::string> given;
  while (rest.find(';') != std::string_view::npos) {
    const std::string_view part = next_part(';');
    const auto words = words_of(part);
    if (!words.empty() && !given.insert(words[0]).second) {
      return failure{fmt::format("scenario: '{}' is given twice", words[0])};
    }
    if (const setting* const known = setting_named(words)) {
      known->set(parsed);
    } else if (words.size() == 2 && words[0] == "capacity" && parsed_number<std::uint64_t>(words[1]).value_or(0) > 0) {
      parsed.capacity = *parsed_number<std::uint64_t>(words[1]);
    } else if (words.size() == 2 && words[0] == "workers" && parsed_number<unsigned>(words[1]).value_or(0) > 0) {
      parsed.workers = *parsed_number<unsigned>(words[1]);
    } else if (words.size() == 2 && words[0] == "first" && parsed_number<std::uint64_t>(words[1])) {
      parsed.constants.first_position = *parsed_number<std::uint64_t>(words[1]);
    } else if (words.size() == 2 && words[0] == "retire" && parsed_number<unsigned>(words[1]).value_or(0) > 0) {
      parsed.constants.retire_batch = *parsed_number<unsigned>(words[1]);
    } else if (words.size() == 2 && words[0] == "seats" && parsed_number<unsigned>(words[1]).value_or(0) > 0) {
      parsed.seats = *parsed_number<unsigned>(words[1]);
    } else if (words.size() == 2 && words[0] == "idle" && idle_step_named(words[1])) {
      parsed.idle = *idle_step_named(words[1]);
    } else if (!words.empty() && words[0] == "before:") {
      auto before = parse_operations(part.substr(part.find(':') + 1), 0);
      if (!before) return before.why();
      parsed.before = *before;
    } else if (words.size() == 2 &&
               (words[0] == "capacity" || words[0] == "workers" || words[0] == "retire" || words[0] == "seats")) {
      return failure{fmt::format("scenario: '{0} N' takes a whole number above 0, '{1}' is none", words[0], words[1])};
    } else {
      return failure{fmt::format(
          "scenario: '{}' is not 'workers N', 'idle park', 'capacity N', 'first N', 'retire N', {} or 'before: ...', {}",
          part, names_of_settings(), example)};
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
  if (seats > 0) text += fmt::format("seats {}; ", seats);
  if (idle != idle_step::park) text += fmt::format("idle {}; ", word(idle));
  for (const setting& one : settings) {
    if (one.holds(*this)) text += fmt::format("{}; ", one.words);
  }
  if (constants.first_position != 0) text += fmt::format("first {}; ", constants.first_position);
  if (constants.retire_batch != policy_constants{}.retire_batch)
    text += fmt::format("retire {}; ", constants.retire_batch);
  if (workers == 0 || capacity != usual_capacity) text += fmt::format("capacity {}; ", capacity);
  if (!before.empty()) text += fmt::format("before: {}; ", text_of(before, 0));
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += fmt::format("{}{}", t == 0 ? "" : " | ", text_of(threads[t], t + 1));
  }
  return text;
}

bool scenario::has_settings() const {
  return std::any_of(std::begin(settings), std::end(settings),
                     [this](const setting& one) { return one.holds(*this); }) ||
         constants.first_position != 0 || constants.retire_batch != policy_constants{}.retire_batch || seats > 0;
}

bool scenario::uses(verb asked) const {
  const auto in = [asked](const std::vector<planned_operation>& planned) {
    return std::any_of(planned.begin(), planned.end(), [asked](const auto& p) { return p.action == asked; });
  };
  return in(before) || std::any_of(threads.begin(), threads.end(), in);
}

}  // namespace schedlab::verify
