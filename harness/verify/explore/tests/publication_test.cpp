// Showing others a state while it may change: publishing a pointer (the reading half of RCU: P. E. McKenney, J. D.
// Slingwine, "Read-copy update", PDCS 1998), and a sequence lock after H.-J. Boehm, "Can seqlocks get along with
// programming language memory models?", MSPC 2012.
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

template <class State>
void check(small_program<State> tested, violation_kind sc, violation_kind tso, violation_kind weak) {
  CHECK(explored(tested, memory_model::sc).found.kind == sc);
  CHECK(explored(tested, memory_model::tso).found.kind == tso);
  CHECK(explored(tested, memory_model::weak).found.kind == weak);
}

// Two halves that belong together, made anew for each version.
template <class Half>
struct version {
  Half first;
  Half second;
};

template <class Half>
struct published {
  atomic<version<Half>*, checked_memory> current{nullptr};
  version<Half>* made = nullptr;
};

template <class Half>
version<Half>* make_version() {
  void* const place = checked_memory::allocate(sizeof(version<Half>), alignof(version<Half>));
  return ::new (place) version<Half>;
}

template <class Half>
void drop(published<Half>& s) {
  checked_memory::deallocate(s.current.load(relaxed), sizeof(version<Half>), alignof(version<Half>));
}

small_program<published<plain_cell<std::uint32_t, checked_memory>>> plain_publication(order publish, order look) {
  using cell = plain_cell<std::uint32_t, checked_memory>;
  return small_program<published<cell>>({[=](published<cell>& s) {
                                           auto* const fresh = make_version<cell>();
                                           fresh->first.put(7);
                                           fresh->second.put(7);
                                           s.current.store(fresh, publish);
                                         },
                                         [=](published<cell>& s) {
                                           auto* const seen = s.current.load(look);
                                           if (seen == nullptr) return;
                                           require(seen->first.take() == seen->second.take(), "halves of two versions");
                                         }},
                                        drop<cell>);
}

small_program<published<number>> atomic_publication(order publish, order look) {
  return small_program<published<number>>({[=](published<number>& s) {
                                             auto* const fresh = make_version<number>();
                                             fresh->first.store(7, relaxed);
                                             fresh->second.store(7, relaxed);
                                             s.current.store(fresh, publish);
                                           },
                                           [=](published<number>& s) {
                                             auto* const seen = s.current.load(look);
                                             if (seen == nullptr) return;
                                             require(seen->first.load(relaxed) == seen->second.load(relaxed),
                                                     "halves of two versions");
                                           }},
                                          drop<number>);
}

}  // namespace

TEST_CASE("publication: plain content needs release and acquire") {
  check(plain_publication(release, acquire), none, none, none);
  check(plain_publication(relaxed, acquire), none, none, data_race);
  check(plain_publication(release, relaxed), none, none, data_race);
}

// Atomic content cannot race, but it can be met before it was written.
TEST_CASE("publication: atomic content behind a relaxed pointer is read before it is there") {
  check(atomic_publication(release, acquire), none, none, none);
  check(atomic_publication(relaxed, acquire), none, none, uninitialised);
  check(atomic_publication(release, relaxed), none, none, uninitialised);
}

namespace {

struct sequence_locked {
  number sequence{0};  // odd while a writer writes
  number first{0};
  number second{0};
};

// What Boehm recommends: the data are atomics, fences keep them between the two halves of the sequence.
struct seqlock_orders {
  order enter_fence = release;  // the writer's, between the odd number and the data
  order data_store = relaxed;
  order leave = release;  // the even number
  order look = acquire;   // the reader's first look
  order data_load = relaxed;
  order look_fence = acquire;  // between the data and the second look
};

small_program<sequence_locked> under_sequence_lock(seqlock_orders orders) {
  const auto writes = [=](sequence_locked& s) {
    s.sequence.store(1, relaxed);
    checked_memory::fence(orders.enter_fence);
    s.first.store(7, orders.data_store);
    s.second.store(7, orders.data_store);
    s.sequence.store(2, orders.leave);
  };
  const auto reads_once = [=](sequence_locked& s) {
    const std::uint32_t before = s.sequence.load(orders.look);
    const std::uint32_t first = s.first.load(orders.data_load);
    const std::uint32_t second = s.second.load(orders.data_load);
    checked_memory::fence(orders.look_fence);
    const std::uint32_t after = s.sequence.load(relaxed);
    if (before % 2 == 0 && before == after) require(first == second, "a torn read was taken for whole");
  };
  return small_program<sequence_locked>({writes, reads_once});
}

}  // namespace

TEST_CASE("seqlock: Boehm's orders are enough") { check(under_sequence_lock({}), none, none, none); }

TEST_CASE("seqlock: each of its four orders is needed") {
  check(under_sequence_lock({.enter_fence = acquire}), none, none, assertion);
  check(under_sequence_lock({.leave = relaxed}), none, none, assertion);
  check(under_sequence_lock({.look = relaxed}), none, none, assertion);
  check(under_sequence_lock({.look_fence = release}), none, none, assertion);
}

// Boehm's other form: fences replaced by orders on the data themselves.
TEST_CASE("seqlock: release stores and acquire loads of the data instead of fences") {
  constexpr order no_fence_for_stores = acquire;
  constexpr order no_fence_for_loads = release;
  check(under_sequence_lock({.enter_fence = no_fence_for_stores,
                             .data_store = release,
                             .data_load = acquire,
                             .look_fence = no_fence_for_loads}),
        none, none, none);
  check(under_sequence_lock({.enter_fence = no_fence_for_stores,
                             .data_store = relaxed,
                             .data_load = acquire,
                             .look_fence = no_fence_for_loads}),
        none, none, assertion);
}

TEST_CASE("seqlock: without the second look it is wrong everywhere") {
  small_program<sequence_locked> careless(
      {[](sequence_locked& s) {
         s.first.store(7, seq_cst);
         s.second.store(7, seq_cst);
       },
       [](sequence_locked& s) { require(s.first.load(seq_cst) == s.second.load(seq_cst), "torn"); }});
  check(careless, assertion, assertion, assertion);
}
