// The lab's own spin locks, explored: they exclude and they order, however the threads come in, and without any one of
// the orders in their source they do not.
#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/locks/guard.hpp"
#include "queues/locks/test_and_test_and_set_lock.hpp"
#include "queues/locks/ticket_lock.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using ticket = ticket_lock<checked_memory>;
using test_and_set = test_and_test_and_set_lock<checked_memory>;

template <class Lock>
struct locked_counter {
  Lock lock;
  plain_cell<std::uint32_t, checked_memory> counter;

  locked_counter() { counter.put(0); }
  void increment() { counter.put(counter.take() + 1); }
};

template <class Lock>
void lock_and_increment(locked_counter<Lock>& s) {
  const guard held(s.lock);
  s.increment();
}

template <class Lock>
void try_and_increment(locked_counter<Lock>& s) {
  while (!s.lock.try_lock()) checked_memory::pause();
  s.increment();
  s.lock.unlock();
}

template <class Lock>
using program_of = small_program<locked_counter<Lock>>;

template <class Lock>
program_of<Lock> counting_program(std::vector<typename program_of<Lock>::part> threads) {
  const auto expected = static_cast<std::uint32_t>(threads.size());
  return program_of<Lock>(std::move(threads), [expected](locked_counter<Lock>& s) {
    require(s.counter.take() == expected, "an increment was lost");
  });
}

template <class Lock>
program_of<Lock> waiting_and_trying() {
  return counting_program<Lock>({&lock_and_increment<Lock>, &lock_and_increment<Lock>, &try_and_increment<Lock>});
}

}  // namespace

TEMPLATE_TEST_CASE("locks: two who wait and one who tries exclude each other", "", ticket, test_and_set) {
  auto program = waiting_and_trying<TestType>();
  for (const memory_model model : all_models) {
    const exploration found = explored(program, model);
    INFO(word(model) << ": " << found.found.text);
    CHECK(found.ended_as == exploration::verdict::clean);
  }
}

// A lock that says no although no thread was inside would keep its caller out for nothing.
TEMPLATE_TEST_CASE("locks: of two who try once, one gets in", "", ticket, test_and_set) {
  const auto try_once = [](locked_counter<TestType>& s) {
    if (!s.lock.try_lock()) return;
    s.increment();
    s.lock.unlock();
  };
  small_program<locked_counter<TestType>> program(
      {try_once, try_once}, [](locked_counter<TestType>& s) { require(s.counter.take() >= 1, "nobody got in"); });
  for (const memory_model model : all_models) CHECK(explored(program, model).ended_as == exploration::verdict::clean);
}

TEMPLATE_TEST_CASE("locks: every order that they ask for is needed", "", ticket, test_and_set) {
  auto program = waiting_and_trying<TestType>();
  order_sites sites;
  {
    machine on;
    on.collect_sites(&sites);
    explore_once(on, program, {.model = memory_model::sc});
  }
  REQUIRE(sites.all().size() >= 2);
  for (const auto& [where, what] : sites.all()) {
    const auto& [file, line, role] = where;
    machine on;
    on.overrides().set({{file, line, role, order::relaxed}});
    INFO(file << ":" << line << " in " << what.function << " relaxed");
    CHECK(explore_once(on, program, {.model = memory_model::weak}).found.kind == violation_kind::data_race);
  }
}
