// The scripts only use what bash 3.2 (macOS) and zsh's compsys have always had.
#include "harness/cli/completion.hpp"

#include <fmt/format.h>

#include "harness/base/joined.hpp"

namespace schedlab {
namespace {

// The words to choose from; the program that is being called knows the names.
std::string bash_words(const std::vector<std::string>& words, const std::vector<std::string>& names) {
  std::string all = joined(words, " ");
  for (const std::string& of_what : names) all += fmt::format(" $(\"$1\" completion {} 2>/dev/null)", of_what);
  return fmt::format("compgen -W \"{}\" -- \"$word\"", all);
}

std::string bash_values(const completed_option& option) {
  std::string reply = bash_words(option.choices, {});
  if (option.takes_path) reply = "compgen -f -- \"$word\"";
  if (!option.names_to_offer.empty()) reply = bash_words({}, {option.names_to_offer});
  if (option.names_to_offer == "runs") reply += "; compgen -d -- \"$word\"";
  return fmt::format("      {}) COMPREPLY=($({})); return ;;\n", joined(option.names, "|"), reply);
}

// Within single quotes and the brackets of _arguments.
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

std::string zsh_option(const completed_option& option, const std::string& name) {
  std::string value;
  if (!option.names_to_offer.empty()) {
    value = ":value:" + zsh_names({option.names_to_offer});
  } else if (option.takes_path) {
    value = ":path:_files";
  } else if (!option.choices.empty()) {
    value = fmt::format(":value:({})", joined(option.choices, " "));
  } else if (option.takes_value) {
    value = ":value: ";
  }
  const std::string equals = option.takes_value && name.starts_with("--") ? "=" : "";
  return fmt::format("        '{}{}[{}]{}' \\\n", name, equals, zsh_quoted(option.description), value);
}

}  // namespace

std::string bash_completion(const std::vector<completed_command>& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const completed_command& command : commands) {
    names.push_back(command.name);
    std::vector<std::string> words = command.words;
    std::string values;
    for (const completed_option& option : command.options) {
      words.insert(words.end(), option.names.begin(), option.names.end());
      if (option.takes_value) values += bash_values(option);
    }
    cases += fmt::format("    {})\n", command.name);
    if (!values.empty()) cases += fmt::format("      case \"$before\" in\n{}      esac\n", values);
    cases += fmt::format("      COMPREPLY=($({})) ;;\n", bash_words(words, command.names));
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

std::string zsh_completion(const std::vector<completed_command>& commands) {
  std::string names;
  std::string cases;
  for (const completed_command& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_quoted(command.description));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const completed_option& option : command.options) {
      for (const std::string& name : option.names) cases += zsh_option(option, name);
    }
    const std::string more = command.names.empty() ? " " : zsh_names(command.names);
    if (!command.words.empty()) cases += fmt::format("        '1: :({})' \\\n", joined(command.words, " "));
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
