// One variable behaves, whatever the orders: its stores lie in one order that no thread sees go back (the Co tests),
// and a read-modify-write has nothing between its two halves. And two variables act on each other's modification order
// (2+2W, R, S). Names and outcomes after L. Maranget, S. Sarkar, P. Sewell, "A tutorial introduction to the ARM and POWER
// relaxed memory models", 2012.
#include <fmt/format.h>

#include "harness/verify/explore/tests/litmus.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum variable;

}  // namespace

TEST_CASE("litmus: coherence holds for relaxed accesses") {
  check_litmus("CoRR", {{{write(x, 1, relaxed)}, {read(x, relaxed), read(x, relaxed)}}}, {.sc = {"00", "01", "11"}});
  check_litmus("CoWW", {{{write(x, 1, relaxed), write(x, 2, relaxed)}}, "x"}, {.sc = {"x=2"}});
  check_litmus("CoRW1", {{{read(x, relaxed), write(x, 1, relaxed)}}, "x"}, {.sc = {"0 x=1"}});
  check_litmus("CoRW2", {{{read(x, relaxed), write(x, 1, relaxed)}, {write(x, 2, relaxed)}}, "x"},
               {.sc = {"0 x=1", "0 x=2", "2 x=1"}});
  check_litmus("CoWR", {{{write(x, 1, relaxed), read(x, relaxed)}, {write(x, 2, relaxed)}}, "x"},
               {.sc = {"1 x=1", "1 x=2", "2 x=2"}});
}

// All of 7 x 7 pairs but those where one reader saw 1 and then 2, and the other 2 and then 1.
TEST_CASE("litmus CoRR2: two readers agree on the order of two stores") {
  const std::vector<std::string> seen = {"00", "01", "02", "11", "12", "21", "22"};
  outcomes agreeing;
  for (const std::string& first : seen) {
    for (const std::string& second : seen) {
      const bool contrary = (first == "12" && second == "21") || (first == "21" && second == "12");
      if (!contrary) agreeing.insert(fmt::format("{}|{}", first, second));
    }
  }
  CHECK(agreeing.size() == 47);
  check_litmus("CoRR2",
               {{{write(x, 1, relaxed)},
                 {write(x, 2, relaxed)},
                 {read(x, relaxed), read(x, relaxed)},
                 {read(x, relaxed), read(x, relaxed)}}},
               {.sc = agreeing});
}

TEST_CASE("litmus: nothing comes between the halves of a read-modify-write") {
  check_litmus("two fetch_adds", {{{add(x, 1, relaxed)}, {add(x, 1, relaxed)}}, "x"}, {.sc = {"0|1 x=2", "1|0 x=2"}});
  check_litmus("three, two of them by one thread",
               {{{add(x, 1, relaxed), add(x, 1, relaxed)}, {add(x, 1, relaxed)}}, "x"},
               {.sc = {"01|2 x=3", "02|1 x=3", "12|0 x=3"}});
  check_litmus("a store", {{{add(x, 1, relaxed)}, {write(x, 5, relaxed)}}, "x"}, {.sc = {"0 x=5", "5 x=6"}});
  check_litmus("two exchanges", {{{exchange(x, 1, relaxed)}, {exchange(x, 2, relaxed)}}, "x"},
               {.sc = {"0|1 x=2", "2|0 x=1"}});
  check_litmus("two compare-exchanges: one wins",
               {{{compare_exchange(x, 0, 1, relaxed, relaxed)}, {compare_exchange(x, 0, 2, relaxed, relaxed)}}, "x"},
               {.sc = {"0|1 x=1", "2|0 x=2"}});
  check_litmus("a load behind", {{{add(x, 1, relaxed), read(x, relaxed)}, {add(x, 1, relaxed)}}, "x"},
               {.sc = {"01|1 x=2", "02|1 x=2", "12|0 x=2"}});
}

// The stores of each thread in the order of the other's: no thread reads, so there is nothing for release to pair with.
TEST_CASE("litmus 2+2W: the modification orders of two variables may contradict") {
  const known_outcomes in_order{.sc = {"x=1 y=2", "x=2 y=1", "x=2 y=2"}};
  const known_outcomes contradicting{.sc = {"x=1 y=2", "x=2 y=1", "x=2 y=2"}, .weak_adds = {"x=1 y=1"}};
  const auto crossing = [](order first, order second) -> litmus_program {
    return {{{write(x, 1, first), write(y, 2, second)}, {write(y, 1, first), write(x, 2, second)}}, "xy"};
  };
  check_litmus("relaxed", crossing(relaxed, relaxed), contradicting);
  check_litmus("release", crossing(release, release), contradicting);
  check_litmus("seq_cst first", crossing(seq_cst, relaxed), contradicting);
  check_litmus("seq_cst", crossing(seq_cst, seq_cst), in_order);
  check_litmus("seq_cst fences",
               {{{write(x, 1, relaxed), fence(seq_cst), write(y, 2, relaxed)},
                 {write(y, 1, relaxed), fence(seq_cst), write(x, 2, relaxed)}},
                "xy"},
               in_order);
}

TEST_CASE("litmus R: a store late in modification order, and a load that misses what came before it") {
  const auto r = [](order store, order load) -> litmus_program {
    return {{{write(x, 1, store), write(y, 1, store)}, {write(y, 2, store), read(x, load)}}, "y"};
  };
  const outcomes always = {"0 y=1", "1 y=1", "1 y=2"};
  check_litmus("relaxed", r(relaxed, relaxed), {.sc = always, .tso_adds = {"0 y=2"}});
  check_litmus("release, acquire", r(release, acquire), {.sc = always, .tso_adds = {"0 y=2"}});
  check_litmus("seq_cst", r(seq_cst, seq_cst), {.sc = always});
  check_litmus("seq_cst fences",
               {{{write(x, 1, relaxed), fence(seq_cst), write(y, 1, relaxed)},
                 {write(y, 2, relaxed), fence(seq_cst), read(x, relaxed)}},
                "y"},
               {.sc = always});
}

TEST_CASE("litmus S: a store that comes before the one whose flag its thread saw") {
  const auto s = [](order raise, order look) -> litmus_program {
    return {{{write(x, 2, relaxed), write(y, 1, raise)}, {read(y, look), write(x, 1, relaxed)}}, "x"};
  };
  const outcomes always = {"0 x=1", "0 x=2", "1 x=1"};
  check_litmus("relaxed", s(relaxed, relaxed), {.sc = always, .weak_adds = {"1 x=2"}});
  check_litmus("release, acquire", s(release, acquire), {.sc = always});
}
