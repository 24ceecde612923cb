// Each kind of wrong history gets its own reason, and a reason is only ever given for a wrong history.
#include "harness/verify/history/explain.hpp"

#include "harness/verify/history/tests/random_histories.hpp"
#include "harness/verify/history/timed_history.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

// The operations one after the other.
std::vector<placed_operation> in_turn(const std::vector<operation>& operations) {
  std::vector<placed_operation> history;
  history.reserve(operations.size());
  for (const operation& one : operations) {
    history.push_back({one, (std::uint64_t{1} << history.size()) - 1});
  }
  return history;
}

explanation why(const specification& what, const std::vector<placed_operation>& history) {
  REQUIRE_FALSE(is_linearizable(what, what.initial(), history));
  return explain(what, what.initial(), history);
}

explanation why(ordering order, const std::vector<operation>& operations) {
  return why(specification{.order = order}, in_turn(operations));
}

operation push(std::uint64_t item) { return {verb::push, answer::ok, 0, item}; }
operation pop(std::uint64_t item, std::uint8_t thread = 1) { return {verb::pop, answer::ok, thread, item}; }
operation steal(std::uint64_t item) { return {verb::steal, answer::ok, 2, item}; }
operation allocate(std::uint64_t slot, std::uint8_t thread) { return {verb::allocate, answer::ok, thread, slot}; }
operation give_back(std::uint64_t slot) { return {verb::free, answer::ok, 0, slot}; }
const operation empty{verb::pop, answer::empty, 1, 0};
const operation full{verb::push, answer::full, 0, 9};

bool says(const explanation& found, complaint kind, const std::string& part) {
  UNSCOPED_INFO(name_of(found.kind) << ": " << found.text);
  return found.kind == kind && found.text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("explain: invented") {
  CHECK(says(why(ordering::fifo, {push(1), pop(2, 5)}), complaint::invented, "item 2 came out (to thread 5) but"));
  CHECK(says(why(ordering::bag, {pop(1), push(1)}), complaint::invented, "before it was put in"));
}

TEST_CASE("explain: doubled") {
  CHECK(says(why(ordering::fifo, {push(4), pop(4, 1), pop(4, 3)}), complaint::doubled,
             "item 4 came out twice: to thread 1 and to thread 3"));
  CHECK(says(why(ordering::deque, {push(4), pop(4), steal(4)}), complaint::doubled, "item 4"));
}

TEST_CASE("explain: a slot with two holders, and one that is freed twice") {
  const specification slots = specification::for_free_list(2);
  CHECK(says(why(slots, in_turn({allocate(1, 3), allocate(1, 4), give_back(1), give_back(1)})), complaint::doubled,
             "slot 1 was given to thread 3 and to thread 4"));
  CHECK(says(why(slots, in_turn({allocate(0, 3), give_back(0), give_back(0)})), complaint::other, "slot 0"));
  CHECK(says(why(slots, in_turn({allocate(0, 3), give_back(0), {verb::allocate, answer::empty, 7, 0}})),
             complaint::lost, "slot 1"));
  CHECK(says(why(slots, in_turn({allocate(0, 3), allocate(1, 3), give_back(1), {verb::allocate, answer::empty, 7, 0}})),
             complaint::spurious_empty, "slot 1 was there all the time"));
  CHECK(says(why(slots, in_turn({allocate(5, 3)})), complaint::invented, "slot 5"));
}

TEST_CASE("explain: lost") {
  CHECK(says(why(ordering::fifo, {push(1), push(2), pop(2), empty}), complaint::lost, "item 1 was put in"));
  CHECK(says(why(ordering::bag, {push(1), empty}), complaint::lost, "thread 1 was told empty"));
}

TEST_CASE("explain: out of order") {
  CHECK(says(why(ordering::fifo, {push(1), push(2), pop(2), pop(1)}), complaint::out_of_order,
             "item 2 came out before item 1, though item 1 was put in before item 2"));
  CHECK(says(why(ordering::fifo, {push(1), push(2), pop(2)}), complaint::out_of_order, "item 1 never did"));
  CHECK(says(why(ordering::producer_fifo, {push(1), push(2), pop(2)}), complaint::out_of_order, "item 1"));
  CHECK(says(why(ordering::lowest_first, {push(1), push(2), pop(2)}), complaint::out_of_order,
             "item 1 was there and has priority 1, not 2"));
  CHECK(says(why(ordering::highest_first, {push(10), push(13), pop(10), pop(13)}), complaint::out_of_order,
             "item 10 came out before item 13, though item 13 was there and has priority 3, not 0"));
  CHECK(says(why(ordering::highest_first, {push(10), push(20), pop(20), pop(10)}), complaint::out_of_order,
             "item 20 came out before item 10, though item 10 was put in before item 20"));
  CHECK(says(why(ordering::deque, {push(1), push(2), pop(1)}), complaint::out_of_order, "item 2 was put in after it"));
  CHECK(says(why(ordering::deque, {push(1), push(2), steal(2), pop(1)}), complaint::out_of_order, "put in before"));
}

TEST_CASE("explain: spurious empty and spurious full") {
  CHECK(says(why(ordering::fifo, {push(1), empty, pop(1)}), complaint::spurious_empty,
             "thread 1 was told empty although item 1 was there all the time"));
  const specification two{.order = ordering::fifo, .capacity = 2};
  CHECK(says(why(two, in_turn({push(1), full})), complaint::spurious_full, "thread 0 was told full"));
  CHECK(says(why(ordering::bag, {full}), complaint::spurious_full, "room"));
}

TEST_CASE("explain: empty while one item after the other was there") {
  const std::vector<timed_operation> history{
      {push(1), 1, 2}, {empty, 3, 20}, {push(2), 4, 5}, {pop(1), 8, 9}, {pop(2), 21, 22}};
  CHECK(says(why({.order = ordering::fifo}, placed(history)), complaint::spurious_empty, "at every moment some item"));
}

TEST_CASE("explain: a bound that was passed has no better reason") {
  const specification one{.order = ordering::fifo, .capacity = 1};
  CHECK(says(why(one, in_turn({push(1), push(2)})), complaint::other, "no order"));
}

TEST_CASE("explain: what is there from the beginning") {
  const specification fifo{.order = ordering::fifo};
  abstract_state state;
  REQUIRE((fifo.apply(state, push(1), false) && fifo.apply(state, push(2), false)));
  const auto because = [&](const std::vector<operation>& operations) {
    REQUIRE_FALSE(is_linearizable(fifo, state, in_turn(operations)));
    return explain(fifo, state, in_turn(operations));
  };
  CHECK(says(because({pop(2), pop(1)}), complaint::out_of_order, "item 2 came out before item 1"));
  CHECK(says(because({push(3), pop(3)}), complaint::out_of_order, "item 3"));
  CHECK(says(because({pop(1), empty}), complaint::lost, "item 2 was there from the beginning"));
}

TEST_CASE("explain: a reason is a proof") {
  std::size_t reasons = 0;
  for (const ordering order : {ordering::fifo, ordering::producer_fifo, ordering::deque, ordering::bag,
                               ordering::highest_first, ordering::lowest_first}) {
    for (const std::size_t capacity : {0u, 2u}) {
      for (const try_strength strength : {try_strength::strong, try_strength::weak}) {
        const specification what{.order = order, .capacity = capacity, .strength = strength};
        random_histories made(what, 99);
        for (int i = 0; i < 2000; ++i) {
          const auto history = placed(made.any());
          const explanation found = explain(what, what.initial(), history);
          if (found.kind == complaint::other) continue;
          ++reasons;
          INFO(found.text);
          REQUIRE_FALSE(is_linearizable(what, what.initial(), history));
        }
      }
    }
  }
  CHECK(reasons > 5000);
}

TEST_CASE("explain: a wrong unbounded fifo always has a reason") {
  const specification fifo{.order = ordering::fifo};
  random_histories made(fifo, 3);
  for (int i = 0; i < 5000; ++i) {
    const auto history = placed(made.any());
    if (is_linearizable(fifo, {}, history)) continue;
    REQUIRE(explain(fifo, {}, history).kind != complaint::other);
  }
}
