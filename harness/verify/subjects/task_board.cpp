#include "harness/verify/subjects/task_board.hpp"

#include <fmt/format.h>

#include <new>

namespace schedlab::verify {

void task_board::set_up() {
  content_ = ::new (machine::here().heap().allocate(sizeof(content), alignof(content))) content;
  // relaxed: this runs before the threads start.
  for (std::size_t i = 0; i < numbers() / most_parts; ++i) content_->flags[i].store(0, order::relaxed);
  if (planned_.uses(verb::awaits)) content_->awaited_submit.store(0, order::relaxed);
  for (std::size_t i = 0; i < numbers(); ++i) {
    checked_memory::writes(&content_->runs[i], sizeof content_->runs[i], {"", 0, "nobody"});
  }
}

void task_board::tear_down() { machine::here().heap().deallocate(content_); }

void task_board::describe(field_list& fields) const {
  for (std::size_t i = 0; i < content_->runs.size(); ++i) {
    fields("runs of task", i, "", &content_->runs[i], sizeof content_->runs[i]);
  }
}

std::size_t task_board::number_of(std::size_t thread, std::size_t operation) const {
  std::size_t before = operation;
  for (std::size_t t = 0; t < thread; ++t) before += planned_.threads[t].size();
  return before * most_parts;
}

std::size_t task_board::parts_of(verb asked) {
  switch (asked) {
    case verb::submit:
    case verb::throws:
    case verb::waits:
      return 1;
    case verb::submits:
    case verb::awaits:
    case verb::forks_stolen:
    case verb::spawns_stolen:
      return 2;
    case verb::forks:
    case verb::spawns:
    case verb::forks_throwing:
    case verb::spawns_throwing:
    case verb::ranks:
      return 3;
    case verb::meet:
    case verb::gathers:
      return 4;
    case verb::nests:
      return 5;
    case verb::grows:
      return 7;
    default:
      return 0;
  }
}

bool task_board::is_submitted(verb asked) {
  return asked == verb::submits || asked == verb::ranks || asked == verb::grows || asked == verb::meet ||
         asked == verb::gathers;
}

void task_board::ends(std::size_t number) {
  std::uint64_t& runs = content_->runs[number];
  checked_memory::writes(&runs, sizeof runs, {"", 0, "a task"});
  if (++runs % destroyed > 1) complain(number, "was run twice");
}

void task_board::is_destroyed(std::size_t number) {
  std::uint64_t& runs = content_->runs[number];
  checked_memory::writes(&runs, sizeof runs, {"", 0, "a callable's end"});
  runs += destroyed;
}

bool task_board::is_spawned(std::size_t number) const {
  if (number % most_parts == 0) return false;
  const std::size_t task = number / most_parts;
  std::size_t before = 0;
  for (const auto& operations : planned_.threads) {
    if (task < before + operations.size()) {
      const verb asked = operations[task - before].action;
      return asked == verb::spawns || asked == verb::spawns_stolen || asked == verb::spawns_throwing;
    }
    before += operations.size();
  }
  return false;
}

void task_board::require(std::size_t number) const {
  const std::uint64_t& runs = content_->runs[number];
  checked_memory::reads(&runs, sizeof runs, {"", 0, "who waited for it"});
  const std::uint64_t once = is_spawned(number) ? destroyed + 1 : 1;
  if (runs == (exists(number) ? once : 0)) return;
  complain(number, exists(number) ? "has not run, and somebody was told that it has" : "was refused and has run");
}

void task_board::require_parts(verb asked, std::size_t number) const {
  for (std::size_t part = 1; part < parts_of(asked); ++part) {
    if (exists(number + part)) require(number + part);
  }
}

void task_board::require_all_of(verb asked, std::size_t number) const {
  if (exists(number)) require(number);
  require_parts(asked, number);
}

void task_board::complain(std::size_t number, const char* why) {
  machine::here().refute(violation_kind::assertion,
                         fmt::format("task {}.{} {}", number / most_parts, number % most_parts, why));
}

}  // namespace schedlab::verify
