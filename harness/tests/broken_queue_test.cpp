// Tests that the checks of the lab can fail: each fault of a broken queue is found by the contract scenario that is
// there for it, and is named for what it is.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <list>
#include <string>
#include <thread>

#include "harness/tests/broken/faulty_queue.hpp"
#include "harness/tests/says.hpp"
#include "queues/memory/native_memory.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/contract_deque.hpp"
#include "queues/tests/contract_resources.hpp"
#include "queues/tests/contract_sequential.hpp"
#include "queues/tests/watchdog.hpp"
#include "queues/yardsticks/plain_ring.hpp"

namespace schedlab {
namespace {

using contract::violation;

template <template <class, class> class Broken>
violation exactly_once(unsigned producers, unsigned consumers) {
  const watchdog limit("broken queue");
  using queue = Broken<std::uint64_t, native_memory>;
  return contract::exactly_once<queue, std::uint64_t>(
      {.producers = producers, .consumers = consumers, .items = 350'000, .boxed = false});
}

TEST_CASE("broken: exactly_once finds one lost item in 100,000", "[stress]") {
  CHECK(says(exactly_once<broken::loses_one>(1, 1), "3 lost, first item 99999 of producer 0"));
  CHECK(says(exactly_once<broken::loses_one>(2, 2), "3 lost"));
}

TEST_CASE("broken: exactly_once finds one doubled item in 100,000", "[stress]") {
  CHECK(says(exactly_once<broken::doubles_one>(1, 1), "3 doubled, first item 99999 of producer 0 at consumer 0"));
  CHECK(says(exactly_once<broken::doubles_one>(2, 2), "3 doubled"));
}

// Of '... first item 99999 of producer 0 ...'; 0 if it names none.
std::uint64_t first_item_in(const violation& found) {
  const std::string before = "first item ";
  const std::size_t at = found ? found->find(before) : std::string::npos;
  return at == std::string::npos ? 0 : std::stoull(found->substr(at + before.size()));
}

// Which item it is depends on the threads: the fault waits for a pop that finds a second item behind the first.
TEST_CASE("broken: exactly_once finds one reordering in 100,000", "[stress]") {
  const violation found = exactly_once<broken::reorders_one>(1, 1);
  CHECK(says(found, "out of order, first item"));
  CHECK(first_item_in(found) >= broken::healthy_operations - 1);
  CHECK_FALSE(says(found, "lost"));
  CHECK_FALSE(says(found, "doubled"));
}

// How a child ended that pushed and popped until after the fault: its signal, SIGKILL if it had to be stopped.
template <template <class, class> class Broken>
int signal_that_ends() {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);  // Catch2 would report it
    Broken<std::uint64_t, native_memory> queue(16);
    std::uint64_t item = 0;
    for (std::uint64_t id = 1; id < broken::healthy_operations; ++id) {
      if (queue.try_push(std::uint64_t{id}) != push_status::ok) _exit(1);
      if (queue.try_pop(item) != pop_status::ok || item != id) _exit(2);
    }
    static_cast<void>(queue.try_push(0));
    static_cast<void>(queue.try_pop(item));
    _exit(3);
  }
  int status = 0;
  const auto patience_ends = contract::test_clock::now() + std::chrono::seconds(1 + contract::slowdown / 4);
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (contract::test_clock::now() > patience_ends) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  INFO("exit code " << WEXITSTATUS(status));
  REQUIRE(WIFSIGNALED(status));
  return WTERMSIG(status);
}

TEST_CASE("broken: one crashes and one hangs, after working so far", "[stress]") {
  CHECK(signal_that_ends<broken::crashes>() == SIGABRT);
  CHECK(signal_that_ends<broken::hangs>() == SIGKILL);
}

// One fault at a time in an otherwise right bounded queue for one thread: what the sequential scenarios must find.
enum class slip {
  none,
  takes_one_less,
  takes_one_more,
  moves_from_refused,
  youngest_first,
  loses_item_zero,
  says_empty_while_strong,
  wrong_size,
  leaks,
  allocates_secretly,
};

std::uint64_t secret_allocations = 0;

template <class Item, slip Slip>
class slipping_queue {
 public:
  static constexpr queue_traits traits{.name = "slipping_queue", .order = item_order::fifo, .bounded = true};

  explicit slipping_queue(std::size_t capacity) : capacity_(capacity) {}
  ~slipping_queue() {
    if (Slip == slip::leaks) {
      // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): the test ends where it finds no memory.
      for (Item& left : items_) static_cast<void>(new Item(static_cast<Item&&>(left)));
    }
  }

  push_status try_push(Item&& item) {
    const std::size_t room = capacity_ - (Slip == slip::takes_one_less) + (Slip == slip::takes_one_more);
    if (Slip == slip::allocates_secretly) ++secret_allocations;
    if (items_.size() >= room) {
      if (Slip == slip::moves_from_refused) items_.back() = static_cast<Item&&>(item);
      return push_status::full;
    }
    if (Slip == slip::loses_item_zero && contract::id_of(item) == 0) return push_status::ok;
    items_.push_back(static_cast<Item&&>(item));
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const bool spurious = Slip == slip::says_empty_while_strong && ++pops_ % 101 == 0;
    if (items_.empty() || spurious) return pop_status::empty;
    const auto next = Slip == slip::youngest_first ? std::prev(items_.end()) : items_.begin();
    item = static_cast<Item&&>(*next);
    items_.erase(next);
    return pop_status::ok;
  }

  std::size_t approximate_size() const { return items_.size() + (Slip == slip::wrong_size); }

 private:
  const std::size_t capacity_;
  std::list<Item> items_;
  std::uint64_t pops_ = 0;
};

template <slip Slip>
using numbers = slipping_queue<std::uint64_t, Slip>;

TEST_CASE("broken: the sequential scenarios find nothing wrong with a right queue") {
  using right = numbers<slip::none>;
  CHECK_FALSE((contract::starts_empty<right, std::uint64_t>()));
  CHECK_FALSE((contract::full_then_empty<right, std::uint64_t>()));
  CHECK_FALSE((contract::wraps_around<right, std::uint64_t>()));
  CHECK_FALSE((contract::agrees_with_model<right, std::uint64_t>()));
}

TEST_CASE("broken: the sequential scenarios find each slip") {
  using contract::move_only_item;
  using refusing = slipping_queue<move_only_item, slip::moves_from_refused>;
  CHECK(says(contract::full_then_empty<numbers<slip::takes_one_less>, std::uint64_t>(), "took only"));
  CHECK(says(contract::full_then_empty<numbers<slip::takes_one_more>, std::uint64_t>(), "took more"));
  CHECK(says(contract::full_then_empty<refusing, move_only_item>(), "moved from the item that it refused"));
  CHECK(says(contract::full_then_empty<numbers<slip::youngest_first>, std::uint64_t>(), "instead of"));
  CHECK(says(contract::wraps_around<numbers<slip::youngest_first>, std::uint64_t>(), "instead of"));
  CHECK(says(contract::starts_empty<numbers<slip::loses_item_zero>, std::uint64_t>(), "item 0 is lost"));
  CHECK(says(contract::agrees_with_model<numbers<slip::youngest_first>, std::uint64_t>(), "instead of"));
  CHECK(says(contract::agrees_with_model<numbers<slip::says_empty_while_strong>, std::uint64_t>(), "pop answered"));
  CHECK(says(contract::agrees_with_model<numbers<slip::takes_one_more>, std::uint64_t>(), "push answered"));
  CHECK(says(contract::agrees_with_model<numbers<slip::wrong_size>, std::uint64_t>(), "size 2 instead of 1"));
}

template <class Item>
using sound_queue = slipping_queue<Item, slip::none>;
template <class Item>
using leaking_queue = slipping_queue<Item, slip::leaks>;

TEST_CASE("broken: the scenarios about resources find a leak, an allocation and a bypassed policy") {
  CHECK_FALSE(contract::destructors_run<sound_queue>());
  // A sanitizer would end the test for that leak.
  if (!contract::address_sanitizer) CHECK(says(contract::destructors_run<leaking_queue>(), "were not destroyed"));
  using secretive = numbers<slip::allocates_secretly>;
  CHECK(says(contract::allocates_nothing<secretive, std::uint64_t>([] { return secret_allocations; }),
             "allocations after construction"));
  CHECK(says(contract::uses_its_memory_policy<sound_queue<std::uint64_t>, std::uint64_t>(), "past the memory policy"));
}

// A queue that claims strength and now and then gives up for nothing.
template <bool Full>
class timid_queue {
 public:
  static constexpr queue_traits traits{.name = "timid_queue", .order = item_order::fifo};
  explicit timid_queue(std::size_t capacity) : queue_(capacity) {}
  push_status try_push(std::uint64_t&& item) {
    return Full && calls_.fetch_add(1) % 1000 == 999 ? push_status::full : queue_.try_push(std::uint64_t{item});
  }
  pop_status try_pop(std::uint64_t& item) {
    return !Full && calls_.fetch_add(1) % 1000 == 999 ? pop_status::empty : queue_.try_pop(item);
  }

 private:
  std::atomic<std::uint64_t> calls_{0};
  mutex_queue<std::uint64_t, native_memory> queue_;
};

TEST_CASE("broken: never_wrongly_full_or_empty finds a strong queue that gives up", "[stress]") {
  const violation full = contract::never_wrongly_full_or_empty<timid_queue<true>, std::uint64_t>(2, 4, 8, 5000);
  CHECK(says(full, "said empty 0 times, full "));
  const violation empty = contract::never_wrongly_full_or_empty<timid_queue<false>, std::uint64_t>(2, 4, 8, 5000);
  CHECK(says(empty, "said empty"));
  CHECK_FALSE(says(empty, "empty 0 times"));
}

// A deque behind a lock, with the faults that owners and thieves can suffer.
enum class deque_slip { none, gives_last_item_twice, owner_takes_oldest, thief_takes_youngest, loses_in_bursts };

template <deque_slip Slip>
class slipping_deque {
 public:
  static constexpr queue_traits traits{
      .name = "slipping_deque", .producers = multiplicity::one, .order = item_order::deque, .allocates = true};
  explicit slipping_deque(std::size_t) {}

  push_status try_push(std::uint64_t&& item) {
    const std::lock_guard held(mutex_);
    if (Slip == deque_slip::loses_in_bursts && ++pushes_ % 10'000 == 0) return push_status::ok;
    items_.push_back(item);
    return push_status::ok;
  }
  pop_status try_pop(std::uint64_t& item) {
    return take(item, Slip == deque_slip::owner_takes_oldest) ? pop_status::ok : pop_status::empty;
  }
  steal_status steal(std::uint64_t& item) {
    return take(item, Slip != deque_slip::thief_takes_youngest) ? steal_status::ok : steal_status::empty;
  }

 private:
  bool take(std::uint64_t& item, bool oldest) {
    const std::lock_guard held(mutex_);
    if (items_.empty()) return false;
    const auto next = oldest ? items_.begin() : std::prev(items_.end());
    item = *next;
    const bool twice = Slip == deque_slip::gives_last_item_twice && items_.size() == 1 && ++last_items_ % 1'000 == 0;
    if (!twice) items_.erase(next);
    return true;
  }

  std::mutex mutex_;
  std::list<std::uint64_t> items_;
  std::uint64_t pushes_ = 0;
  std::uint64_t last_items_ = 0;
};

template <deque_slip Slip>
violation robbed() {
  const watchdog limit("broken deque");
  contract::robbery what{.thieves = 2, .bursts = {1, 5, 40}, .items = 200'000};
  what.boxed = false;
  return contract::owner_against_thieves<slipping_deque<Slip>, std::uint64_t>(what);
}

// The owner sees some slips at its next pop, the final count sees the others: it depends on which thread took the item.
TEST_CASE("broken: owner_against_thieves finds each slip of a deque", "[stress]") {
  CHECK_FALSE(robbed<deque_slip::none>());
  const violation twice = robbed<deque_slip::gives_last_item_twice>();
  CHECK((says(twice, "instead of nothing") || says(twice, "instead of its youngest") ||
         says(twice, " doubled, first item ")));
  CHECK(says(robbed<deque_slip::owner_takes_oldest>(), "instead of its youngest"));
  const violation unordered = robbed<deque_slip::thief_takes_youngest>();
  CHECK((says(unordered, "instead of its youngest") || says(unordered, " out of order, first item ")));
  const violation lossy = robbed<deque_slip::loses_in_bursts>();
  CHECK((says(lossy, "instead of its youngest") || says(lossy, " lost, first item ")));
}

}  // namespace
}  // namespace schedlab
