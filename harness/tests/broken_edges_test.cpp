// Tests that the contract's scenarios about memory that runs out, and about the edges of what a design carries and counts,
// can fail: each fault of a broken queue is found and named for what it is.
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/tests/says.hpp"
#include "queues/locks/guard.hpp"
#include "queues/tests/allocation_count.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_edges.hpp"
#include "queues/tests/contract_memory.hpp"
#include "queues/yardsticks/plain_ring.hpp"

namespace schedlab {
namespace {

using contract::violation;

// An otherwise right queue behind a lock that makes one mistake about memory.
enum class shortage_slip {
  none,
  keeps_the_lock,
  loses_what_is_inside,
  takes_the_item_first,
  leaks,
  pops_allocate,
  never_grows,
};

template <shortage_slip Slip>
class short_queue {
 public:
  using item_type = contract::tracked;
  static constexpr queue_traits traits{.name = "short_queue", .allocates = true};

  explicit short_queue(std::size_t expected) { items_.reserve(Slip == shortage_slip::never_grows ? 1000 : expected); }

  push_status try_push(item_type&& item) {
    if (Slip == shortage_slip::keeps_the_lock) {
      mutex_.lock();
      add(item);
      mutex_.unlock();
    } else {
      const guard held(mutex_);
      add(item);
    }
    return push_status::ok;
  }

  pop_status try_pop(item_type& item) {
    const guard held(mutex_);
    if (items_.empty()) return pop_status::empty;
    if (Slip == shortage_slip::pops_allocate) std::vector<int>(1).swap(scratch_);
    item = static_cast<item_type&&>(items_.front());
    items_.erase(items_.begin());
    return pop_status::ok;
  }

 private:
  void add(item_type& item) {
    if (Slip == shortage_slip::takes_the_item_first) {
      item_type mine(static_cast<item_type&&>(item));
      make_room();
      items_.push_back(static_cast<item_type&&>(mine));
    } else {
      make_room();
      items_.push_back(static_cast<item_type&&>(item));
    }
  }

  void make_room() {
    if (items_.size() < items_.capacity()) return;
    if (Slip == shortage_slip::leaks) block_ = new int;
    if (Slip == shortage_slip::loses_what_is_inside) {
      std::vector<item_type> smaller;
      smaller.swap(items_);
      items_.reserve(2 * smaller.size() + 1);
      for (item_type& each : smaller) items_.push_back(static_cast<item_type&&>(each));
    } else {
      items_.reserve(2 * items_.size());
    }
    delete std::exchange(block_, nullptr);
  }

  contract::lonely_memory::mutex mutex_;
  std::vector<item_type> items_;
  std::vector<int> scratch_;
  int* block_ = nullptr;
};

template <shortage_slip Slip>
violation memory_runs_out() {
  return contract::memory_runs_out<short_queue<Slip>, contract::tracked>(contract::blocks_held);
}

TEST_CASE("broken: memory_runs_out finds each slip") {
  CHECK_FALSE(memory_runs_out<shortage_slip::none>());
  CHECK(says(memory_runs_out<shortage_slip::keeps_the_lock>(), "allocation 2 failed: somebody waits for ever"));
  CHECK(says(memory_runs_out<shortage_slip::loses_what_is_inside>(), "allocation 2 failed: got 5 instead of 0"));
  CHECK(
      says(memory_runs_out<shortage_slip::takes_the_item_first>(), "the push of item 4 found no memory and took the"));
  CHECK(says(memory_runs_out<shortage_slip::pops_allocate>(), "to take an item out needed memory"));
  CHECK(says(memory_runs_out<shortage_slip::never_grows>(), "in use it did not"));
  // A sanitizer would end the test for that leak.
  if (!contract::address_sanitizer) CHECK(says(memory_runs_out<shortage_slip::leaks>(), "were not given back"));
}

// A ring that claims to refuse capacities other than powers of two, and takes them.
class lenient_ring {
 public:
  static constexpr queue_traits traits{.name = "lenient_ring", .bounded = true};
  static constexpr bool valid_capacity(std::size_t capacity) { return is_power_of_two(capacity); }

  explicit lenient_ring(std::size_t capacity) : ring_(check_all_but_1000(capacity)) {}
  push_status try_push(std::uint64_t&& item) { return ring_.try_push(std::uint64_t{item}); }
  pop_status try_pop(std::uint64_t& item) { return ring_.try_pop(item); }

 private:
  static std::size_t check_all_but_1000(std::size_t capacity) {
    check(capacity == 1000 || valid_capacity(capacity), traits.name, "capacity", capacity, "a power of two");
    return round_up_to_power_of_two(capacity);
  }

  plain_ring<std::uint64_t, native_memory> ring_;
};

TEST_CASE("broken: refuses_capacities finds a ring that takes what it says it does not take") {
  const violation found = contract::refuses_capacities<lenient_ring, std::uint64_t>();
  CHECK(says(found, "capacity 1000, which it does not take, ended in exit code 0"));
}

// A ring of numbers in which one number means that there is none.
template <std::uint32_t Nothing>
class wedging_ring {
 public:
  static constexpr queue_traits traits{.name = "wedging_ring", .bounded = true, .item = item_kind::index};
  static constexpr bool valid_capacity(std::size_t capacity) { return is_power_of_two(capacity); }

  explicit wedging_ring(std::size_t capacity) : ring_(capacity), mask_(capacity - 1) {
    for (std::uint32_t& entry : ring_) entry = Nothing;
  }
  push_status try_push(std::uint32_t&& item) {
    if (ring_[tail_ & mask_] != Nothing) return push_status::full;
    ring_[tail_++ & mask_] = item;
    return push_status::ok;
  }
  pop_status try_pop(std::uint32_t& item) {
    if (ring_[head_ & mask_] == Nothing) return pop_status::empty;
    item = std::exchange(ring_[head_++ & mask_], Nothing);
    return pop_status::ok;
  }

 private:
  std::vector<std::uint32_t> ring_;
  const std::size_t mask_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

TEST_CASE("broken: the edges of item numbers find a number that wedges its ring") {
  using at_the_end = wedging_ring<~std::uint32_t{0}>;
  CHECK_FALSE(contract::carries_both_ends<at_the_end, std::uint32_t>());
  CHECK(
      says(contract::survives_what_is_no_item<at_the_end, std::uint32_t>(), "4294967295, which is no item, ended in"));
  CHECK(says(contract::carries_both_ends<wedging_ring<0>, std::uint32_t>(), "0 is lost"));
}

// The positions of a ring, compared as numbers: right until they wrap.
class comparing_ring {
 public:
  static constexpr queue_traits traits{.name = "comparing_ring", .bounded = true};
  static constexpr bool valid_capacity(std::size_t capacity) { return is_power_of_two(capacity); }

  explicit comparing_ring(std::size_t capacity) : items_(capacity) {}
  push_status try_push(std::uint64_t&& item) {
    if (tail_ >= head_ + items_.size()) return push_status::full;
    items_[tail_++ % items_.size()] = item;
    return push_status::ok;
  }
  pop_status try_pop(std::uint64_t& item) {
    if (head_ >= tail_) return pop_status::empty;
    item = items_[head_++ % items_.size()];
    return pop_status::ok;
  }

 private:
  std::vector<std::uint64_t> items_;
  std::uint64_t head_ = contract::late_memory::first_position;
  std::uint64_t tail_ = contract::late_memory::first_position;
};

TEST_CASE("broken: counts_past_the_wrap finds positions that are compared as numbers") {
  CHECK(says(contract::counts_past_the_wrap<comparing_ring, std::uint64_t>(), "counting from 0 - 5: capacity 1"));
}

}  // namespace
}  // namespace schedlab
