// A line counts only if it ends in a line break: the text behind the last line break was torn.
#include "harness/run/plan/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

std::filesystem::path file_in(const std::filesystem::path& folder) { return folder / "journal.jsonl"; }

bool replay_cut(const std::string& line, run_state& state) {
  const json parsed = json::parse(line, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("budget_cut")) return false;
  const json& cut = parsed["budget_cut"];
  fitted_plan fitted{cut.value("repetitions", 0u), {}};
  for (const json& name : cut.value("left_out", json::array())) {
    const auto& cells = state.planned().cells;
    const auto found =
        std::find_if(cells.begin(), cells.end(), [&](const planned_cell& c) { return json(c.name) == name; });
    if (found != cells.end()) fitted.left_out.push_back(static_cast<std::size_t>(found - cells.begin()));
  }
  state.fit(std::move(fitted));
  return true;
}

}  // namespace

result<journal> journal::open(const std::filesystem::path& folder) {
  auto file = appended_file::open(file_in(folder));
  if (!file) return file.why();
  return journal(std::move(*file));
}

outcome journal::append(const repetition_record& record) { return file_.append(to_journal_line(record) + "\n"); }

outcome journal::append(const fitted_plan& fitted, const plan& what) {
  json left_out = json::array();
  for (const std::size_t i : fitted.left_out) left_out.push_back(what.cells[i].name);
  return file_.append(json{{"budget_cut", {{"repetitions", fitted.repetitions}, {"left_out", left_out}}}}.dump() +
                      "\n");
}

outcome replay_journal(const std::filesystem::path& folder, run_state& state) {
  const std::filesystem::path path = file_in(folder);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return done{};
  const auto text = read_file(path);
  if (!text) return text.why();
  std::size_t begin = 0;
  std::size_t number = 1;
  for (std::size_t end; (end = text->find('\n', begin)) != std::string::npos; begin = end + 1, ++number) {
    const std::string line = text->substr(begin, end - begin);
    if (auto record = from_journal_line(line)) {
      state.add(std::move(*record));
    } else if (!replay_cut(line, state)) {
      return failure{fmt::format("{}:{}: is not a line of a journal; delete line {} of that file to go on without it",
                                 path.string(), number, number)};
    }
  }
  if (begin != text->size()) std::filesystem::resize_file(path, begin, error);
  if (error) return failure{fmt::format("can't write {}: {}", path.string(), error.message()), exit_check_failed};
  return done{};
}

}  // namespace schedlab
