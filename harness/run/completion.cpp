// The scripts only use what bash 3.2 (macOS) and zsh's compsys have always had.
#include "harness/run/completion.hpp"

#include <fmt/format.h>

#include "harness/run/joined.hpp"

namespace schedlab {
namespace {

std::string bash_values(const completed_option& option) {
  const std::string reply = option.takes_path
                                ? "compgen -f -- \"$word\""
                                : fmt::format("compgen -W \"{}\" -- \"$word\"", joined(option.choices, " "));
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

std::string zsh_option(const completed_option& option, const std::string& name) {
  std::string value;
  if (option.takes_path) {
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
    cases += fmt::format("      COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n", joined(words, " "));
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
    cases += command.words.empty() ? "        '*: : '\n      ;;\n"
                                   : fmt::format("        '1: :({})' '*: : '\n      ;;\n", joined(command.words, " "));
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
  local command=$words[2]
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
