#include "harness/examples/new_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "harness/base/file.hpp"
#include "harness/base/process/home.hpp"
#include "harness/examples/examples.hpp"

namespace schedlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples_folder = "examples";  // as the namespace of the examples is called

constexpr std::array taken_words = {
    "alignas",   "alignof",     "and",           "and_eq",           "asm",          "auto",      "bitand",
    "bitor",     "bool",        "break",         "case",             "catch",        "char",      "char16_t",
    "char32_t",  "char8_t",     "class",         "co_await",         "co_return",    "co_yield",  "compl",
    "concept",   "const",       "const_cast",    "consteval",        "constexpr",    "constinit", "continue",
    "decltype",  "default",     "delete",        "do",               "double",       "dynamic_cast",
    "else",      "enum",        "explicit",      "export",           "extern",       "false",     "float",
    "for",       "friend",      "goto",          "if",               "inline",       "int",       "long",
    "mutable",   "namespace",   "new",           "noexcept",         "not",          "not_eq",    "nullptr",
    "operator",  "or",          "or_eq",         "private",          "protected",    "public",    "register",
    "reinterpret_cast",         "requires",      "return",           "schedlab",     "short",     "signed",
    "sizeof",    "static",      "static_assert", "static_cast",      "std",          "struct",    "switch",
    "template",  "this",        "thread_local",  "throw",            "true",         "try",       "typedef",
    "typeid",    "typename",    "union",         "unsigned",         "using",        "virtual",   "void",
    "volatile",  "wchar_t",     "while",         "xor",              "xor_eq"};

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the word begins, from there on; npos if it is not there.
std::size_t find_word(const std::string& text, const std::string& word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end]))) {
      return at;
    }
  }
  return std::string::npos;
}

std::string with_word_replaced(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = find_word(text, word); at != std::string::npos; at = find_word(text, word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

// `what` begins the sentence of a refusal.
outcome check_word(const std::string& what, const std::string& word, const std::string& instead) {
  const bool has_form =
      !word.empty() && word.front() >= 'a' && word.front() <= 'z' && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
      });
  if (!has_form)
    return failure{fmt::format("{} is '{}'; {} of small letters, digits and _, a letter first", what, word, instead)};
  if (std::find(taken_words.begin(), taken_words.end(), word) != taken_words.end()) {
    return failure{
        fmt::format("{} is '{}', which means something in C++ already; {} that is free", what, word, instead)};
  }
  return done{};
}

const std::string& example_text(const std::string& name) {
  const auto& all = example_files();
  return std::find_if(all.begin(), all.end(), [&](const example_file& one) { return one.name == name; })->text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) lines.push_back(line);
  return lines;
}

std::string without_comments(const std::string& text) {
  std::string code;
  for (const std::string& line : lines_of(text)) code += line.substr(0, line.find("//")) + "\n";
  return code;
}

// The comment at the top of the example's catalogue.
std::string opening_of_a_catalogue() {
  std::string opening;
  for (const std::string& line : lines_of(example_text("catalogue.cmake"))) {
    if (line.starts_with("#")) opening += line + "\n";
  }
  return opening;
}

std::string line_of(const std::string& example) {
  for (const std::string& line : lines_of(example_text("catalogue.cmake"))) {
    if (!line.starts_with("#") && find_word(line, example) != std::string::npos) return line + "\n";
  }
  return "";
}

bool is_listed(const std::string& catalogue, const std::string& name) {
  const std::vector<std::string> lines = lines_of(catalogue);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find("(" + name + " ") != std::string::npos && !line.starts_with("#");
  });
}

// The folder's whole path.
result<fs::path> checked_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) {
    return failure{fmt::format("--in {0}: there is no such folder; make it first: mkdir -p {0}", folder.string())};
  }
  if (!fs::is_directory(folder, error)) return failure{fmt::format("--in {}: that is no folder", folder.string())};
  const fs::path whole = fs::canonical(folder, error);
  for (const char* own : {"queues", "schedulers"}) {
    if (!home() || !fs::equivalent(whole, home()->folder / own, error)) continue;
    return failure{fmt::format(
        "--in {}: that is the lab's own catalogue; docs/adding.md says how its designs are written", folder.string())};
  }
  if (auto usable = check_word(fmt::format("--in {}: the folder's name, which is to be a namespace,", folder.string()),
                               whole.filename().string(), "give a folder with a name");
      !usable) {
    return usable.why();
  }
  return whole;
}

}  // namespace

result<written_design> write_new_design(const new_design& wanted) {
  if (auto usable = check_word("the name", wanted.name, "give one"); !usable) return usable.why();
  const auto folder = checked_folder(wanted.folder);
  if (!folder) return folder.why();
  const std::string example = "my_" + wanted.kind;
  const std::string header = example + ".hpp";
  const std::string& text = example_text(header);
  if (wanted.name != example && find_word(without_comments(text), wanted.name) != std::string::npos) {
    return failure{
        fmt::format("the name is '{}', and so is something within the example; give another one", wanted.name)};
  }

  const written_design written{wanted.folder / (wanted.name + ".hpp"), wanted.folder / "catalogue.cmake"};
  std::error_code error;
  if (fs::exists(written.header, error)) {
    return failure{fmt::format("{} is there already; give another name", written.header.string())};
  }
  std::string catalogue = opening_of_a_catalogue();
  if (fs::exists(written.catalogue, error)) {
    const auto known = read_file(written.catalogue);
    if (!known) return known.why();
    catalogue = *known;
    if (!catalogue.empty() && catalogue.back() != '\n') catalogue += '\n';
    if (is_listed(catalogue, wanted.name)) {
      return failure{
          fmt::format("{} lists a design '{}' already; give another name", written.catalogue.string(), wanted.name)};
    }
  }

  const auto as_wanted = [&](const std::string& from) {
    return with_word_replaced(with_word_replaced(from, example, wanted.name), examples_folder,
                              folder->filename().string());
  };
  if (auto made = replace_file(written.header, as_wanted(text)); !made) return made.why();
  if (auto made = replace_file(written.catalogue, catalogue + as_wanted(line_of(example))); !made) {
    fs::remove(written.header, error);
    return made.why();
  }
  return written;
}

}  // namespace schedlab
