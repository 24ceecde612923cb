// The general checker against every order tried one by one, and against the histories everybody knows.
#include "harness/verify/history/linearizability.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "harness/verify/history/tests/random_histories.hpp"
#include "harness/verify/history/timed_history.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

const specification fifo{.order = ordering::fifo};

bool is_right(const specification& what, const std::vector<timed_operation>& history) {
  return is_linearizable(what, what.initial(), placed(history));
}

// Whether this order keeps to the predecessors and the specification.
bool is_right_order(const specification& what, const std::vector<placed_operation>& history,
                    const std::vector<std::size_t>& order) {
  abstract_state state = what.initial();
  std::uint64_t done = 0;
  for (const std::size_t i : order) {
    if ((history[i].predecessors & ~done) != 0) return false;
    if (!what.apply(state, history[i].call, is_overlapped(history, i))) return false;
    done |= std::uint64_t{1} << i;
  }
  return order.size() == history.size();
}

bool some_order_is_right(const specification& what, const std::vector<placed_operation>& history) {
  std::vector<std::size_t> order(history.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    if (is_right_order(what, history, order)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

operation push(std::uint64_t item) { return {verb::push, answer::ok, 0, item}; }
operation pop(std::uint64_t item) { return {verb::pop, answer::ok, 1, item}; }
const operation empty{verb::pop, answer::empty, 1, 0};
const operation lost_race{verb::pop, answer::contended, 1, 0};

}  // namespace

TEST_CASE("linearizability: overlapping pushes may come out either way, consecutive ones only in order") {
  CHECK(is_right(fifo, {{push(1), 1, 5}, {push(2), 2, 4}, {pop(2), 6, 7}, {pop(1), 8, 9}}));
  CHECK_FALSE(is_right(fifo, {{push(1), 1, 2}, {push(2), 3, 4}, {pop(2), 6, 7}, {pop(1), 8, 9}}));
  CHECK(is_right(fifo, {{push(1), 1, 2}, {push(2), 3, 4}, {pop(2), 6, 9}, {pop(1), 8, 9}}));
}

TEST_CASE("linearizability: equal times overlap") {
  CHECK(is_right(fifo, {{push(1), 1, 2}, {empty, 2, 3}}));
  CHECK_FALSE(is_right(fifo, {{push(1), 1, 2}, {empty, 3, 4}}));
}

TEST_CASE("linearizability: nothing, and one operation") {
  CHECK(is_right(fifo, {}));
  CHECK(is_right(fifo, {{empty, 1, 2}}));
  CHECK_FALSE(is_right(fifo, {{pop(1), 1, 2}}));
}

TEST_CASE("linearizability: an answer without effect may wait for one behind it in the history") {
  CHECK(is_right(fifo, {{empty, 1, 20}, {pop(1), 4, 20}, {push(1), 2, 3}}));
  CHECK(is_right(fifo, {{lost_race, 5, 9}, {empty, 3, 9}, {push(1), 5, 9}}));
  CHECK_FALSE(is_right(fifo, {{lost_race, 5, 9}, {push(1), 1, 2}}));
}

TEST_CASE("linearizability: the initial state counts") {
  abstract_state state;
  REQUIRE(fifo.apply(state, push(7), false));
  CHECK(is_linearizable(fifo, state, std::vector<placed_operation>{{pop(7), 0}, {empty, 1}}));
  CHECK_FALSE(is_linearizable(fifo, state, std::vector<placed_operation>{{pop(7), 2}, {empty, 0}}));
}

TEST_CASE("linearizability: agrees with trying every order") {
  std::size_t right = 0;
  std::size_t wrong = 0;
  for (const ordering order : {ordering::fifo, ordering::producer_fifo, ordering::deque, ordering::bag,
                               ordering::highest_first, ordering::lowest_first}) {
    for (const std::size_t capacity : {0u, 2u}) {
      for (const try_strength strength : {try_strength::strong, try_strength::weak}) {
        const specification what{.order = order, .capacity = capacity, .strength = strength};
        random_histories made(what, 7 + capacity);
        for (int i = 0; i < 600; ++i) {
          const auto history = placed(made.any());
          if (history.size() > 7) continue;
          const linearization found = linearize(what, what.initial(), history);
          REQUIRE(found.found == some_order_is_right(what, history));
          REQUIRE(found.found == is_linearizable(what, what.initial(), history));
          if (found.found) REQUIRE(is_right_order(what, history, found.order));
          ++(found.found ? right : wrong);
        }
      }
    }
  }
  CHECK(right > 1000);
  CHECK(wrong > 1000);
}

TEST_CASE("linearizability: what was over before what began need not come from a clock") {
  // a before b and c before d, nothing else: no times say that.
  const std::vector<placed_operation> history{{push(1), 0}, {pop(2), 1}, {push(2), 0}, {pop(1), 4}};
  CHECK(linearize(fifo, {}, history).found);
}

// 62 operations of which half overlap each other, in a wrong history: without the memory of dead ends this takes longer
// than anybody waits.
TEST_CASE("linearizability: a hard history of 62 operations is decided at once") {
  const specification bag{.order = ordering::bag};
  std::vector<timed_operation> history;
  for (std::uint64_t item = 0; item < 60; item += 2) {
    history.push_back({push(item), item * 10 + 1, item * 10 + 39});
    history.push_back({pop(item), item * 10 + 2, item * 10 + 39});
  }
  history.push_back({push(99), 2000, 2001});
  history.push_back({empty, 2002, 2003});
  const auto begin = std::chrono::steady_clock::now();
  CHECK_FALSE(is_right(bag, history));
  history.pop_back();
  CHECK(is_right(bag, history));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));
}

TEST_CASE("linearizability: a dead end is one for its state only") {
  std::vector<timed_operation> history;
  for (std::uint64_t item = 1; item <= 6; ++item) history.push_back({push(item), 1, 9});
  for (std::uint64_t item = 6; item >= 1; --item) history.push_back({pop(item), 100 - 10 * item, 101 - 10 * item});
  CHECK(is_right(fifo, history));
}

TEST_CASE("linearizability: at most 64 operations") {
  std::vector<placed_operation> history;
  for (std::uint64_t item = 0; item < 64; ++item) {
    history.push_back({push(item), item == 0 ? 0 : ~std::uint64_t{0} >> (64 - item)});
  }
  CHECK(linearize(fifo, {}, history).found);
  history.push_back({push(64), 0});
  CHECK_THROWS_AS(linearize(fifo, {}, history), std::length_error);
}
