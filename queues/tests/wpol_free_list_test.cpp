// Tests of the WPOL queue's free list and batches under contention.
#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/watchdog.hpp"
#include "queues/tests/wpol_fixture.hpp"

namespace schedlab {
namespace {

// Threads allocate and free as fast as they can; each writes its name into the slots that it holds, and looks whether
// it is still there. Returns how often a slot had two owners.
template <class Wpol>
std::uint64_t slots_owned_twice(unsigned threads, std::uint32_t capacity, std::uint64_t rounds) {
  region_bytes region = region_for<Wpol>(capacity);
  auto queue = queue_in<Wpol>(region, capacity);
  std::vector<std::atomic<unsigned>> owners(capacity);
  std::atomic<std::uint64_t> twice{0};
  const auto end = contract::test_clock::now() + std::chrono::milliseconds(500);
  contract::run_team(threads, [&](unsigned member) {
    std::vector<std::uint32_t> held;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      std::uint32_t slot = 0;
      // Between nothing and all slots, so that the list is empty now and then.
      if (held.size() <= round % (capacity + 1) && queue.allocate(slot) == wpol_error::none) {
        if (owners[slot].exchange(member + 1) != 0) ++twice;
        queue.slot(slot).set_task_id(member);  // shares its word with the link
        held.push_back(slot);
      } else if (!held.empty()) {
        slot = held.back();
        held.pop_back();
        if (owners[slot].exchange(0) != member + 1) ++twice;
        if (queue.slot(slot).task_id() != member) ++twice;
        if (queue.free(slot) != wpol_error::none) ++twice;
      }
      if (round % 256 == 0 && contract::test_clock::now() > end) break;
    }
    for (const std::uint32_t slot : held) {
      owners[slot].store(0);
      if (queue.free(slot) != wpol_error::none) ++twice;
    }
  });
  // And none was lost.
  CHECK(queue.allocated() == 0);
  std::uint32_t slot = 0;
  for (std::uint32_t i = 0; i < capacity; ++i) {
    REQUIRE(queue.allocate(slot) == wpol_error::none);
    if (owners[slot].exchange(1) != 0) ++twice;
  }
  CHECK(queue.allocate(slot) == wpol_error::no_free_slot);
  return twice;
}

TEMPLATE_TEST_CASE("wpol: no slot has two owners", "[stress]", wpol_queue<>, wpol_queue_padded<>) {
  for (const unsigned threads : {2u, 3u, 4u}) {
    for (const std::uint32_t capacity : {2u, 8u, 1u << 16}) {  // the last one has the other tag width
      const watchdog limit("free list");
      INFO(threads << " threads, capacity " << capacity);
      CHECK(slots_owned_twice<TestType>(threads, capacity, 400'000 / contract::slowdown) == 0);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("wpol: batches go in and come out in order, in part when there is no room", "",
                        repaired_wpol_forms) {
  region_bytes region = region_for<TestType>(8);
  auto queue = queue_in<TestType>(region, 8);
  const std::vector<std::uint32_t> in{10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  std::vector<std::uint32_t> out(10, 0);
  CHECK(queue.pop_batch(out.data(), 10) == 0);
  CHECK(queue.push_number_batch(in.data(), 0) == 0);
  for (int lap = 0; lap < 20; ++lap) {
    CHECK(queue.push_number_batch(in.data(), 3) == 3);
    CHECK(queue.push_number_batch(in.data() + 3, 7) == 5);
    CHECK(queue.push_number_batch(in.data(), 1) == 0);
    CHECK(queue.push_number(1) == wpol_error::full);
    CHECK(queue.size() == 8);
    CHECK(queue.pop_batch(out.data(), 2) == 2);
    CHECK(queue.push_number(20) == wpol_error::none);
    CHECK(queue.pop_batch(out.data() + 2, 8) == 7);
    CHECK(std::vector<std::uint32_t>(out.begin(), out.begin() + 9) ==
          std::vector<std::uint32_t>{10, 11, 12, 13, 14, 15, 16, 17, 20});
    CHECK(queue.size() == 0);
  }
}

// The queue contract over batches of changing size: what goes in together may come out apart.
template <class Wpol>
class in_batches {
 public:
  static constexpr queue_traits traits = Wpol::traits;
  explicit in_batches(std::size_t capacity)
      : region_(region_for<Wpol>(static_cast<std::uint32_t>(capacity))),
        queue_(queue_in<Wpol>(region_, static_cast<std::uint32_t>(capacity))) {}

  class handle {
   public:
    explicit handle(Wpol& queue) : queue_(queue), size_(1 + counter.fetch_add(1) % most) {}
    handle(const handle&) = delete;
    ~handle() { flush(); }

    push_status try_push(std::uint32_t&& number) {
      if (to_push_.size() >= size_ && !flush_some()) return push_status::full;
      to_push_.push_back(number);
      if (to_push_.size() >= size_) flush_some();
      return push_status::ok;
    }

    pop_status try_pop(std::uint32_t& number) {
      if (next_ == popped_.size()) {
        if (!to_push_.empty()) flush_some();
        popped_.resize(size_);
        popped_.resize(queue_.pop_batch(popped_.data(), size_));
        next_ = 0;
      }
      if (popped_.empty()) return pop_status::empty;
      number = popped_[next_++];
      return pop_status::ok;
    }

   private:
    bool flush_some() {
      const std::uint32_t pushed =
          queue_.push_number_batch(to_push_.data(), static_cast<std::uint32_t>(to_push_.size()));
      to_push_.erase(to_push_.begin(), to_push_.begin() + pushed);
      return pushed > 0;
    }
    void flush() {
      while (!to_push_.empty()) {
        if (!flush_some()) std::this_thread::yield();
      }
    }

    static constexpr std::uint32_t most = 20;
    static inline std::atomic<std::uint32_t> counter{0};

    Wpol& queue_;
    const std::uint32_t size_;
    std::vector<std::uint32_t> to_push_;
    std::vector<std::uint32_t> popped_;
    std::size_t next_ = 0;
  };

  template <class Role>
  handle attach(Role) {
    return handle(queue_);
  }

 private:
  region_bytes region_;
  Wpol queue_;
};

TEMPLATE_TEST_CASE("wpol: batches deliver exactly once", "[stress]", wpol_queue<>, wpol_queue_backoff<>) {
  for (const unsigned producers : {1u, 2u, 4u}) {
    for (const unsigned consumers : {1u, 2u, 4u}) {
      const watchdog limit("batches");
      const contract::crowd who{.producers = producers, .consumers = consumers, .items = 200'000 / contract::slowdown};
      const contract::violation found = contract::exactly_once<in_batches<TestType>, std::uint32_t>(who);
      INFO(found.value_or("as promised"));
      CHECK_FALSE(found.has_value());
    }
  }
}

}  // namespace
}  // namespace schedlab
