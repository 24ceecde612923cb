// What resting handles cost the working ones: counted in loads, so that no clock is needed.
#include <deque>

#include "queues/memory/counting_memory.hpp"
#include "queues/michael_scott_queue.hpp"
#include "queues/segmented_queue.hpp"
#include "queues/tests/catch.hpp"

namespace schedlab {
namespace {

using list = michael_scott_queue<std::uint64_t, counting_memory>;

template <class Handle>
void push_and_pop(Handle& handle, std::uint64_t id) {
  std::uint64_t item = 0;
  REQUIRE(handle.try_push(std::uint64_t{id}) == push_status::ok);
  REQUIRE(handle.try_pop(item) == pop_status::ok);
  REQUIRE(item == id);
}

std::uint64_t loads() { return counting_memory::counts().loads; }

// Each of the handles at rest has pushed, has popped, and has found the queue empty last.
std::uint64_t loads_of_a_push_and_a_pop(std::size_t resting) {
  constexpr std::uint64_t operations = 10'000;
  list queue(0);
  auto busy = queue.attach(both_role{});
  std::deque<list::handle> at_rest;
  for (std::size_t i = 0; i < resting; ++i) {
    at_rest.push_back(queue.attach(both_role{}));
    push_and_pop(at_rest.back(), i);
    std::uint64_t none = 0;
    REQUIRE(at_rest.back().try_pop(none) == pop_status::empty);
    push_and_pop(busy, i);
  }
  const std::uint64_t before = loads();
  for (std::uint64_t i = 0; i < operations; ++i) push_and_pop(busy, i);
  return (loads() - before) / operations;
}

TEST_CASE("michael_scott_queue: 256 handles at rest cost a busy one one load more", "[michael_scott_queue]") {
  const std::uint64_t alone = loads_of_a_push_and_a_pop(0);
  CHECK(alone < 12);
  for (const std::size_t resting : {16u, 64u, 256u}) CHECK(loads_of_a_push_and_a_pop(resting) <= alone + 2);
}

// Memory that knows how many blocks are held, and frees what it can at every retirement.
struct eager_memory : native_memory {
  static constexpr unsigned retire_batch = 1;
  static inline std::size_t blocks = 0;

  static void* allocate(std::size_t bytes, std::size_t alignment) {
    ++blocks;
    return native_memory::allocate(bytes, alignment);
  }
  static void deallocate(void* place, std::size_t bytes, std::size_t alignment) {
    --blocks;
    native_memory::deallocate(place, bytes, alignment);
  }
};

TEST_CASE("michael_scott_queue: a handle at rest pins no node", "[michael_scott_queue]") {
  michael_scott_queue<std::uint64_t, eager_memory> queue(0);
  auto busy = queue.attach(both_role{});
  auto resting = queue.attach(both_role{});
  const std::size_t empty = eager_memory::blocks;
  std::uint64_t item = 0;
  const auto left_by_the_busy_one = [&] {
    for (int i = 0; i < 3; ++i) {
      REQUIRE(busy.try_push(7) == push_status::ok);
      REQUIRE(busy.try_pop(item) == pop_status::ok);
    }
    return eager_memory::blocks - empty;
  };
  REQUIRE(resting.try_push(1) == push_status::ok);
  REQUIRE(busy.try_pop(item) == pop_status::ok);
  CHECK(left_by_the_busy_one() == 0);
  REQUIRE(busy.try_push(2) == push_status::ok);
  REQUIRE(resting.try_pop(item) == pop_status::ok);
  CHECK(left_by_the_busy_one() == 0);
  REQUIRE(resting.try_pop(item) == pop_status::empty);
  CHECK(left_by_the_busy_one() == 0);
}

// They cannot all be freed, and the nodes that are kept must not be looked at again and again.
TEST_CASE("hazard_records: announcements that stand are looked at seldom", "[michael_scott_queue]") {
  struct node {
    node* next_retired = nullptr;
  };
  using records = hazard_records<node, counting_memory, 1>;
  constexpr std::size_t pinned = 256;
  records all(64);
  std::deque<records::owner> owners;
  records::owner busy(all);
  atomic<node*, counting_memory> place(nullptr);
  for (std::size_t i = 0; i < pinned; ++i) {
    place.store(make_object<node, counting_memory>(), order::relaxed);
    owners.emplace_back(all).protect(0, place);
    busy.retire(place.load(order::relaxed));
  }
  constexpr std::uint64_t operations = 10'000;
  const std::uint64_t before = loads();
  for (std::uint64_t i = 0; i < operations; ++i) busy.retire(make_object<node, counting_memory>());
  CHECK((loads() - before) / operations <= 2);
}

// A thread that submits now and then from outside takes the same record every time.
template <class Queue>
std::uint64_t loads_of_attaching(std::size_t resting) {
  Queue queue(8);
  std::deque<typename Queue::handle> at_rest;
  {
    auto outsider = queue.attach(producer_role{});
    for (std::size_t i = 0; i < resting; ++i) at_rest.push_back(queue.attach(both_role{}));
  }
  const std::uint64_t before = loads();
  static_cast<void>(queue.attach(producer_role{}));
  return loads() - before;
}

TEMPLATE_TEST_CASE("attaching now and then costs no look at those who stay", "", list,
                   (segmented_queue<std::uint64_t, counting_memory>)) {
  CHECK(loads_of_attaching<TestType>(256) == loads_of_attaching<TestType>(0));
  CHECK(loads_of_attaching<TestType>(256) <= 4);
}

}  // namespace
}  // namespace schedlab
