// harness/judge/read/typed.py does the same for the judge's texts.
#include "harness/base/typed.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>

namespace schedlab {
namespace {

std::string& call() {
  static std::string word = "schedlab";
  return word;
}

}  // namespace

void remember_the_call(const std::string& word) { call() = quoted(word); }

const std::string& typed_call() { return call(); }

std::string as_typed(const std::string& text) {
  static const std::regex command(
      R"((^|[^\w./-])schedlab(?= (list|run|verify|show|compare|doctor|completion|--\w+)\b))");
  std::string typed;
  auto rest = text.cbegin();
  for (std::smatch found; std::regex_search(rest, text.cend(), found, command); rest = found[0].second) {
    typed.append(rest, found[1].second).append(call());
  }
  return typed.append(rest, text.cend());
}

std::string quoted(const std::string& word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_@%+=:,./-").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain && !word.empty()) return word;
  std::string inside;
  for (const char c : word) inside += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + inside + "'";
}

}  // namespace schedlab
