// The protocols of the schedulers with something taken away: the checker must say what breaks. Weaker orders are tried at
// every site by the table of orders; here it is held to what it found, and steps that are no orders are left out.
#include <set>
#include <string>

#include "harness/verify/explore/order_table.hpp"
#include "harness/verify/explore/subject_named.hpp"
#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/pools/pool_program.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "queues/chase_lev_deque.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/tests/catch.hpp"
#include "queues/vyukov_ring.hpp"
#include "schedulers/global_queue_pool.hpp"
#include "schedulers/work_stealing_pool.hpp"

namespace schedlab::verify {
namespace {

using enum violation_kind;
using number = atomic<std::uint32_t, checked_memory>;

// The lines whose orders no scenario needs.
std::set<std::string> not_needed(const char* protocol) {
  const order_table table =
      orders_of(*subject_named(protocol), suite::quick, 2, {.executions = 100'000}, [](std::size_t, std::size_t) {});
  CHECK_FALSE(table.rows.empty());
  std::set<std::string> lines;
  for (const order_row& row : table.rows) {
    if (!row.is_needed()) lines.insert(row.function + ": " + row.source);
  }
  return lines;
}

TEST_CASE("every_order_of_the_books_and_of_the_work_stealing_pool_is_needed") {
  const std::set<std::string> none;
  CHECK(not_needed("ledger") == none);
  CHECK(not_needed("work_stealing") == none);
}

// The other orders keep a sleeper's count before the count of the thread that wakes it. To break that, a store would
// have to overtake a read-modify-write before it, which the machine cannot show and hardware does.
TEST_CASE("the_fences_of_the_event_count_are_needed") {
  const std::set<std::string> kept = not_needed("event_count");
  CHECK(kept.size() == 5);
  for (const std::string& line : kept) CHECK_THAT(line, !ContainsSubstring("fence"));
}

// Lanes with a fault each.
template <class Lanes, class LastLook>
class with_last_look : public watched_lanes<Lanes> {
 public:
  using watched_lanes<Lanes>::watched_lanes;
  class worker_end : public watched_lanes<Lanes>::worker_end {
   public:
    explicit worker_end(typename watched_lanes<Lanes>::worker_end&& plain)
        : watched_lanes<Lanes>::worker_end(std::move(plain)) {}
    job* look_again(desk&) { return LastLook()(*this); }
  };
  worker_end attach_worker(unsigned id) { return worker_end(watched_lanes<Lanes>::attach_worker(id)); }
};

struct sees_nothing {
  job* operator()(auto&) const { return nullptr; }
};
template <class Lanes>
using blind_before_sleep = with_last_look<Lanes, sees_nothing>;

// A queue in which a push that is not over hides the pushes behind it.
struct believes_the_queue {
  job* operator()(auto& end) const { return end.take(); }
};
template <class Lanes>
using believes_its_queue = with_last_look<Lanes, believes_the_queue>;

template <class Lanes>
class forgets_every_job : public watched_lanes<Lanes> {
 public:
  using watched_lanes<Lanes>::watched_lanes;
  class outside_end : public Lanes::outside_end {
   public:
    explicit outside_end(const typename Lanes::outside_end& plain) : Lanes::outside_end(plain) {}
    bool put(job*, int = 0) { return true; }
  };
  outside_end attach_outside() { return outside_end(Lanes::attach_outside()); }
};

template <class Lanes>
class gives_twice : public watched_lanes<Lanes> {
 public:
  using watched_lanes<Lanes>::watched_lanes;
  class outside_end : public Lanes::outside_end {
   public:
    explicit outside_end(const typename Lanes::outside_end& plain) : Lanes::outside_end(plain) {}
    bool put(job* given, int = 0) { return Lanes::outside_end::put(given) && Lanes::outside_end::put(given); }
  };
  outside_end attach_outside() { return outside_end(Lanes::attach_outside()); }
};

template <class Item, class Memory>
using deque_of = chase_lev_deque<Item, Memory>;
using deques = stealing_lanes<deque_of, mutex_queue, checked_memory>;
using one_queue = global_lane<mutex_queue, checked_memory>;
template <class Item, class Memory>
using ring_of = vyukov_ring<Item, Memory>;
using one_ring = global_lane<ring_of, checked_memory>;

template <class Lanes>
exploration explored(const char* text, memory_model model, unsigned preemptions) {
  pool_program<joining_pool<Lanes, checked_memory>> program(*parse_scenario(text));
  machine on;
  return explore_once(
      on, program,
      {.model = model, .fences = weak_memory::fence_rule::cxx11, .preemptions = preemptions, .spurious_failures = 0});
}

TEST_CASE("without_a_second_look_a_wake_up_is_lost") {
  CHECK(explored<blind_before_sleep<one_queue>>("workers 1; submit stop", memory_model::sc, 2).found.kind == deadlock);
  CHECK(explored<blind_before_sleep<deques>>("workers 1; submit stop", memory_model::sc, 2).found.kind == deadlock);
  CHECK(explored<blind_before_sleep<deques>>("workers 2; forks_stolen stop", memory_model::sc, 2).ended_as ==
        exploration::verdict::refuted);
}

TEST_CASE("a_worker_that_believes_a_queue_which_hides_items_sleeps_beside_them") {
  constexpr const char* text = "capacity 4; workers 2; waits submit stop | submit";
  CHECK(explored<watched_lanes<one_ring>>(text, memory_model::sc, 1).ended_as == exploration::verdict::clean);
  CHECK(explored<believes_its_queue<one_ring>>(text, memory_model::sc, 1).ended_as == exploration::verdict::refuted);
}

TEST_CASE("a_lost_job_and_a_doubled_one_are_found") {
  CHECK(explored<forgets_every_job<one_queue>>("workers 1; submit stop", memory_model::sc, 0).found.kind == deadlock);
  // A worker that takes it the second time finds its node given back.
  CHECK(explored<gives_twice<one_queue>>("workers 1; submit stop", memory_model::sc, 0).found.kind == bad_access);
}

// The event count used wrongly.
template <wake_fences Fences>
struct one_sleeper {
  event_count<checked_memory> events{1, 1, Fences};
  number work{0};
};
using standing = event_count<checked_memory>::standing;

template <wake_fences Fences>
small_program<one_sleeper<Fences>> sleeper_and_waker(bool looks_again, bool wakes_afterwards) {
  using program = one_sleeper<Fences>;
  return small_program<program>({[=](program& s) {
                                   while (s.work.load(order::acquire) == 0) {
                                     s.events.prepare(0, standing::up);
                                     if (looks_again && s.work.load(order::acquire) != 0) {
                                       (void)s.events.get_up(s.events.cancel(0));
                                       return;
                                     }
                                     s.events.commit(0);
                                     (void)s.events.get_up(standing::searching);
                                   }
                                 },
                                 [=](program& s) {
                                   if (!wakes_afterwards) s.events.wake_one();
                                   s.work.store(1, order::release);
                                   if (wakes_afterwards) s.events.wake_one();
                                 }},
                                [](program& s) { require(s.events.is_at_rest(), "somebody is still counted"); });
}

template <wake_fences Fences>
void second_look_and_late_wake_are_needed() {
  for (const memory_model model : all_models) {
    auto right = sleeper_and_waker<Fences>(true, true);
    auto blind = sleeper_and_waker<Fences>(false, true);
    auto early = sleeper_and_waker<Fences>(true, false);
    CHECK(explored(right, model).found.kind == none);
    CHECK(explored(blind, model).found.kind == deadlock);
    CHECK(explored(early, model).found.kind == deadlock);
  }
}

TEST_CASE("the_event_count_needs_the_second_look_and_the_wake_after_the_work") {
  second_look_and_late_wake_are_needed<wake_fences::asymmetric>();
  second_look_and_late_wake_are_needed<wake_fences::symmetric>();
}

// Wake-ups as permits that any sleeper may take, which is enough where all wait for the same: a worker that has finished
// what another waits for, and then finds nothing to do itself, takes the other's permit.
struct permits {
  number sleepers{0};
  number granted{0};
  number child_is_over{0};
  number more_work{0};

  template <class Done>
  void sleep_until(Done done) {
    while (!done()) {
      sleepers.fetch_add(1, order::seq_cst);
      checked_memory::fence(order::seq_cst);
      if (done()) return;
      std::uint32_t now = granted.load(order::seq_cst);
      for (;;) {
        if (now == 0) {
          (void)checked_memory::wait(granted.address(), 0, wait_forever);
          now = granted.load(order::seq_cst);
        } else if (granted.compare_exchange_strong(now, now - 1, order::seq_cst, order::seq_cst)) {
          break;
        }
      }
    }
  }
  void wake_all() {
    checked_memory::fence(order::seq_cst);
    const std::uint32_t all = sleepers.exchange(0, order::seq_cst);
    granted.fetch_add(all, order::seq_cst);
    checked_memory::wake(granted.address(), all);
  }
};

TEST_CASE("a_permit_that_any_sleeper_may_take_is_none_for_a_join") {
  small_program<permits> join_and_thief({[](permits& p) {
                                           p.sleep_until([&p] { return p.child_is_over.load(order::seq_cst) != 0; });
                                           p.more_work.store(1, order::seq_cst);
                                           p.wake_all();
                                         },
                                         [](permits& p) {
                                           p.child_is_over.store(1, order::seq_cst);
                                           p.wake_all();
                                           p.sleep_until([&p] { return p.more_work.load(order::seq_cst) != 0; });
                                         }});
  CHECK(explored(join_and_thief, memory_model::sc).found.kind == deadlock);
}

}  // namespace
}  // namespace schedlab::verify
