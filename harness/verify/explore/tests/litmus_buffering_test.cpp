// Store buffering and what forbids it, loads that a store's own thread answers, and load buffering. Names and outcomes
// after S. Owens, S. Sarkar, P. Sewell, "A better x86 memory model: x86-TSO", TPHOLs 2009 (SB, n4b, n5, n6, iwp2.4), and
// L. Maranget, S. Sarkar, P. Sewell, "A tutorial introduction to the ARM and POWER relaxed memory models", 2012.
#include "harness/verify/explore/tests/litmus.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum variable;

// Both threads say that they are here and then look for the other one: Dekker's algorithm, a work-stealing pop, a hazard
// pointer. "0|0" is two threads that both think they are alone.
litmus_program store_buffering(order store, order load) {
  return {{{write(x, 1, store), read(y, load)}, {write(y, 1, store), read(x, load)}}};
}

litmus_program store_buffering_fenced(order first, order second) {
  return {{{write(x, 1, relaxed), fence(first), read(y, relaxed)},
           {write(y, 1, relaxed), fence(second), read(x, relaxed)}}};
}

const known_outcomes somebody_sees{.sc = {"0|1", "1|0", "1|1"}};
const known_outcomes nobody_may_see{.sc = {"0|1", "1|0", "1|1"}, .tso_adds = {"0|0"}};
const known_outcomes nobody_may_see_in_cpp{.sc = {"0|1", "1|0", "1|1"}, .weak_adds = {"0|0"}};

}  // namespace

TEST_CASE("litmus SB: only a total order forbids it") {
  check_litmus("relaxed", store_buffering(relaxed, relaxed), nobody_may_see);
  check_litmus("release and acquire", store_buffering(release, acquire), nobody_may_see);
  check_litmus("seq_cst", store_buffering(seq_cst, seq_cst), somebody_sees);
}

TEST_CASE("litmus SB: half of the accesses seq_cst is not enough, whichever half") {
  check_litmus("stores (x86 drains the buffer, C++ promises nothing)", store_buffering(seq_cst, relaxed),
               nobody_may_see_in_cpp);
  check_litmus("loads", store_buffering(relaxed, seq_cst), nobody_may_see);
  check_litmus("one thread", {{{write(x, 1, seq_cst), read(y, seq_cst)}, {write(y, 1, relaxed), read(x, relaxed)}}},
               nobody_may_see);
}

TEST_CASE("litmus SB: a seq_cst fence in both threads forbids it, in one it does not") {
  check_litmus("both", store_buffering_fenced(seq_cst, seq_cst), somebody_sees);
  check_litmus("one", store_buffering_fenced(seq_cst, acq_rel), nobody_may_see);
  check_litmus("weaker fences", store_buffering_fenced(acq_rel, acq_rel), nobody_may_see);
  check_litmus("a fence against seq_cst accesses",
               {{{write(x, 1, seq_cst), read(y, seq_cst)}, {write(y, 1, relaxed), fence(seq_cst), read(x, relaxed)}}},
               somebody_sees);
  check_litmus("three threads in a ring",
               {{{write(x, 1, relaxed), fence(seq_cst), read(y, relaxed)},
                 {write(y, 1, relaxed), fence(seq_cst), read(z, relaxed)},
                 {write(z, 1, relaxed), fence(seq_cst), read(x, relaxed)}}},
               {.sc = {"0|0|1", "0|1|0", "0|1|1", "1|0|0", "1|0|1", "1|1|0", "1|1|1"}});
}

// What is a full barrier on x86 is in C++ an access like others.
TEST_CASE("litmus SB: locked instructions") {
  const known_outcomes forbidden{.sc = {"00|01", "01|00", "01|01"}};
  const known_outcomes only_on_x86{.sc = {"00|01", "01|00", "01|01"}, .weak_adds = {"00|00"}};
  const auto exchanging = [](order swap, order load) -> litmus_program {
    return {{{exchange(x, 1, swap), read(y, load)}, {exchange(y, 1, swap), read(x, load)}}};
  };
  check_litmus("exchange as the store, seq_cst", exchanging(seq_cst, seq_cst), forbidden);
  check_litmus("exchange as the store, relaxed", exchanging(relaxed, relaxed), only_on_x86);
  check_litmus("exchange seq_cst, load relaxed", exchanging(seq_cst, relaxed), only_on_x86);
  check_litmus("fetch_add as the load",
               {{{write(x, 1, relaxed), add(y, 0, acq_rel)}, {write(y, 1, relaxed), add(x, 0, acq_rel)}}},
               nobody_may_see_in_cpp);
  check_litmus("a compare-exchange that fails as the load",
               {{{write(x, 1, relaxed), compare_exchange(y, 2, 3, seq_cst, relaxed)},
                 {write(y, 1, relaxed), compare_exchange(x, 2, 3, seq_cst, relaxed)}}},
               nobody_may_see_in_cpp);
  check_litmus("a locked instruction on a third variable, which both change",
               {{{write(x, 1, relaxed), add(z, 1, acq_rel), read(y, relaxed)},
                 {write(y, 1, relaxed), add(z, 1, acq_rel), read(x, relaxed)}}},
               {.sc = {"00|11", "01|11", "11|00", "11|01"}});
}

TEST_CASE("litmus: a thread reads its own store before others can") {
  check_litmus("iwp2.4",
               {{{write(x, 1, relaxed), read(x, relaxed), read(y, relaxed)},
                 {write(y, 1, relaxed), read(y, relaxed), read(x, relaxed)}}},
               {.sc = {"10|11", "11|10", "11|11"}, .tso_adds = {"10|10"}});
  check_litmus("iwp2.4, seq_cst",
               {{{write(x, 1, seq_cst), read(x, seq_cst), read(y, seq_cst)},
                 {write(y, 1, seq_cst), read(y, seq_cst), read(x, seq_cst)}}},
               {.sc = {"10|11", "11|10", "11|11"}});
  // In "20 x=2", C++ lets the second thread's stores pass each other.
  check_litmus(
      "n6",
      {{{write(x, 1, relaxed), read(x, relaxed), read(y, relaxed)}, {write(y, 2, relaxed), write(x, 2, relaxed)}}, "x"},
      {.sc = {"10 x=2", "12 x=1", "12 x=2", "22 x=2"}, .tso_adds = {"10 x=1"}, .weak_adds = {"20 x=2"}});
  check_litmus("n5", {{{write(x, 1, relaxed), read(x, relaxed)}, {write(x, 2, relaxed), read(x, relaxed)}}},
               {.sc = {"1|1", "1|2", "2|2"}});
  check_litmus("n4b", {{{read(x, relaxed), write(x, 1, relaxed)}, {read(x, relaxed), write(x, 2, relaxed)}}},
               {.sc = {"0|0", "0|1", "2|0"}});
}

// The load of one thread reads the store that the other one only makes later. ARM and POWER may do it, and C++ does not
// forbid it; a machine that performs one instruction after the other has no way there.
TEST_CASE("litmus LB: the known exception, never shown here") {
  const auto load_buffering = [](order load, order store) -> litmus_program {
    return {{{read(x, load), write(y, 1, store)}, {read(y, load), write(x, 1, store)}}};
  };
  const known_outcomes hidden{.sc = {"0|0", "0|1", "1|0"}, .cannot_be_shown = {"1|1"}};
  check_litmus("relaxed", load_buffering(relaxed, relaxed), hidden);
  check_litmus("acquire only", load_buffering(acquire, relaxed), hidden);
  check_litmus("release only", load_buffering(relaxed, release), hidden);
  check_litmus("acquire and release", load_buffering(acquire, release), {.sc = {"0|0", "0|1", "1|0"}});
}
