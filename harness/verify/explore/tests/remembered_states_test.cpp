// What a remembered state must consist of. In each program below, two executions meet in states that look alike (every
// thread has had the same answers, every variable holds the same) and yet may not go on alike, because something else
// differs. An exploration that forgets that something takes the second state for the first, and an outcome is lost.
//
// The pattern: one thread stores z = 1 before it stores x = 1, and again, with release, behind it. A thread that reads
// z = 1 with acquire knows of x or does not, and cannot tell. The execution in which it knows more is explored first.
// The last thread sees w = 2, so it was there to the end: where only one thread is left, no state is looked up.
#include "harness/verify/explore/tests/litmus.hpp"
#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "harness/verify/machine/visited_states.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum variable;

const std::vector<instruction> stores_twice{write(z, 1, relaxed), write(x, 1, relaxed), write(z, 1, release),
                                            write(w, 1, relaxed)};
const std::vector<instruction> stores_thrice{write(z, 1, relaxed), write(x, 1, relaxed), write(z, 1, release),
                                             write(z, 2, release)};
const std::vector<instruction> stays_to_the_end{read(w, relaxed)};

// `needed` is the outcome that forgetting loses.
void check(const litmus_program& program, const std::string& needed) {
  INFO(text(program));
  const litmus_run reduced = run_litmus(program, memory_model::weak, false);
  CHECK(reduced.explored.ended_as == exploration::verdict::clean);
  CHECK(reduced.all.count(needed) == 1);
  CHECK(reduced.all == allowed(program, axioms::machine));
}

}  // namespace

// In the end both have seen the same store of z, and a fence would tell them the same.
TEST_CASE("remembered states: what a thread knows") {
  check(
      {{stores_thrice, {read(z, acquire), read(z, relaxed), read(x, relaxed), write(w, 2, relaxed)}, stays_to_the_end}},
      "120|2");
}

TEST_CASE("remembered states: what a fence would add to it") {
  check({{stores_twice,
          {read(w, relaxed), read(z, relaxed), write(z, 3, relaxed), read(y, relaxed), fence(acquire), read(x, relaxed),
           write(w, 2, relaxed)},
          stays_to_the_end},
         "z"},
        "1100|2 z=3");
}

TEST_CASE("remembered states: what a store has released") {
  check({{stores_twice,
          {read(z, acquire), write(y, 1, release)},
          {read(w, relaxed), read(y, acquire), read(x, relaxed), write(w, 2, relaxed)},
          stays_to_the_end}},
        "1|110|2");
}

// Afterwards the thread learns the rest, so that nothing but its fence remembers what it knew then.
TEST_CASE("remembered states: what a release fence has put behind it") {
  check({{stores_thrice,
          {read(z, acquire), fence(release), read(z, acquire), write(y, 1, relaxed)},
          {read(y, acquire), read(x, relaxed), write(w, 2, relaxed)},
          stays_to_the_end}},
        "12|10|2");
}

// Two seq_cst loads of z: the second one may not go back behind the first. The first thread learns the rest afterwards.
TEST_CASE("remembered states: what the total order has seen") {
  check({{stores_thrice,
          {read(z, seq_cst), read(z, acquire), write(y, 1, relaxed)},
          {read(y, relaxed), read(z, seq_cst), read(x, relaxed), write(w, 2, relaxed)},
          stays_to_the_end}},
        "12|110|2");
}

namespace {

using number = atomic<std::uint32_t, checked_memory>;

struct with_a_mutex {
  number x{0};
  number y{0};
  number z{0};
  number w{0};
  checked_mutex mutex;
};

struct with_an_item {
  number z{0};
  number still_there{0};
  plain_cell<std::uint32_t, checked_memory> item;
};

}  // namespace

TEST_CASE("remembered states: what a mutex will hand over") {
  outcomes all;
  std::string locked_first;
  std::string locked_second;
  std::string stayed;
  const auto text_of = [](const number& from, order how) { return std::to_string(from.load(how)); };
  small_program<with_a_mutex> program(
      {[](with_a_mutex& s) {
         s.z.store(1, relaxed);
         s.x.store(1, relaxed);
         s.z.store(1, release);
         s.w.store(1, relaxed);
       },
       [&](with_a_mutex& s) {
         locked_first = text_of(s.z, acquire);
         s.mutex.lock();
         s.y.store(1, relaxed);
         s.mutex.unlock();
       },
       [&](with_a_mutex& s) {
         locked_second = text_of(s.w, relaxed);
         s.mutex.lock();
         locked_second += text_of(s.y, relaxed);
         s.mutex.unlock();
         locked_second += text_of(s.x, relaxed);
         s.w.store(2, relaxed);
       },
       [&](with_a_mutex& s) { stayed = text_of(s.w, relaxed); }},
      [&](with_a_mutex&) { all.insert(locked_first + "|" + locked_second + "|" + stayed); });
  CHECK(explored(program, memory_model::weak).ended_as == exploration::verdict::clean);
  CHECK(all.count("1|111|2") == 1);
  CHECK(all.count("1|110|2") == 1);
}

// Like the test "what a thread knows", with plain data: only its clock tells whether the thread may touch the item. An
// exchange shows that the last thread is there to the end, for two cannot both find 0.
TEST_CASE("remembered states: which plain accesses a thread knows of") {
  small_program<with_an_item> program({[](with_an_item& s) {
                                         s.z.store(1, relaxed);
                                         s.item.put(1);
                                         s.z.store(1, release);
                                         s.z.store(2, release);
                                       },
                                       [](with_an_item& s) {
                                         const bool one = s.z.load(acquire) == 1;
                                         const bool two = s.z.load(relaxed) == 2;
                                         if (one && two && s.still_there.exchange(1, relaxed) == 0) s.item.take();
                                       },
                                       [](with_an_item& s) { s.still_there.exchange(2, relaxed); }});
  CHECK(explored(program, memory_model::weak).found.kind == violation_kind::data_race);
}

TEST_CASE("remembered states: one that is reached again with fewer preemptions is new") {
  visited_states visited;
  CHECK(visited.enter(7, 2));
  CHECK_FALSE(visited.enter(7, 2));
  CHECK_FALSE(visited.enter(7, 3));
  CHECK(visited.enter(7, 1));
  CHECK_FALSE(visited.enter(7, 2));
  for (std::uint64_t other = 100; other < 100'000; ++other) REQUIRE(visited.enter(other, 0));
  CHECK(visited.size() == 99'901);
  CHECK_FALSE(visited.enter(7, 1));
}
