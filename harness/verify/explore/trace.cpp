#include "harness/verify/explore/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "harness/verify/history/specification.hpp"
#include "harness/verify/machine/order_overrides.hpp"
#include "harness/verify/memory/view.hpp"
#include "harness/verify/subjects/scenario.hpp"

namespace schedlab::verify {
namespace {

// Small numbers are written as they are; a number with something packed into its upper half is written as two halves.
std::string value_text(std::uint64_t value) {
  if (value < 1'000'000) return fmt::format("{}", value);
  if (value > ~std::uint64_t{0} - 1000) return fmt::format("-{}", ~value + 1);
  const std::uint64_t high = value >> 32;
  if (high < 1000) return fmt::format("{}:{}", high, value & 0xFFFFFFFF);
  return fmt::format("{:#x}", value);
}

std::string operation_text(const operation& done, bool with_answer) {
  const bool gives = puts(done.action);
  std::string text = word(done.action);
  if (gives) text += fmt::format(" {}", done.item);
  if (!with_answer) return text;
  text += fmt::format(" -> {}", word(done.reply));
  if (!gives && done.reply == answer::ok) text += fmt::format(" {}", done.item);
  return text;
}

class tracer {
 public:
  tracer(const std::vector<step>& steps, const field_list& fields, bool every_step)
      : steps_(steps), fields_(fields), every_step_(every_step) {}

  std::vector<trace_line> lines() {
    for (std::size_t i = 1; i < steps_.size(); ++i) {
      const step& s = steps_[i];
      if (!every_step_) {
        const bool of_payload =
            s.place.line == 0 && (s.kind == step_kind::plain_read || s.kind == step_kind::plain_write);
        if (of_payload && i + 1 < steps_.size()) continue;
        if (s.kind == step_kind::begin) {
          joins_ = false;
          if (const std::size_t end = uninterrupted_end(i)) {
            add(i, s.thread, operation_text(steps_[end].done, true), "", "");
            for (std::size_t inside = i; inside <= end; ++inside) line_of_[inside] = lines_.back().number;
            i = end;
            joins_ = false;
            continue;
          }
          prefix_ = operation_text(s.done, false) + ": ";
          continue;
        }
      }
      add_step(i);
      if (s.kind == step_kind::end) joins_ = false;
    }
    return std::move(lines_);
  }

 private:
  // Where the operation that begins here ends, if it could as well have been one step: no other thread does anything
  // meanwhile, its stores are seen at once, and it sees the newest. Otherwise 0.
  std::size_t uninterrupted_end(std::size_t begin) const {
    std::size_t end = 0;
    for (std::size_t i = begin + 1; i < steps_.size(); ++i) {
      const bool same = steps_[i].thread == steps_[begin].thread;
      if (end == 0 && (!same || steps_[i].overtaken)) return 0;
      if (end == 0 && steps_[i].kind == step_kind::end) end = i;
      if (end != 0 && same && steps_[i].kind == step_kind::flush) return 0;
    }
    return end;
  }

  // Adds a step. Short steps that follow each other in one thread share a line.
  void add(std::size_t index, unsigned thread, std::string action, std::string place, std::string note) {
    constexpr std::size_t widest = 52;
    action = std::exchange(prefix_, "") + action;
    if (!every_step_ && joins_ && lines_.back().thread == thread &&
        lines_.back().action.size() + action.size() < widest) {
      trace_line& line = lines_.back();
      line.action += "; " + action;
      join(line.place, place);
      join(line.note, note);
      line_of_[index] = line.number;
      return;
    }
    joins_ = true;
    const auto number = static_cast<unsigned>(lines_.size() + 1);
    line_of_[index] = number;
    threads_began_ = threads_began_ || thread != outside_thread;
    lines_.push_back({number, thread, std::move(action), std::move(place), thread == outside_thread && threads_began_,
                      std::move(note)});
  }

  static void join(std::string& text, const std::string& more) {
    if (more.empty() || text.find(more) != std::string::npos) return;
    text += (text.empty() ? "" : "; ") + more;
  }

  void add_step(std::size_t index) {
    const step& s = steps_[index];
    switch (s.kind) {
      case step_kind::begin:
        return add(index, s.thread, operation_text(s.done, false) + " begins", "", "");
      case step_kind::end:
        return add(index, s.thread, operation_text(s.done, true), "", "");
      case step_kind::load:
        return add(index, s.thread, fmt::format("{}{} is {}", every_step_ ? "load " : "", name(s), value_text(s.found)),
                   place_of(s), source(s));
      case step_kind::store:
        return add(index, s.thread,
                   fmt::format("{}{} := {}", every_step_ ? "store " : "", name(s), value_text(s.written)), place_of(s),
                   "");
      case step_kind::exchange:
      case step_kind::fetch_add:
        return add(index, s.thread, fmt::format("{}: {} to {}", name(s), value_text(s.found), value_text(s.written)),
                   place_of(s), source(s));
      case step_kind::compare_exchange:
        return add(index, s.thread,
                   s.success ? fmt::format("CAS {}: {} to {}", name(s), value_text(s.found), value_text(s.written))
                             : fmt::format("CAS {} fails, it is {}", name(s), value_text(s.found)),
                   place_of(s), source(s));
      case step_kind::fence:
        return add(index, s.thread, fmt::format("fence {}", word(s.memory_order)), place_of(s), "");
      case step_kind::plain_read:
        return add(index, s.thread, fmt::format("read {}", name(s)), place_of(s), "");
      case step_kind::plain_write:
        return add(index, s.thread, fmt::format("write {}", name(s)), place_of(s), "");
      case step_kind::flush:
        return add(index, s.thread, fmt::format("its store {} = {} is seen", name(s), value_text(s.written)), "", "");
      case step_kind::pause:
        return add(index, s.thread, "pause", "", "");
      case step_kind::lock:
        return add(index, s.thread, s.success ? "lock" : "lock fails", "", "");
      case step_kind::unlock:
        return add(index, s.thread, "unlock", "", "");
      case step_kind::sleep:
        return add(index, s.thread, fmt::format("sleep on {}", name(s)), "", "");
      case step_kind::wake:
        return add(index, s.thread, fmt::format("wake who sleeps on {}", name(s)), "", "");
      case step_kind::note:
        return;
    }
  }

  std::string name(const step& s) {
    std::string known = fields_.name_of(s.address);
    if (!known.empty()) return known;
    const auto [place, is_new] = unnamed_.try_emplace(s.address, unnamed_.size() + 1);
    return fmt::format("location {}", place->second);
  }

  std::string place_of(const step& s) const {
    if (s.place.line == 0) return s.place.function == nullptr ? "" : s.place.function;
    if (!every_step_) return fmt::format("{}:{}", s.place.function, s.place.line);
    const char* const slash = std::strrchr(s.place.file, '/');
    const bool ordered = s.kind != step_kind::plain_read && s.kind != step_kind::plain_write;
    return fmt::format("{}, {}:{}{}{}", s.place.function, slash == nullptr ? s.place.file : slash + 1, s.place.line,
                       ordered ? ", " : "", ordered ? word(s.memory_order) : "");
  }

  std::string source(const step& s) const {
    std::string text;
    if (s.read_from == 0) {
      text = "initial";
    } else if (const auto line = line_of_.find(s.read_from); line != line_of_.end()) {
      text = fmt::format("from {}", line->second);
    }
    return s.overtaken ? text + ", overtaken" : text;
  }

  const std::vector<step>& steps_;
  const field_list& fields_;
  const bool every_step_;
  bool threads_began_ = false;
  bool joins_ = false;  // whether the next step may go on in the last line
  std::string prefix_;  // the operation that begins with the next step
  std::vector<trace_line> lines_;
  std::map<std::size_t, unsigned> line_of_;
  std::map<const void*, std::size_t> unnamed_;
};

std::string column_title(unsigned thread) {
  return thread == outside_thread ? std::string("before, after") : fmt::format("thread {}", thread);
}

std::vector<unsigned> columns_of(const std::vector<trace_line>& lines, unsigned threads) {
  std::vector<unsigned> columns;
  for (unsigned t = 0; t < threads; ++t) columns.push_back(t);
  const auto is_outside = [](const trace_line& line) { return line.thread == outside_thread; };
  if (std::any_of(lines.begin(), lines.end(), is_outside)) columns.push_back(outside_thread);
  return columns;
}

}  // namespace

std::vector<trace_line> trace_of(const std::vector<step>& steps, const field_list& fields, bool every_step) {
  return tracer(steps, fields, every_step).lines();
}

std::string trace_table(const std::vector<trace_line>& lines, unsigned threads, unsigned indent,
                        std::size_t terminal_width) {
  const std::vector<unsigned> columns = columns_of(lines, threads);
  std::map<unsigned, std::size_t> width;
  for (const unsigned column : columns) width[column] = column_title(column).size();
  for (const trace_line& line : lines) width[line.thread] = std::max(width[line.thread], line.action.size());
  std::size_t place_width = 0;
  for (const trace_line& line : lines) place_width = std::max(place_width, line.place.size());

  const auto finished = [indent](std::string row) {
    row.erase(row.find_last_not_of(' ') + 1);
    return std::string(indent, ' ') + row + "\n";
  };
  std::string header = "      ";
  for (const unsigned column : columns) header += fmt::format("{:{}}  ", column_title(column), width[column]);
  std::string text = finished(header);
  for (const trace_line& line : lines) {
    std::string row = fmt::format("{:4}  ", line.number);
    for (const unsigned column : columns) {
      row += fmt::format("{:{}}  ", column == line.thread ? line.action : "", width[column]);
    }
    const std::string beside = fmt::format("{:{}}  {}", line.place, place_width, line.note);
    const std::size_t letters = beside.find_last_not_of(' ') + 1;
    if (letters > 0 && indent + row.size() + letters > terminal_width) {
      text += finished(row);
      row = std::string(8, ' ');
    }
    text += finished(row + beside);
  }
  return text;
}

std::string trace_svg(const std::vector<trace_line>& lines, unsigned threads, const std::string& title) {
  const auto escaped = [](const std::string& raw) {
    std::string text;
    for (const char c : raw) text += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return text;
  };
  const std::vector<unsigned> columns = columns_of(lines, threads);
  constexpr unsigned line_height = 26;
  constexpr unsigned top = 76;
  std::map<unsigned, unsigned> left;
  std::map<unsigned, std::size_t> letters;
  for (const trace_line& line : lines) {
    letters[line.thread] = std::max({letters[line.thread], line.action.size(), line.place.size() * 3 / 4});
  }
  unsigned right = 44;
  for (const unsigned column : columns) {
    left[column] = right;
    right += static_cast<unsigned>(std::max<std::size_t>(letters[column], 10) * 8 + 40);
  }
  const auto height = static_cast<unsigned>(top + lines.size() * (line_height + 10) + 20);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"monospace\" font-size=\"13\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<defs><marker id=\"tip\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"3\" orient=\"auto\">"
      "<path d=\"M0,0 L7,3 L0,6 z\" fill=\"#d98a6a\"/></marker></defs>\n"
      "<text x=\"12\" y=\"26\" font-weight=\"bold\">{}</text>\n",
      std::max<unsigned>(right, static_cast<unsigned>(title.size() * 8 + 24)), height, escaped(title));
  for (const unsigned column : columns) {
    svg += fmt::format("<text x=\"{}\" y=\"54\" fill=\"#444\">{}</text>\n", left[column], column_title(column));
    svg += fmt::format("<line x1=\"{0}\" y1=\"60\" x2=\"{0}\" y2=\"{1}\" stroke=\"#ccc\"/>\n", left[column] - 10,
                       height - 10);
  }
  const auto y_of = [](unsigned number) { return top + (number - 1) * (line_height + 10); };
  // Arrows are drawn first, so that they lie under the words.
  for (const trace_line& line : lines) {
    unsigned from = 0;
    if (std::sscanf(line.note.c_str(), "from %u", &from) != 1 || from == 0 || from > lines.size()) continue;
    const trace_line& store = lines[from - 1];
    if (store.thread == line.thread) continue;
    svg += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#d98a6a\" marker-end=\"url(#tip)\"/>\n",
                       left[store.thread] - 10, y_of(from) - 4, left[line.thread] - 10, y_of(line.number) - 4);
  }
  for (const trace_line& line : lines) {
    const unsigned y = y_of(line.number);
    svg += fmt::format("<text x=\"8\" y=\"{}\" fill=\"#999\">{}</text>\n", y, line.number);
    svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"#333\"/>\n", left[line.thread] - 10, y - 4);
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", left[line.thread], y, escaped(line.action));
    svg += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"#888\" font-size=\"10\">{}</text>\n", left[line.thread], y + 12,
                       escaped(line.place));
  }
  return svg + "</svg>\n";
}

}  // namespace schedlab::verify
