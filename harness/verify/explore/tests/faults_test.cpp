// Each fault that the machine can find, in the smallest program that has it, next to the same program without it.
#include <tuple>

#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum violation_kind;
using number = atomic<std::uint32_t, checked_memory>;
using cell = plain_cell<std::uint32_t, checked_memory>;

// Explores with and without the reduction of states.
template <class State>
void check(small_program<State> tested, violation_kind sc, violation_kind tso, violation_kind weak) {
  for (const bool naive : {false, true}) {
    INFO("naive " << naive);
    CHECK(explored(tested, {.model = memory_model::sc, .naive = naive}).found.kind == sc);
    CHECK(explored(tested, {.model = memory_model::tso, .naive = naive}).found.kind == tso);
    CHECK(explored(tested, {.model = memory_model::weak, .naive = naive}).found.kind == weak);
  }
}

template <class State>
void check(small_program<State> tested, violation_kind everywhere) {
  check(std::move(tested), everywhere, everywhere, everywhere);
}

struct shared {
  number flag{0};
  number other{0};
  number never_written;
  cell item;
  cell second_item;
  atomic<cell*, checked_memory> pointer{nullptr};
};

cell* new_cell() { return ::new (checked_memory::allocate(sizeof(cell), alignof(cell))) cell; }
void free_cell(cell* one) { checked_memory::deallocate(one, sizeof(cell), alignof(cell)); }

}  // namespace

TEST_CASE("fault: data race, whichever comes first") {
  const auto writes = [](shared& s) { s.item.put(1); };
  check(small_program<shared>({writes, writes}), data_race);
  check(small_program<shared>({writes, [](shared& s) { s.second_item.put(1); }}), none);
  const auto reads_it = [](shared& s) { s.item.take(); };
  const auto filled = [](shared& s) { s.item.put(1); };
  check(small_program<shared>({reads_it, writes}, {}, filled), data_race);
  check(small_program<shared>({reads_it, reads_it}, {}, filled), none);
}

// In the only possible order the write comes after the read, and nothing tells it of the read.
TEST_CASE("fault: data race of a write with a read before it") {
  for (const auto& [leave, enter, found] :
       {std::tuple{relaxed, acquire, data_race}, std::tuple{release, relaxed, data_race},
        std::tuple{release, acquire, none}}) {
    check(small_program<shared>({[how = leave](shared& s) {
                                   s.item.take();
                                   s.flag.store(1, how);
                                 },
                                 [how = enter](shared& s) {
                                   if (s.flag.load(how) == 1) s.item.put(2);
                                 }},
                                {}, [](shared& s) { s.item.put(1); }),
          none, none, found);
  }
}

TEST_CASE("fault: an item that only one order of the threads races for") {
  check(small_program<shared>({[](shared& s) {
                                 s.item.put(1);
                                 s.flag.store(1, release);
                               },
                               [](shared& s) {
                                 if (s.flag.load(acquire) == 1) s.item.take();
                               }}),
        none);
  check(small_program<shared>({[](shared& s) {
                                 s.flag.store(1, release);
                                 s.item.put(1);
                               },
                               [](shared& s) {
                                 if (s.flag.load(acquire) == 1) s.item.put(2);
                               }}),
        data_race);
}

// A fence takes up what its thread has read; what the thread itself did it knew already.
TEST_CASE("fault: a fence between a plain write and its publication is no race") {
  const auto receives = [](shared& s) {
    if (s.flag.load(acquire) == 1) s.item.take();
  };
  for (const order how : {acquire, release, acq_rel, seq_cst}) {
    check(small_program<shared>({[=](shared& s) {
                                   s.item.put(1);
                                   checked_memory::fence(how);
                                   s.flag.store(1, release);
                                 },
                                 receives}),
          none);
  }
  check(small_program<shared>({[](shared& s) {
                                 s.item.put(1);
                                 s.flag.store(1, release);
                                 checked_memory::fence(acquire);
                                 s.second_item.put(1);
                               },
                               [](shared& s) {
                                 if (s.flag.load(acquire) == 1) s.second_item.put(2);
                               }}),
        data_race);
}

TEST_CASE("fault: what nobody has written is read") {
  check(small_program<shared>({[](shared& s) { s.never_written.load(relaxed); }}), uninitialised);
  check(small_program<shared>({[](shared& s) { s.never_written.fetch_add(1, relaxed); }}), uninitialised);
  check(small_program<shared>({[](shared& s) { s.item.take(); }}), uninitialised);
  check(small_program<shared>({[](shared& s) {
          s.never_written.store(1, relaxed);
          s.never_written.load(relaxed);
        }}),
        none);
}

TEST_CASE("fault: use after free, by the same thread, and of an atomic") {
  check(small_program<shared>({[](shared&) {
          cell* const mine = new_cell();
          free_cell(mine);
          mine->put(1);
        }}),
        bad_access);
  check(small_program<shared>({[](shared&) {
          auto* const mine = ::new (checked_memory::allocate(sizeof(number), alignof(number))) number(0);
          checked_memory::deallocate(mine, sizeof(number), alignof(number));
          mine->load(relaxed);
        }}),
        bad_access);
}

TEST_CASE("fault: plain content is read while another thread frees it") {
  const auto filled = [](shared& s) {
    cell* const fresh = new_cell();
    fresh->put(1);
    s.pointer.store(fresh, relaxed);
  };
  check(small_program<shared>({[](shared& s) {
                                 if (cell* const seen = s.pointer.load(acquire)) seen->take();
                               },
                               [](shared& s) { free_cell(s.pointer.exchange(nullptr, acq_rel)); }},
                              {}, filled),
        bad_access);
  check(small_program<shared>({[](shared& s) {
                                 s.pointer.load(acquire)->take();
                                 s.flag.store(1, release);
                               },
                               [](shared& s) {
                                 while (s.flag.load(acquire) == 0) checked_memory::pause();
                                 free_cell(s.pointer.exchange(nullptr, acq_rel));
                               }},
                              {}, filled),
        none);
}

TEST_CASE("fault: freed twice, freed and never allocated, never freed") {
  check(small_program<shared>({[](shared&) {
          cell* const mine = new_cell();
          free_cell(mine);
          free_cell(mine);
        }}),
        bad_access);
  check(small_program<shared>({[](shared& s) { free_cell(&s.item); }}), bad_access);
  check(small_program<shared>({[](shared&) { new_cell(); }}), leak);
  check(small_program<shared>({[](shared&) { free_cell(new_cell()); }}), none);
}

TEST_CASE("fault: access through null, and to what is not the program's") {
  check(small_program<shared>({[](shared& s) { s.pointer.load(acquire)->put(1); }}), bad_access);
  static number elsewhere;
  check(small_program<shared>({[](shared&) { elsewhere.store(1, relaxed); }}), bad_access);
}

TEST_CASE("fault: one location under two sizes, or as an atomic and plain") {
  check(small_program<shared>(
            {[](shared& s) { atomic_at<std::uint16_t, checked_memory>(s.flag.address()).store(1, relaxed); }}),
        cannot_explore);
  check(small_program<shared>({[](shared& s) { checked_memory::writes(s.flag.address(), 4); }}), cannot_explore);
}

TEST_CASE("fault: two threads that wait for each other without end") {
  const auto waits = [](number shared::*mine, number shared::*others) {
    return [=](shared& s) {
      while ((s.*others).load(acquire) == 0) checked_memory::pause();
      (s.*mine).store(1, release);
    };
  };
  check(small_program<shared>({waits(&shared::flag, &shared::other), waits(&shared::other, &shared::flag)}), livelock);
}

TEST_CASE("fault: a spin loop on a flag that is set comes to its end") {
  check(small_program<shared>({[](shared& s) {
                                 while (s.flag.load(relaxed) == 0) checked_memory::pause();
                               },
                               [](shared& s) { s.flag.store(1, relaxed); }}),
        none);
}

TEST_CASE("fault: a loop that never ends and never pauses") {
  check(small_program<shared>({[](shared& s) {
          while (s.flag.load(relaxed) == 0) continue;
        }}),
        livelock);
}

TEST_CASE("fault: a loop that never ends, before the threads or after them") {
  const auto nothing = [](shared& s) { s.other.store(1, relaxed); };
  const auto spins = [](shared& s) {
    while (s.flag.load(relaxed) == 0) continue;
  };
  const auto pauses = [](shared&) {
    for (;;) checked_memory::pause();
  };
  check(small_program<shared>({nothing}, spins), livelock);
  check(small_program<shared>({nothing}, {}, spins), livelock);
  check(small_program<shared>({nothing}, pauses), livelock);
  check(small_program<shared>({nothing}, {}, pauses), livelock);
}

// Each of these is an operation of its own.
TEST_CASE("fault: many short operations before the threads are no loop") {
  check(small_program<shared>({[](shared& s) { s.other.store(1, relaxed); }}, {},
                              [](shared& s) {
                                for (int i = 0; i < 20; ++i) {
                                  machine::here().begin_operation(verb::push, 1);
                                  for (int step = 0; step < 200; ++step) s.flag.store(1, relaxed);
                                  machine::here().end_operation(answer::ok, 1);
                                }
                              }),
        none);
}

TEST_CASE("fault: allocation without end") {
  check(small_program<shared>({[](shared&) {
          for (;;) static_cast<void>(checked_memory::allocate(4096, 8));
        }}),
        cannot_explore);
}

TEST_CASE("fault: the program's own opinion") {
  check(small_program<shared>({[](shared& s) { s.flag.store(1, relaxed); },
                               [](shared& s) { require(s.flag.load(relaxed) == 0, "seen"); }}),
        assertion);
  check(small_program<shared>({[](shared& s) { s.flag.store(1, relaxed); }},
                              [](shared& s) { require(s.flag.load(relaxed) == 1, "the end sees everything"); }),
        none);
}

namespace {

// One operation under a spin lock, and one that needs a single step.
small_program<shared> operations(bool locks) {
  const auto operate = [=](shared& s) {
    machine::here().begin_operation(verb::push, 1);
    if (locks) {
      while (s.flag.exchange(1, acquire) != 0) checked_memory::pause();
      s.flag.store(0, release);
    } else {
      s.flag.fetch_add(1, acq_rel);
    }
    machine::here().end_operation(answer::ok, 1);
  };
  return small_program<shared>({operate, operate});
}

}  // namespace

TEST_CASE("fault: a spin lock in a design that claims to be lock-free") {
  for (const memory_model model : all_models) {
    small_program<shared> locks = operations(true);
    small_program<shared> adds = operations(false);
    CHECK(explored(locks, {.model = model, .claims_lock_free = true}).found.kind == not_lock_free);
    CHECK(explored(locks, {.model = model}).found.kind == none);
    CHECK(explored(adds, {.model = model, .claims_lock_free = true}).found.kind == none);
  }
}

TEST_CASE("fault: more steps than a wait-free design promised") {
  small_program<shared> retries({[](shared& s) {
                                   machine::here().begin_operation(verb::push, 1);
                                   std::uint32_t seen = s.flag.load(relaxed);
                                   while (!s.flag.compare_exchange_strong(seen, seen + 1, acq_rel, relaxed)) continue;
                                   machine::here().end_operation(answer::ok, 1);
                                 },
                                 [](shared& s) { s.flag.fetch_add(1, acq_rel); }});
  CHECK(explored(retries, {.model = memory_model::sc, .wait_free_steps = 2}).found.kind == not_wait_free);
  CHECK(explored(retries, {.model = memory_model::sc, .wait_free_steps = 3}).found.kind == none);
}

// A step is an access that others can see; a naive exploration may also switch threads elsewhere.
TEST_CASE("fault: more steps than promised means the same in a naive exploration") {
  small_program<shared> puts({[](shared& s) {
                                machine::here().begin_operation(verb::push, 1);
                                s.item.put(1);
                                s.flag.store(1, release);
                                machine::here().end_operation(answer::ok, 1);
                              },
                              [](shared& s) { s.other.store(1, relaxed); }});
  for (const bool naive : {false, true}) {
    CHECK(explored(puts, {.model = memory_model::sc, .naive = naive, .wait_free_steps = 1}).found.kind == none);
  }
}
