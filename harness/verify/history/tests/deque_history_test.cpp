// The order patterns of a deque: each alone, each once in a long history, and against the general checker.
#include "harness/verify/history/queue_history.hpp"
#include "harness/verify/history/tests/long_histories.hpp"
#include "harness/verify/history/tests/random_histories.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

const specification deque_of_any_size{.order = ordering::deque};

operation push(std::uint64_t item) { return {verb::push, answer::ok, 0, item}; }
operation pop(std::uint64_t item) { return {verb::pop, answer::ok, 0, item}; }
operation steal(std::uint64_t item) { return {verb::steal, answer::ok, 1, item}; }
const operation no_pop{verb::pop, answer::empty, 0, 0};
const operation no_steal{verb::steal, answer::empty, 1, 0};

bool is_right(const std::vector<timed_operation>& history) {
  const queue_report found = check_queue_history(deque_of_any_size, history);
  UNSCOPED_INFO(found.why.text);
  REQUIRE(found.right == is_linearizable(deque_of_any_size, {}, placed(history)));
  return found.right;
}

bool says(const std::vector<timed_operation>& history, complaint kind, const std::string& part,
          const std::vector<std::size_t>& operations) {
  const queue_report found = check_queue_history(deque_of_any_size, history);
  UNSCOPED_INFO((found.right ? "right" : name_of(found.why.kind)) << ": " << found.why.text);
  return !found.right && found.why.kind == kind && found.why.text.find(part) != std::string::npos &&
         found.operations == operations;
}

const std::vector<timed_operation>& long_right() {
  static const auto history = long_history(ordering::deque, 100'000);
  return history;
}

// The judge's answer when two operations for which `fits` is true get each other's items.
template <class Fits>
explanation with_exchanged(Fits fits) {
  auto history = long_right();
  const auto [one, later] = two_takes(history, fits);
  std::swap(history[one].call.item, history[later].call.item);
  return check_queue_history(deque_of_any_size, history).why;
}

}  // namespace

TEST_CASE("deque history: the owner takes the youngest, a thief the oldest") {
  CHECK(is_right({{push(1), 1, 2}, {push(2), 3, 4}, {pop(2), 5, 6}, {pop(1), 7, 8}, {no_pop, 9, 10}}));
  CHECK(is_right({{push(1), 1, 2}, {push(2), 3, 4}, {steal(1), 5, 6}, {steal(2), 7, 8}, {no_steal, 9, 10}}));
  CHECK(is_right({{push(1), 1, 2}, {push(2), 3, 4}, {steal(1), 5, 6}, {pop(2), 5, 6}}));
}

TEST_CASE("deque history: steals that overlap may be in either order, and a pop may follow a steal that is not over") {
  CHECK(is_right({{push(1), 1, 2}, {push(2), 3, 4}, {steal(2), 5, 8}, {steal(1), 6, 7}}));
  CHECK(is_right({{push(1), 1, 2},
                  {push(2), 3, 4},
                  {push(3), 5, 6},
                  {steal(1), 1, 20},
                  {pop(3), 7, 8},
                  {pop(2), 9, 10},
                  {no_pop, 11, 12}}));
}

TEST_CASE("deque history: a steal in front of which an older item was left") {
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {steal(2), 5, 6}, {steal(1), 7, 8}}, complaint::out_of_order,
             "item 2 came out before item 1, though item 1 was put in before item 2", {0, 1, 2, 3}));
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {steal(2), 5, 6}, {pop(1), 7, 8}}, complaint::out_of_order,
             "item 1 was put in before item 2", {0, 1, 2, 3}));
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {steal(2), 5, 6}}, complaint::out_of_order, "item 1 never did",
             {0, 1, 2}));
}

TEST_CASE("deque history: a pop behind which a younger item was left") {
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {pop(1), 5, 6}, {pop(2), 7, 8}}, complaint::out_of_order,
             "item 1 was popped and item 2 came out later, though item 2 was put in after it", {0, 1, 2, 3}));
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {pop(1), 5, 6}, {steal(2), 7, 8}}, complaint::out_of_order,
             "item 2 was stolen", {0, 1, 2, 3}));
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {pop(1), 5, 6}}, complaint::out_of_order, "item 2 never came out",
             {0, 1, 2}));
}

TEST_CASE("deque history: a younger item was stolen, at no matter which time, yet an older one was popped") {
  CHECK(says({{push(1), 1, 2}, {push(2), 3, 4}, {steal(2), 1, 20}, {pop(1), 5, 6}}, complaint::out_of_order,
             "item 1 was popped and item 2 was stolen", {0, 1, 3, 2}));
}

TEST_CASE("deque history: empty for the owner and for a thief") {
  CHECK(is_right({{push(1), 1, 2}, {no_pop, 3, 4}, {steal(1), 1, 5}}));
  CHECK(says({{push(1), 1, 2}, {no_steal, 3, 4}, {pop(1), 5, 6}}, complaint::spurious_empty,
             "thread 1 was told empty although item 1 was there all the time", {1, 0, 2}));
  CHECK(says({{push(1), 1, 2}, {no_pop, 3, 4}, {steal(1), 5, 6}}, complaint::spurious_empty, "item 1 was there",
             {1, 0, 2}));
  CHECK(says({{push(1), 1, 2}, {no_steal, 3, 20}, {push(2), 4, 5}, {steal(1), 8, 9}, {pop(2), 21, 22}},
             complaint::spurious_empty, "at every moment some item", {1}));
}

TEST_CASE("deque history: a lost race is right where another operation ran, and no steal is told full") {
  CHECK(is_right({{push(1), 1, 3}, {{verb::steal, answer::contended, 1, 0}, 2, 4}}));
  CHECK(says({{push(1), 1, 2}, {{verb::steal, answer::contended, 1, 0}, 3, 4}}, complaint::other, "never right", {1}));
  CHECK(says({{{verb::steal, answer::full, 1, 0}, 3, 4}}, complaint::spurious_full, "full", {0}));
}

TEST_CASE("deque history: one fault in 100,000 operations is found and named") {
  REQUIRE(check_queue_history(deque_of_any_size, long_right()).right);
  const auto asked = [](verb first, verb second, auto when) {
    return [=](const timed_operation& one, const timed_operation& later) {
      return one.call.action == first && later.call.action == second && when(one, later);
    };
  };
  const auto apart = [](const auto& one, const auto& later) { return one.ended < later.began; };
  const auto at_once_of_the_last_two = [](const auto& one, const auto& later) {
    return one.ended >= later.began && one.call.item == later.call.item + 1;
  };
  CHECK(with_exchanged(asked(verb::steal, verb::steal, apart)).kind == complaint::out_of_order);
  CHECK(with_exchanged(asked(verb::pop, verb::pop, apart)).kind == complaint::out_of_order);
  CHECK(with_exchanged(asked(verb::steal, verb::pop, apart)).kind == complaint::out_of_order);
  CHECK(with_exchanged(asked(verb::pop, verb::steal, apart)).kind == complaint::out_of_order);
  const explanation found = with_exchanged(asked(verb::pop, verb::steal, at_once_of_the_last_two));
  CHECK(found.kind == complaint::out_of_order);
  CHECK(found.text.find("was stolen") != std::string::npos);
}

TEST_CASE("deque history: one item in 100,000 operations that stays inside for ever is found") {
  for (const verb asked : {verb::pop, verb::steal}) {
    auto history = long_right();
    history.pop_back();  // otherwise the item would be called lost
    std::size_t at = history.size() / 2;
    while (history[at].call.action != asked || history[at].call.reply != answer::ok) ++at;
    history[at].call = {asked, answer::contended, 0, 0};
    CHECK(check_queue_history(deque_of_any_size, history).why.kind == complaint::out_of_order);
  }
}

TEST_CASE("deque history: where the owner's operations overlap, nothing right is called wrong") {
  std::size_t wrong = 0;
  std::size_t missed = 0;
  random_histories made(deque_of_any_size, 23);
  for (int i = 0; i < 40'000; ++i) {
    const auto history = made.any();
    const queue_report found = check_queue_history(deque_of_any_size, history);
    INFO(found.why.text);
    const bool is_right = is_linearizable(deque_of_any_size, {}, placed(history));
    if (is_right) REQUIRE(found.right);
    if (!is_right) ++wrong;
    if (!is_right && found.right) ++missed;
  }
  CHECK(wrong > 5000);
  CHECK(missed * 500 < wrong);
}
