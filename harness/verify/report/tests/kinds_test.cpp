// Kinds of faults that only some scenarios can show: one small queue behind a lock, and each fault that the quick suite must
// find in it. Without a fault it is clean.
#include <algorithm>
#include <string>

#include "harness/verify/explore/verification.hpp"
#include "harness/verify/queues/battery.hpp"
#include "harness/verify/queues/checked_queue.hpp"
#include "queues/locks/guard.hpp"
#include "queues/parts/growing_ring.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

enum class fault {
  none,
  size_forgets_some,
  items_are_cut,
  memory_is_kept,
  memory_short_keeps_the_lock,
  memory_short_takes_the_item,
  waits_once,
  close_wakes_one,
  fifth_item_is_lost,
  position_has_32_bits,
  check_fails,
  crashes,
};

struct node_kept {
  node_kept* next;
};

template <fault Fault, class Item, class Memory>
class faulty_queue {
 public:
  static constexpr queue_traits traits{
      .name = "faulty_queue", .order = item_order::fifo, .progress = progress_guarantee::blocking, .allocates = true};

  explicit faulty_queue(std::size_t expected) : ring_(expected) {
    position_.put(std::uint64_t{Memory::first_position});
  }
  faulty_queue(const faulty_queue&) = delete;
  faulty_queue& operator=(const faulty_queue&) = delete;
  ~faulty_queue() {
    while (kept_ != nullptr) {
      node_kept* const doomed = kept_;
      kept_ = doomed->next;
      Memory::deallocate(doomed, sizeof(node_kept), alignof(node_kept));
    }
  }

  push_status try_push(Item&& item) {
    if constexpr (Fault == fault::memory_short_keeps_the_lock) {
      mutex_.lock();
      push(static_cast<Item&&>(item));
      mutex_.unlock();
    } else if constexpr (Fault == fault::memory_short_takes_the_item) {
      Item mine = static_cast<Item&&>(item);
      const guard held(mutex_);
      push(static_cast<Item&&>(mine));
    } else {
      const guard held(mutex_);
      push(static_cast<Item&&>(item));
    }
    not_empty_.wake_one();
    return push_status::ok;
  }

  pop_status try_pop(Item& item) {
    const guard held(mutex_);
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it crashes on purpose
    if (Fault == fault::crashes && ring_.size() == 3) *static_cast<volatile int*>(nullptr) = 1;
    schedlab::check(Fault != fault::check_fails || ring_.size() != 3, "faulty_queue", "size", ring_.size(), "not 3");
    return ring_.pop(item) ? pop_status::ok : pop_status::empty;
  }

  bool wait_pop(Item& item) {
    const guard held(mutex_);
    if (Fault == fault::waits_once) {
      if (ring_.size() == 0 && !closed_) not_empty_.wait(mutex_);
    } else {
      while (ring_.size() == 0 && !closed_) not_empty_.wait(mutex_);
    }
    return ring_.pop(item);
  }

  void close() {
    {
      const guard held(mutex_);
      closed_ = true;
    }
    Fault == fault::close_wakes_one ? not_empty_.wake_one() : not_empty_.wake_all();
  }

  std::size_t approximate_size() {
    const guard held(mutex_);
    return Fault == fault::size_forgets_some ? std::min<std::size_t>(ring_.size(), 1) : ring_.size();
  }

 private:
  void push(Item&& item) {
    if constexpr (Fault == fault::memory_is_kept) {
      kept_ = ::new (Memory::allocate(sizeof(node_kept), alignof(node_kept))) node_kept{kept_};
    }
    if (Fault == fault::fifth_item_is_lost && ring_.size() == 4)
      return static_cast<void>(Item(static_cast<Item&&>(item)));
    if constexpr (Fault == fault::items_are_cut && std::is_integral_v<Item>) item = static_cast<std::uint32_t>(item);
    const std::uint64_t position = position_.take() + 1;
    if (Fault == fault::position_has_32_bits && position != static_cast<std::uint32_t>(position)) return;
    position_.put(std::uint64_t{position});
    ring_.push(static_cast<Item&&>(item));
  }

  typename Memory::mutex mutex_;
  typename Memory::condition_variable not_empty_;
  // The mutex protects all members below.
  growing_ring<Item, Memory> ring_;
  plain_cell<std::uint64_t, Memory> position_;
  node_kept* kept_ = nullptr;
  bool closed_ = false;
};

template <fault Fault>
struct with {
  template <class Item, class Memory>
  using design = faulty_queue<Fault, Item, Memory>;
};

// The scenario and the fault that refute it first; empty if nothing does.
template <fault Fault>
std::string refuted_by() {
  static const checked_queue<with<Fault>::template design> subject(checked_source{"", ""});
  machine on;
  for (const planned_check& planned : subject.planned(suite::quick)) {
    const checked_scenario done = schedlab::verify::check(on, subject, planned, {});
    CHECK(done.result.ended_as != exploration::verdict::impossible);
    if (done.result.ended_as == exploration::verdict::refuted) {
      return planned.scenario.text() + ": " + done.result.found.text;
    }
  }
  return "";
}

bool says(const std::string& found, const std::string& words) {
  UNSCOPED_INFO(found);
  return found.find(words) != std::string::npos;
}

bool says_nothing(const std::string& found) {
  UNSCOPED_INFO(found);
  return found.empty();
}

}  // namespace

TEST_CASE("kinds: a queue without a fault is clean") { CHECK(says_nothing(refuted_by<fault::none>())); }

TEST_CASE("kinds: a size that is not the truth") {
  CHECK(says(refuted_by<fault::size_forgets_some>(), "its size is 1 where 2 items are inside"));
}

TEST_CASE("kinds: items that differ in their upper half only") {
  CHECK(says(refuted_by<fault::items_are_cut>(), "items wide"));
}

TEST_CASE("kinds: memory that is held for ever") {
  CHECK(says(refuted_by<fault::memory_is_kept>(), "blocks of memory, and holds"));
}

TEST_CASE("kinds: an allocation that fails with the lock taken") {
  const std::string found = refuted_by<fault::memory_short_keeps_the_lock>();
  CHECK(says(found, "memory short"));
  CHECK(says(found, "mutex"));
}

TEST_CASE("kinds: an allocation that fails and takes the item with it") {
  CHECK(says(refuted_by<fault::memory_short_takes_the_item>(), "found no memory and has taken the item"));
}

TEST_CASE("kinds: who is woken must look again") {
  CHECK(says(refuted_by<fault::waits_once>(), "says closed and drained, and nobody has begun to close"));
}

TEST_CASE("kinds: a close wakes all") {
  CHECK(says(refuted_by<fault::close_wakes_one>(), "wait_pop | wait_pop | close: nobody can go on"));
}

TEST_CASE("kinds: more items than the smallest scenarios hold") {
  CHECK(says(refuted_by<fault::fifth_item_is_lost>(), "before: "));
}

TEST_CASE("kinds: positions that pass 2^32") {
  CHECK(says(refuted_by<fault::position_has_32_bits>(), "first 4294967295"));
}

TEST_CASE("kinds: a program that stops itself is refuted, and the checker goes on") {
  CHECK(says(refuted_by<fault::check_fails>(), "faulty_queue stops the program: the size 3 is not allowed"));
#if !defined(SCHEDLAB_HANDLERS_MUST_RETURN)
  CHECK(says(refuted_by<fault::crashes>(), "stopped by signal"));
#endif
  CHECK(says_nothing(refuted_by<fault::none>()));
}
