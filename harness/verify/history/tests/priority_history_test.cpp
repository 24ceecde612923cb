// The order patterns of a priority queue: each alone, each once in a long history, and against the general checker where
// they meet most often.
#include "harness/verify/history/queue_history.hpp"

#include <algorithm>

#include "harness/verify/history/tests/long_histories.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

const specification highest{.order = ordering::highest_first};
const specification lowest{.order = ordering::lowest_first};

operation push(std::uint64_t item) { return {verb::push, answer::ok, 0, item}; }
operation pop(std::uint64_t item) { return {verb::pop, answer::ok, 1, item}; }
const operation empty{verb::pop, answer::empty, 1, 0};

bool is_right(const specification& what, const std::vector<timed_operation>& history) {
  const queue_report found = check_queue_history(what, history);
  UNSCOPED_INFO(found.why.text);
  REQUIRE(found.right == is_linearizable(what, {}, placed(history)));
  return found.right;
}

bool says(const specification& what, const std::vector<timed_operation>& history, const std::string& part,
          const std::vector<std::size_t>& operations) {
  REQUIRE_FALSE(is_linearizable(what, {}, placed(history)));
  const queue_report found = check_queue_history(what, history);
  UNSCOPED_INFO((found.right ? "right" : name_of(found.why.kind)) << ": " << found.why.text);
  return !found.right && found.why.kind == complaint::out_of_order && found.why.text.find(part) != std::string::npos &&
         found.operations == operations;
}

// Up to six items of two priorities, and calls long enough that the one decides about the order of the other.
std::vector<timed_operation> dense_history(splitmix& random) {
  std::vector<timed_operation> history;
  for (std::uint64_t number = 2 + random.below(5); number > 0; --number) {
    const std::uint64_t item = 10 * number + random.below(2);
    const std::uint64_t in = 1 + random.below(20);
    history.push_back({push(item), in, in + random.below(4)});
    if (random.one_in(6)) continue;
    const std::uint64_t out = in + random.below(20);
    history.push_back({pop(item), out, out + random.below(random.one_in(2) ? 20 : 4)});
  }
  return history;
}

}  // namespace

TEST_CASE("priority history: the most urgent comes out, and the oldest among equals") {
  const std::vector<timed_operation> history{{push(11), 1, 2}, {push(13), 3, 4},  {push(21), 5, 6}, {pop(13), 7, 8},
                                             {pop(11), 9, 10}, {pop(21), 11, 12}, {empty, 13, 14}};
  CHECK(is_right(highest, history));
  CHECK_FALSE(is_right(lowest, history));
}

TEST_CASE("priority history: something more urgent was there") {
  CHECK(says(highest, {{push(11), 1, 2}, {push(13), 3, 4}, {pop(11), 5, 6}, {pop(13), 7, 8}},
             "item 11 came out although item 13 was there all the time and has priority 3, not 1", {1, 0, 2, 3}));
  CHECK(says(lowest, {{push(11), 1, 2}, {push(13), 3, 4}, {pop(13), 5, 6}, {pop(11), 7, 8}},
             "item 13 came out although item 11 was there all the time and has priority 1, not 3", {0, 1, 2, 3}));
  CHECK(says(highest, {{push(11), 1, 2}, {push(13), 3, 4}, {pop(11), 5, 6}}, "item 13 was there", {1, 0, 2}));
}

TEST_CASE("priority history: what overlaps may come out either way") {
  CHECK(is_right(highest, {{push(11), 1, 2}, {push(13), 3, 5}, {pop(11), 5, 6}, {pop(13), 7, 8}}));
  CHECK(is_right(highest, {{push(11), 1, 2}, {push(13), 3, 4}, {pop(11), 5, 7}, {pop(13), 6, 8}}));
  CHECK(is_right(highest, {{push(11), 1, 2}, {push(13), 3, 4}, {pop(11), 5, 7}, {pop(13), 7, 8}}));
}

TEST_CASE("priority history: one more urgent item after the other was there") {
  const auto chain = [](std::uint64_t first_popped) {
    return std::vector<timed_operation>{
        {push(1), 1, 2},  {push(13), 3, 4}, {push(23), 8, 9}, {pop(1), 5, 20}, {pop(13), first_popped, 11},
        {pop(23), 21, 22}};
  };
  CHECK(
      says(highest, chain(10), "item 1 came out although at every moment some item of a more urgent priority", {0, 3}));
  CHECK(is_right(highest, chain(9)));
}

TEST_CASE("priority history: an item can only come out after its push began") {
  CHECK(says(highest, {{push(13), 1, 2}, {pop(11), 1, 6}, {push(11), 3, 4}, {pop(13), 7, 8}}, "item 13 was there",
             {0, 2, 1, 3}));
}

TEST_CASE("priority history: equals in the order of their pushes") {
  CHECK(says(highest, {{push(11), 1, 2}, {push(21), 3, 4}, {pop(21), 5, 6}, {pop(11), 7, 8}},
             "item 21 came out before item 11, though item 11 was put in before item 21", {0, 1, 2, 3}));
  CHECK(says(lowest, {{push(11), 1, 2}, {push(21), 3, 4}, {pop(21), 5, 6}}, "item 11 never did", {0, 1, 2}));
  CHECK(is_right(highest, {{push(11), 1, 3}, {push(21), 3, 4}, {pop(21), 5, 6}, {pop(11), 7, 8}}));
}

// Item 13 is there from 22 to 45, so the pop of 21 was earlier and that of 11 later, although they overlap.
TEST_CASE("priority history: equals whose order follows from something more urgent") {
  CHECK(says(
      highest,
      {{push(11), 1, 2}, {push(21), 3, 4}, {push(13), 20, 22}, {pop(13), 45, 46}, {pop(11), 25, 60}, {pop(21), 5, 40}},
      "item 21 came out before item 11", {0, 1, 5, 4}));
  CHECK(is_right(highest, {{push(11), 1, 2},
                           {push(21), 3, 4},
                           {push(13), 20, 22},
                           {pop(13), 45, 46},
                           {pop(11), 25, 60},
                           {pop(21), 5, 45}}));
}

TEST_CASE("priority history: dense ones are decided as the general checker decides them") {
  for (const specification& what : {highest, lowest}) {
    splitmix random(3);
    std::size_t right = 0;
    for (int i = 0; i < 40'000; ++i) {
      if (is_right(what, dense_history(random))) ++right;
    }
    CHECK(right > 10'000);
    CHECK(right < 20'000);
  }
}

TEST_CASE("priority history: one fault in 100,000 operations is found and named") {
  for (const specification& what : {highest, lowest}) {
    const auto right = long_history(what.order, 100'000);
    REQUIRE(check_queue_history(what, right).right);
    const auto with_exchanged = [&](bool equals) {
      auto history = right;
      const auto [first, second] = two_takes(history, [&](const auto& one, const auto& later) {
        return one.ended < later.began && equals == (priority_of(one.call.item) == priority_of(later.call.item));
      });
      std::swap(history[first].call.item, history[second].call.item);
      return check_queue_history(what, history).why;
    };
    CHECK(with_exchanged(false).kind == complaint::out_of_order);
    const explanation equals = with_exchanged(true);
    CHECK(equals.kind == complaint::out_of_order);
    CHECK(equals.text.find("was put in before") != std::string::npos);
  }
}

TEST_CASE("priority history: one item in 100,000 operations that stays inside for ever is found") {
  for (const specification& what : {highest, lowest}) {
    auto history = long_history(what.order, 100'000);
    history.pop_back();  // otherwise the item would be called lost
    // The last item of the most urgent priority: no equal passes it, only what is less urgent.
    const std::int32_t most_urgent = what.order == ordering::highest_first ? 9 : 0;
    const auto at = std::find_if(history.rbegin(), history.rend(), [&](const timed_operation& one) {
      return one.call.action == verb::pop && one.call.reply == answer::ok && priority_of(one.call.item) == most_urgent;
    });
    at->call = {verb::pop, answer::contended, 1, 0};
    const explanation found = check_queue_history(what, history).why;
    CHECK(found.kind == complaint::out_of_order);
    CHECK(found.text.find("was there all the time and has priority") != std::string::npos);
  }
}
