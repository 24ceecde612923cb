// Mutual exclusion, the oldest use of shared variables: with loads and stores alone (Dekker, Peterson) and with
// read-modify-writes (a spin lock, a ticket lock). What is protected is plain data, so two threads inside are a data
// race, and so is one that entered without an acquire behind the other one's release.
#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using number = atomic<std::uint32_t, checked_memory>;

struct protected_counter {
  plain_cell<std::uint32_t, checked_memory> cell;

  protected_counter() { cell.put(0); }
  void increment() { cell.put(cell.take() + 1); }
};

// The weakest model that shows the fault shows it as this kind, and the stronger ones are clean.
template <class State>
void check(small_program<State> tested, violation_kind sc, violation_kind tso, violation_kind weak) {
  CHECK(explored(tested, memory_model::sc).found.kind == sc);
  CHECK(explored(tested, memory_model::tso).found.kind == tso);
  CHECK(explored(tested, memory_model::weak).found.kind == weak);
}

using enum violation_kind;

// How each thread says that it wants to enter, and how it looks whether the other one does.
struct announcement {
  order store;
  order load;
  bool fenced = false;

  void announce(number& flag, std::uint32_t value) const {
    flag.store(value, store);
    if (fenced) checked_memory::fence(seq_cst);
  }
};

struct two_flags {
  number wants[2]{number{0}, number{0}};
  number turn{0};
  protected_counter counter;
};

// T. Dekker, after E. W. Dijkstra, "Cooperating sequential processes", 1965: a thread that finds the other one wanting,
// too, gives way if it is not its turn.
void dekker(two_flags& s, unsigned me, const announcement& how) {
  const unsigned other = 1 - me;
  how.announce(s.wants[me], 1);
  while (s.wants[other].load(how.load) != 0) {
    if (s.turn.load(how.load) != me) {
      how.announce(s.wants[me], 0);
      while (s.turn.load(how.load) != me) checked_memory::pause();
      how.announce(s.wants[me], 1);
    } else {
      checked_memory::pause();
    }
  }
  s.counter.increment();
  s.turn.store(other, how.store);
  s.wants[me].store(0, how.store);
}

// G. L. Peterson, "Myths about the mutual exclusion problem", Information Processing Letters 1981: the second one
// waits.
void peterson(two_flags& s, unsigned me, const announcement& how) {
  const unsigned other = 1 - me;
  how.announce(s.wants[me], 1);
  how.announce(s.turn, other);
  while (s.wants[other].load(how.load) != 0 && s.turn.load(how.load) == other) checked_memory::pause();
  s.counter.increment();
  s.wants[me].store(0, how.store);
}

using algorithm = void (*)(two_flags&, unsigned, const announcement&);

small_program<two_flags> two_threads(algorithm enter, announcement how) {
  return small_program<two_flags>({[=](two_flags& s) { enter(s, 0, how); }, [=](two_flags& s) { enter(s, 1, how); }},
                                  [](two_flags& s) { require(s.counter.cell.take() == 2, "an increment was lost"); });
}

}  // namespace

TEST_CASE("mutual exclusion: Dekker and Peterson need seq_cst, everywhere") {
  const algorithm enter = GENERATE(&dekker, &peterson);
  check(two_threads(enter, {seq_cst, seq_cst}), none, none, none);
  check(two_threads(enter, {release, acquire, /*fenced=*/true}), none, none, none);
  check(two_threads(enter, {release, acquire}), none, data_race, data_race);
  check(two_threads(enter, {relaxed, relaxed}), none, data_race, data_race);
}

TEST_CASE(
    "mutual exclusion: with fences but relaxed stores, who enters second has not acquired what the first one did") {
  const algorithm enter = GENERATE(&dekker, &peterson);
  check(two_threads(enter, {relaxed, relaxed, /*fenced=*/true}), none, none, data_race);
}

// Both threads may look behind both fences, and yet the turn that was given last in time lies first in modification order:
// a store only has to come behind what its thread knows. x86 has no such stores.
TEST_CASE("mutual exclusion: Peterson with a fence behind the turn alone") {
  const auto enter = [](unsigned me) {
    return [=](two_flags& s) {
      const unsigned other = 1 - me;
      s.wants[me].store(1, release);
      s.turn.store(other, release);
      checked_memory::fence(seq_cst);
      while (s.wants[other].load(acquire) != 0 && s.turn.load(acquire) == other) checked_memory::pause();
      s.counter.increment();
      s.wants[me].store(0, release);
    };
  };
  check(small_program<two_flags>({enter(0), enter(1)}), none, none, data_race);
}

namespace {

struct spin_locked {
  number taken{0};
  protected_counter counter;
};

small_program<spin_locked> under_spin_lock(std::size_t threads, order take, order give_back) {
  const auto enter = [=](spin_locked& s) {
    while (s.taken.exchange(1, take) != 0) checked_memory::pause();
    s.counter.increment();
    s.taken.store(0, give_back);
  };
  return small_program<spin_locked>(std::vector<small_program<spin_locked>::part>(threads, enter), [=](spin_locked& s) {
    require(s.counter.cell.take() == threads, "an increment was lost");
  });
}

struct ticket_locked {
  number next{0};
  number serving{0};
  protected_counter counter;
};

// J. M. Mellor-Crummey, M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", TOCS
// 1991. Drawing a ticket needs no order: the number that is served hands the data over.
small_program<ticket_locked> under_ticket_lock(order look, order serve) {
  const auto enter = [=](ticket_locked& s) {
    const std::uint32_t mine = s.next.fetch_add(1, relaxed);
    while (s.serving.load(look) != mine) checked_memory::pause();
    s.counter.increment();
    s.serving.store(mine + 1, serve);
  };
  return small_program<ticket_locked>(
      {enter, enter, enter}, [](ticket_locked& s) { require(s.counter.cell.take() == 3, "an increment was lost"); });
}

}  // namespace

TEST_CASE("mutual exclusion: a spin lock needs acquire and release") {
  check(under_spin_lock(2, acquire, release), none, none, none);
  check(under_spin_lock(2, acquire, relaxed), none, none, data_race);
  check(under_spin_lock(2, relaxed, release), none, none, data_race);
}

// Two waiting threads exchange 1 for 1 again and again: they change nothing, so neither may take the other's for
// progress.
TEST_CASE("mutual exclusion: a spin lock of three, two of them spinning on each other") {
  check(under_spin_lock(3, acquire, release), none, none, none);
}

TEST_CASE("mutual exclusion: a ticket lock of three") {
  check(under_ticket_lock(acquire, release), none, none, none);
  check(under_ticket_lock(acquire, relaxed), none, none, data_race);
  check(under_ticket_lock(relaxed, release), none, none, data_race);
}

TEST_CASE("mutual exclusion: load, test, store is no lock") {
  const auto enter = [](spin_locked& s) {
    while (s.taken.load(seq_cst) != 0) checked_memory::pause();
    s.taken.store(1, seq_cst);
    s.counter.increment();
    s.taken.store(0, seq_cst);
  };
  check(small_program<spin_locked>({enter, enter}), data_race, data_race, data_race);
}
