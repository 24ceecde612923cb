// Messages: one thread writes something and then raises a flag. Does a thread that sees the flag see the message, too;
// directly, through a third thread, and through others' read-modify-writes of the flag? Names and outcomes after L.
// Maranget, S. Sarkar, P. Sewell, "A tutorial introduction to the ARM and POWER relaxed memory models", 2012.
#include "harness/verify/explore/tests/litmus.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum variable;

// x is the message and y the flag. "10" is the flag without the message.
litmus_program message(order data, order raise, order look, order take) {
  return {{{write(x, 1, data), write(y, 1, raise)}, {read(y, look), read(x, take)}}};
}

litmus_program message(std::vector<instruction> sender, std::vector<instruction> receiver) {
  return {{std::move(sender), std::move(receiver)}};
}

const known_outcomes arrives{.sc = {"00", "01", "11"}};
const known_outcomes may_be_missed{.sc = {"00", "01", "11"}, .weak_adds = {"10"}};

}  // namespace

TEST_CASE("litmus MP: release and acquire on the flag, both and nothing less") {
  check_litmus("relaxed", message(relaxed, relaxed, relaxed, relaxed), may_be_missed);
  check_litmus("release, acquire", message(relaxed, release, acquire, relaxed), arrives);
  check_litmus("release alone", message(relaxed, release, relaxed, relaxed), may_be_missed);
  check_litmus("acquire alone", message(relaxed, relaxed, acquire, relaxed), may_be_missed);
  check_litmus("on the message instead of the flag", message(release, relaxed, relaxed, acquire), may_be_missed);
  check_litmus("seq_cst flag", message(relaxed, seq_cst, seq_cst, relaxed), arrives);
  check_litmus("seq_cst", message(seq_cst, seq_cst, seq_cst, seq_cst), arrives);
}

TEST_CASE("litmus MP: fences, in the right place") {
  const instruction wrote = write(x, 1, relaxed);
  const instruction raised = write(y, 1, relaxed);
  const instruction looked = read(y, relaxed);
  const instruction took = read(x, relaxed);
  check_litmus("both", message({wrote, fence(release), raised}, {looked, fence(acquire), took}), arrives);
  check_litmus("both seq_cst", message({wrote, fence(seq_cst), raised}, {looked, fence(seq_cst), took}), arrives);
  check_litmus("with a load", message({wrote, fence(release), raised}, {read(y, acquire), took}), arrives);
  check_litmus("with a store", message({wrote, write(y, 1, release)}, {looked, fence(acquire), took}), arrives);
  check_litmus("release alone", message({wrote, fence(release), raised}, {looked, took}), may_be_missed);
  check_litmus("acquire alone", message({wrote, raised}, {looked, fence(acquire), took}), may_be_missed);
}

TEST_CASE("litmus MP: fences, in the wrong place or of the wrong kind") {
  const instruction wrote = write(x, 1, relaxed);
  const instruction raised = write(y, 1, relaxed);
  const instruction looked = read(y, relaxed);
  const instruction took = read(x, relaxed);
  const std::vector<instruction> sends{wrote, fence(release), raised};
  const std::vector<instruction> receives{looked, fence(acquire), took};
  check_litmus("before the message", message({fence(release), wrote, raised}, receives), may_be_missed);
  check_litmus("behind the flag", message({wrote, raised, fence(release)}, receives), may_be_missed);
  check_litmus("before the look", message(sends, {fence(acquire), looked, took}), may_be_missed);
  check_litmus("kinds exchanged", message({wrote, fence(acquire), raised}, {looked, fence(release), took}),
               may_be_missed);
}

TEST_CASE("litmus MP: a flag of read-modify-writes is no stronger than its order") {
  const auto counted = [](order how) {
    return message({write(x, 1, relaxed), add(y, 1, how)}, {add(y, 0, how), read(x, relaxed)});
  };
  check_litmus("relaxed", counted(relaxed), {.sc = {"0|00", "0|01", "0|11"}, .weak_adds = {"0|10"}});
  check_litmus("acq_rel", counted(acq_rel), {.sc = {"0|00", "0|01", "0|11"}});
}

TEST_CASE("litmus MP: a compare-exchange has the order of what it came to") {
  const std::vector<instruction> sends{write(x, 1, relaxed), write(y, 1, release)};
  const auto receives = [](std::uint32_t expected, order success, order failure) -> std::vector<instruction> {
    return {compare_exchange(y, expected, 3, success, failure), read(x, relaxed)};
  };
  check_litmus("fails, acquire on failure", message(sends, receives(2, relaxed, acquire)), arrives);
  check_litmus("fails, acquire on success only", message(sends, receives(2, acq_rel, relaxed)), may_be_missed);
  check_litmus("succeeds, acquire on success", message(sends, receives(1, acquire, relaxed)), arrives);
  check_litmus("succeeds, acquire on failure only", message(sends, receives(1, relaxed, acquire)), may_be_missed);
}

// A thread sees that another one saw a store. x86 is multi-copy atomic, and so is an interleaving.
TEST_CASE("litmus WRC, ISA2: messages through a third thread") {
  const known_outcomes passed_on{.sc = {"0|00", "0|01", "0|10", "0|11", "1|00", "1|01", "1|11"}};
  const known_outcomes may_be_lost{.sc = {"0|00", "0|01", "0|10", "0|11", "1|00", "1|01", "1|11"},
                                   .weak_adds = {"1|10"}};
  const auto wrc = [](order store, order load) -> litmus_program {
    return {{{write(x, 1, store)}, {read(x, load), write(y, 1, store)}, {read(y, load), read(x, relaxed)}}};
  };
  check_litmus("WRC relaxed", wrc(relaxed, relaxed), may_be_lost);
  check_litmus("WRC release, acquire", wrc(release, acquire), passed_on);
  // What the second thread has read is before its release, whichever thread wrote it.
  check_litmus(
      "WRC, the first message relaxed",
      {{{write(x, 1, relaxed)}, {read(x, relaxed), write(y, 1, release)}, {read(y, acquire), read(x, relaxed)}}},
      passed_on);
  const auto isa2 = [](order store, order load) -> litmus_program {
    return {{{write(x, 1, relaxed), write(y, 1, store)},
             {read(y, load), write(z, 1, store)},
             {read(z, load), read(x, relaxed)}}};
  };
  check_litmus("ISA2 relaxed", isa2(relaxed, relaxed), may_be_lost);
  check_litmus("ISA2 release, acquire", isa2(release, acquire), passed_on);
}

TEST_CASE("litmus: read-modify-writes continue a release sequence") {
  check_litmus(
      "another thread's, relaxed",
      {{{write(x, 1, relaxed), write(y, 1, release)}, {add(y, 1, relaxed)}, {read(y, acquire), read(x, relaxed)}}},
      {.sc = {"0|00", "0|01", "0|10", "0|11", "1|00", "1|01", "1|11", "1|21"}});
  check_litmus(
      "the own one, relaxed",
      {{{write(x, 1, relaxed), write(y, 1, release), add(y, 1, relaxed)}, {read(y, acquire), read(x, relaxed)}}},
      {.sc = {"1|00", "1|01", "1|11", "1|21"}});
}

// C++11 and RC11 let a relaxed store of the releasing thread continue its release sequence; C++20 does not (P0982R1).
TEST_CASE("litmus: a store continues no release sequence") {
  check_litmus(
      "another thread's: it may be first, so even an interleaving shows \"20\"",
      {{{write(x, 1, relaxed), write(y, 1, release)}, {write(y, 2, relaxed)}, {read(y, acquire), read(x, relaxed)}}},
      {.sc = {"00", "01", "11", "20", "21"}});
  check_litmus(
      "the own one: the difference between C++20 and RC11",
      {{{write(x, 1, relaxed), write(y, 1, release), write(y, 2, relaxed)}, {read(y, acquire), read(x, relaxed)}}},
      {.sc = {"00", "01", "11", "21"}, .weak_adds = {"20"}});
  check_litmus("a release fence serves all stores behind it",
               {{{write(x, 1, relaxed), fence(release), write(y, 1, relaxed), write(y, 2, relaxed)},
                 {read(y, acquire), read(x, relaxed)}}},
               {.sc = {"00", "01", "11", "21"}});
}
