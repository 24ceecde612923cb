// The total order of seq_cst operations: what it forbids when more than two threads look (IRIW, RWC, W+RWC), and where
// C++20 leaves it more freedom than this machine has. Names and outcomes after O. Lahav et al., "Repairing sequential
// consistency in C/C++11", PLDI 2017, and for the rules that C++20 adopted from it, [atomics.order].
#include "harness/verify/explore/tests/litmus.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum variable;

// Two readers of two independent stores: all 16 but "10|10", where they disagree on which came first.
outcomes agreeing_readers() {
  outcomes all;
  for (const char* first : {"00", "01", "10", "11"}) {
    for (const char* second : {"00", "01", "10", "11"}) all.insert(std::string(first) + "|" + second);
  }
  all.erase("10|10");
  return all;
}

litmus_program independent_readers(order store, order first, order second) {
  return {{{write(x, 1, store)},
           {write(y, 1, store)},
           {read(x, first), read(y, second)},
           {read(y, first), read(x, second)}}};
}

}  // namespace

TEST_CASE("litmus IRIW: acquire does not make readers agree, seq_cst does") {
  const known_outcomes agree{.sc = agreeing_readers()};
  const known_outcomes may_disagree{.sc = agreeing_readers(), .weak_adds = {"10|10"}};
  CHECK(agree.sc.size() == 15);
  check_litmus("relaxed", independent_readers(relaxed, relaxed, relaxed), may_disagree);
  check_litmus("release, acquire", independent_readers(release, acquire, acquire), may_disagree);
  check_litmus("seq_cst", independent_readers(seq_cst, seq_cst, seq_cst), agree);
  check_litmus("seq_cst fences between the loads",
               {{{write(x, 1, relaxed)},
                 {write(y, 1, relaxed)},
                 {read(x, relaxed), fence(seq_cst), read(y, relaxed)},
                 {read(y, relaxed), fence(seq_cst), read(x, relaxed)}}},
               agree);
  // RC11 allows it, C++20 does not: a load that read a store is ordered behind one that did not, whichever thread
  // stored.
  check_litmus("only the loads are seq_cst", independent_readers(relaxed, seq_cst, seq_cst), agree);
}

TEST_CASE("litmus RWC, W+RWC: a fence passes on what its thread has seen") {
  const known_outcomes forbidden{.sc = {"00|0", "00|1", "01|0", "01|1", "10|1", "11|0", "11|1"}};
  check_litmus("RWC",
               {{{write(x, 1, relaxed)},
                 {read(x, relaxed), fence(seq_cst), read(y, relaxed)},
                 {write(y, 1, relaxed), fence(seq_cst), read(x, relaxed)}}},
               forbidden);
  check_litmus("W+RWC, fences",
               {{{write(x, 1, relaxed), write(y, 1, release)},
                 {read(y, acquire), fence(seq_cst), read(z, relaxed)},
                 {write(z, 1, relaxed), fence(seq_cst), read(x, relaxed)}}},
               forbidden);
  check_litmus("W+RWC, seq_cst accesses",
               {{{write(x, 1, seq_cst), write(y, 1, release)},
                 {read(y, acquire), read(z, seq_cst)},
                 {write(z, 1, seq_cst), read(x, seq_cst)}}},
               forbidden);
}

// Below, a seq_cst operation is performed after another one and yet before it in the total order. C++20 allows that where
// nothing but a relaxed flag, or release and acquire in the middle of a thread, leads from one to the other; ARM does it,
// for a load-acquire may be performed before an older plain load. This machine's total order is the order in which
// things are performed. So a design that relies on seq_cst *data* behind a relaxed flag looks better than it is.
TEST_CASE("litmus: the known exception of seq_cst data behind a relaxed flag, never shown here") {
  const known_outcomes hidden{.sc = {"00", "01", "11"}, .cannot_be_shown = {"10"}};
  check_litmus("accesses", {{{write(x, 1, seq_cst), write(y, 1, relaxed)}, {read(y, relaxed), read(x, seq_cst)}}},
               hidden);
  check_litmus("a fence and an access",
               {{{write(x, 1, relaxed), fence(seq_cst), write(y, 1, relaxed)}, {read(y, relaxed), read(x, seq_cst)}}},
               hidden);
}

TEST_CASE("litmus IRIW-acq-sc: the known exception of readers whose first load is only acquire, never shown here") {
  check_litmus("IRIW-acq-sc", independent_readers(seq_cst, acquire, seq_cst),
               {.sc = agreeing_readers(), .cannot_be_shown = {"10|10"}});
}

// The total order of POWER's compilation contradicts happens-before, the reason for "strongly happens before" in C++20.
TEST_CASE("litmus Z6.U: the known exception of a total order against happens-before, never shown here") {
  check_litmus("Z6.U",
               {{{write(x, 1, seq_cst), write(y, 1, release)},
                 {add(y, 1, seq_cst), read(y, relaxed)},
                 {write(y, 3, seq_cst), read(x, seq_cst)}}},
               {.sc = {"01|0", "01|1", "03|0", "03|1", "12|0", "12|1", "13|1", "31|0", "31|1", "34|0", "34|1"},
                .cannot_be_shown = {"13|0"}});
}
