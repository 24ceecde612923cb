// Wake-ups that are owed at moments which hardly ever come about by themselves: these tests hold the workers there. In
// both, a task is queued, all workers that are awake wait for it, and the one worker that could run it has just fallen
// asleep.
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "queues/chase_lev_deque.hpp"
#include "queues/tests/catch.hpp"
#include "schedulers/work_stealing_pool.hpp"

using namespace schedlab;

namespace {

constexpr unsigned three = 3;

// False if it takes too long: then something is stuck.
template <class Condition>
bool until(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

thread_local unsigned this_worker = 0;
void note_worker(unsigned worker) { this_worker = worker; }

// A thief that steals two tasks, and is held before it puts the second into its own deque until the third worker, which
// has looked everywhere, sleeps.
struct theft_of_two {
  std::atomic<bool> all_pushed{false};
  std::atomic<unsigned> robbed{three};
  std::atomic<unsigned> thief{three};
  std::atomic<unsigned> begun{0};
  std::atomic<bool> may_sleep{false};
  std::function<bool(unsigned worker)> sleeps;

  bool is_thief() {
    unsigned nobody = three;
    return thief.compare_exchange_strong(nobody, this_worker) || nobody == this_worker;
  }
  void before_push() {
    if (!all_pushed || may_sleep || thief != this_worker) return;
    (void)until([this] { return begun == 1; });  // the last one, by the worker that was robbed
    may_sleep = true;
    (void)until([this] { return sleeps(0 + 1 + 2 - robbed - thief); });
  }
};
theft_of_two* theft = nullptr;

template <class Item, class Memory>
class held_deque {
  using plain = chase_lev_deque<Item, Memory>;

 public:
  static constexpr queue_traits traits = plain::traits;
  explicit held_deque(std::size_t capacity) : deque_(capacity) {}

  class owner_handle {
   public:
    explicit owner_handle(plain& deque) : own_(deque.attach(owner_role{})) {}
    push_status try_push(Item&& item) {
      theft->before_push();
      return own_.try_push(static_cast<Item&&>(item));
    }
    pop_status try_pop(Item& item) { return own_.try_pop(item); }

   private:
    decltype(std::declval<plain&>().attach(owner_role{})) own_;
  };
  owner_handle attach(owner_role) { return owner_handle(deque_); }
  auto attach(thief_role) { return deque_.attach(thief_role{}); }
  std::size_t approximate_size() const { return deque_.approximate_size(); }

 private:
  plain deque_;
};

class awake_for_a_while final : public idle_policy {
 public:
  const char* name() const override { return "awake for a while"; }
  idle_step after(std::uint64_t) const override { return theft->may_sleep ? idle_step::park : idle_step::yield; }
  bool parks() const override { return true; }
};

// Only one worker robs before the third worker sleeps.
class one_thief final : public victim_policy {
 public:
  const char* name() const override { return "one thief"; }
  unsigned choose(thief& who, const deque_sizes&) const override {
    if (theft->may_sleep) return (who.self + 1 + who.attempt % 2) % three;
    return theft->all_pushed && theft->is_thief() ? theft->robbed.load() : who.self;
  }
};

class two final : public amount_policy {
 public:
  const char* name() const override { return "two"; }
  std::size_t amount(std::size_t) const override { return 2; }
};

}  // namespace

TEST_CASE("a_thief_that_brings_more_than_it_takes_wakes_another_worker") {
  theft_of_two stage;
  theft = &stage;
  work_stealing_pool<held_deque> pool({.workers = three,
                                       .idle = std::make_shared<awake_for_a_while>(),
                                       .victim = std::make_shared<one_thief>(),
                                       .amount = std::make_shared<two>(),
                                       .on_start = note_worker});
  stage.sleeps = [&pool](unsigned worker) { return pool.doing(worker) == activity::asleep; };
  std::atomic<bool> all_met{true};
  const auto meet = [&] {
    ++stage.begun;
    if (!until([&] { return stage.begun == three; })) all_met = false;
  };
  (void)pool.submit([&] {
    stage.robbed = this_worker;
    for (unsigned i = 0; i < three; ++i) (void)pool.submit(meet);
    stage.all_pushed = true;
  });
  pool.drain();
  REQUIRE(stage.may_sleep);
  CHECK(all_met);
}

namespace {

template <class Item, class Memory>
using usual_deque = chase_lev_deque<Item, Memory>;

// Worker A sleeps in a join and is woken for new work, which worker B brings just before it finishes what A waits for.
// A goes on after its join without having looked, B after its own; worker C sleeps. nullopt if C was woken instead of
// A.
std::optional<bool> new_work_is_found() {
  std::atomic<unsigned> a{three};
  std::atomic<unsigned> c{three};
  std::atomic<bool> child_of_a_begun{false};
  std::atomic<bool> child_of_b_begun{false};
  std::atomic<bool> new_work_begun{false};
  std::atomic<bool> found{true};
  const auto wait_for_new_work = [&] {
    if (!until([&] { return new_work_begun.load(); })) found = false;
  };
  work_stealing_pool<usual_deque> pool({.workers = three, .on_start = note_worker});
  const auto sleeps = [&pool](unsigned worker) { return pool.doing(worker) == activity::asleep; };
  std::thread root_of_a([&] {
    pool.run([&] {
      a = this_worker;
      (void)until([&] { return child_of_b_begun.load(); });
      pool.fork_join(
          [&] {  // by B
            child_of_a_begun = true;
            (void)until([&] { return sleeps(a) && sleeps(c); });
            (void)pool.submit([&] { new_work_begun = true; });
          },
          [&] { (void)until([&] { return child_of_a_begun.load(); }); });
      wait_for_new_work();
    });
  });
  (void)until([&] { return a != three; });
  pool.run([&] {  // B
    pool.fork_join(
        [&] {  // by C
          c = this_worker;
          child_of_b_begun = true;
          (void)until([&] { return child_of_a_begun.load(); });
        },
        [&] { (void)until([&] { return child_of_b_begun.load(); }); });
    wait_for_new_work();
  });
  root_of_a.join();
  pool.drain();
  if (a > c) return std::nullopt;
  return found.load();
}

}  // namespace

TEST_CASE("a_worker_that_is_woken_for_new_work_and_goes_on_after_its_join_wakes_another_one") {
  unsigned rounds = 0;
  for (unsigned tries = 0; tries < 200 && rounds < 10; ++tries) {
    const std::optional<bool> found = new_work_is_found();
    if (found) ++rounds;
    REQUIRE(found.value_or(true));
  }
  CHECK(rounds > 0);
}
