// The scripts only use what bash 3.2 (macOS) and zsh's compsys have always had.
#include "harness/cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/joined.hpp"

namespace schedlab {
namespace {

// The words to choose from. The program that is being completed is asked for names.
std::string bash_words(const std::vector<std::string>& words, const std::vector<std::string>& names) {
  std::string all = joined(words, " ");
  for (const std::string& of_what : names) all += fmt::format(" $(\"$1\" completion {} 2>/dev/null)", of_what);
  return fmt::format("compgen -W \"{}\" -- \"$word\"", all);
}

// The word after `schedlab completion` that prints the names for such an option; empty if it has none.
std::string names_to_offer(const option& one) {
  if (one.type == a_run) return "runs";
  if (one.type == a_filter) return "cells";
  return one.type == a_design ? "designs" : "";
}

// What may stand at a place of the command line: fixed choices, and kinds of names that the program is asked for.
struct offered_words {
  std::vector<std::string> choices;
  std::vector<std::string> names;
};

offered_words words_of(const command& one) {
  offered_words found;
  for (const option& each : one.options) {
    if (!each.is_word()) continue;
    found.choices.insert(found.choices.end(), each.choices.begin(), each.choices.end());
    const std::string names = names_to_offer(each);
    const bool is_new = std::find(found.names.begin(), found.names.end(), names) == found.names.end();
    if (!names.empty() && is_new) found.names.push_back(names);
  }
  return found;
}

bool takes_path(const option& one) { return one.type == "DIR" || one.type == "FILE"; }

std::string bash_values(const option& one) {
  std::string reply = bash_words(one.choices, {});
  if (takes_path(one)) reply = "compgen -f -- \"$word\"";
  const std::string names = names_to_offer(one);
  if (!names.empty()) reply = bash_words({}, {names});
  if (names == "runs") reply += "; compgen -d -- \"$word\"";
  return fmt::format("      {}) COMPREPLY=($({})); return ;;\n", one.name, reply);
}

// Quotes text that stands within single quotes and within the brackets of _arguments.
std::string zsh_quoted(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else if (c == '[' || c == ']' || c == ':') {
      quoted += std::string("\\") + c;
    } else {
      quoted += c;
    }
  }
  return quoted;
}

// An action that runs within the quotes of _arguments.
std::string zsh_names(const std::vector<std::string>& names) {
  std::string calls;
  for (const std::string& of_what : names) calls += fmt::format(" $($program completion {} 2>/dev/null)", of_what);
  return fmt::format("{{compadd --{}; _files -/}}", calls);
}

std::string zsh_option(const option& one) {
  std::string value;
  if (const std::string names = names_to_offer(one); !names.empty()) {
    value = ":value:" + zsh_names({names});
  } else if (takes_path(one)) {
    value = ":path:_files";
  } else if (!one.choices.empty()) {
    value = fmt::format(":value:({})", joined(one.choices, " "));
  } else if (one.takes_value()) {
    value = ":value: ";
  }
  return fmt::format("        '{}{}[{}]{}' \\\n", one.name, one.takes_value() ? "=" : "", zsh_quoted(one.help), value);
}

}  // namespace

std::string bash_completion(const std::vector<command>& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const command& one : commands) {
    names.push_back(one.name);
    offered_words words = words_of(one);
    words.choices.emplace_back("--help");
    std::string values;
    for (const option& each : one.options) {
      if (each.is_word()) continue;
      words.choices.push_back(each.name);
      if (each.takes_value()) values += bash_values(each);
    }
    cases += fmt::format("    {})\n", one.name);
    if (!values.empty()) cases += fmt::format("      case \"$before\" in\n{}      esac\n", values);
    cases += fmt::format("      COMPREPLY=($({})) ;;\n", bash_words(words.choices, words.names));
  }
  return fmt::format(R"(# bash completion for schedlab: source <(schedlab completion bash)
_schedlab() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{}  esac
}}
complete -F _schedlab schedlab
)",
                     joined(names, " "), cases);
}

std::string zsh_completion(const std::vector<command>& commands) {
  std::string names;
  std::string cases;
  for (const command& one : commands) {
    names += fmt::format("    '{}:{}'\n", one.name, zsh_quoted(one.about));
    cases +=
        fmt::format("    {})\n      _arguments \\\n        '--help[Print this help message and exit]' \\\n", one.name);
    for (const option& each : one.options) {
      if (!each.is_word()) cases += zsh_option(each);
    }
    const offered_words words = words_of(one);
    const std::string more = words.names.empty() ? " " : zsh_names(words.names);
    if (!words.choices.empty()) cases += fmt::format("        '1: :({})' \\\n", joined(words.choices, " "));
    cases += fmt::format("        '*: :{}'\n      ;;\n", more);
  }
  return fmt::format(R"(#compdef schedlab
# zsh completion for schedlab: source <(schedlab completion zsh)
_schedlab() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local program=$words[1] command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
compdef _schedlab schedlab
)",
                     names, cases);
}

}  // namespace schedlab
