// Tests of task and of the blocks behind it: what fits inside, what is moved and when it ends, and that blocks find their
// way back from the thread that ended a task to the one that makes them.
#include "schedulers/task.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "queues/tests/allocation_count.hpp"
#include "queues/tests/catch.hpp"

namespace schedlab {
namespace {

using contract::allocations;

// Counts constructions and ends of all its copies by moving, and fills up to Bytes.
template <std::size_t Bytes, std::size_t Alignment = alignof(void*)>
class alignas(Alignment) counted {
 public:
  counted(int& alive, int& runs) : alive_(&alive), runs_(&runs) { ++*alive_; }
  counted(counted&& other) noexcept : alive_(other.alive_), runs_(other.runs_) { ++*alive_; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --*alive_; }

  void operator()() {
    if (reinterpret_cast<std::uintptr_t>(this) % Alignment != 0) throw std::logic_error("lies wrongly");
    ++*runs_;
  }

 private:
  int* alive_;
  int* runs_;
  std::array<char, Bytes - 2 * sizeof(void*)> rest_{};
};

template <class Callable>
void lives_once() {
  int alive = 0;
  int runs = 0;
  {
    task made = Callable(alive, runs);
    CHECK(alive == 1);
    CHECK(made);
    task moved = std::move(made);
    CHECK(alive == 1);
    CHECK_FALSE(made);  // NOLINT: it says what a moved task is
    moved();
    CHECK(runs == 1);
    CHECK(alive == 0);
    CHECK_FALSE(moved);
  }
  CHECK(alive == 0);
  {
    const task never_run = Callable(alive, runs);
    CHECK(alive == 1);
  }
  CHECK(alive == 0);
  CHECK(runs == 1);
  task assigned = Callable(alive, runs);
  assigned = task(Callable(alive, runs));
  CHECK(alive == 1);
  task& itself = assigned;
  assigned = std::move(itself);
  CHECK(alive == 1);
  CHECK(assigned);
  assigned();
  CHECK(runs == 2);
  assigned = task();
  CHECK(alive == 0);
}

TEST_CASE("task: every callable lives once, inside or in a block, however aligned") {
  lives_once<counted<17>>();
  lives_once<counted<task::inline_bytes>>();
  lives_once<counted<task::inline_bytes + 1>>();
  lives_once<counted<pooled_blocks::largest>>();
  lives_once<counted<pooled_blocks::largest + 1>>();
  lives_once<counted<32, 16>>();
  lives_once<counted<64, 16>>();
  lives_once<counted<64, 64>>();
  lives_once<counted<256, 256>>();
}

TEST_CASE("task: a callable that throws is destroyed all the same, and its exception comes through") {
  int alive = 0;
  int runs = 0;
  task small = [seen = counted<24>(alive, runs)] { throw 5; };
  CHECK_THROWS_AS(small(), int);
  CHECK(alive == 0);
  CHECK_FALSE(small);
  task large = [seen = counted<500>(alive, runs)] { throw 5; };
  CHECK_THROWS_AS(large(), int);
  CHECK(alive == 0);
}

struct throws_when_moved {
  throws_when_moved() = default;
  throws_when_moved(throws_when_moved&&) { throw 5; }  // NOLINT(performance-noexcept-move-constructor): the point of it
  void operator()() {}
};

TEST_CASE("task: a callable whose move may throw lies in a block, and is not moved again") {
  STATIC_REQUIRE_FALSE(task::fits_inline<throws_when_moved>);
  CHECK_THROWS_AS(task(throws_when_moved()), int);
}

TEST_CASE("task: it can be moved but not copied, and carries what can only be moved") {
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<task>);
  STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<task>);
  int sum = 0;
  task owner = [&sum, owned = std::make_unique<int>(4)] { sum += *owned; };
  std::vector<task> several;
  several.push_back(std::move(owner));
  for (int i = 0; i < 10; ++i) several.push_back([&sum, owned = std::make_unique<int>(i)] { sum += *owned; });
  for (task& each : several) each();
  CHECK(sum == 49);
}

// Runs it while nothing else allocates.
template <class F>
std::uint64_t allocations_by(F&& body) {
  const std::uint64_t before = allocations();
  body();
  return allocations() - before;
}

TEST_CASE("task: what fits inside asks for no memory, and what does not asks for none again") {
  int runs = 0;
  std::array<char, 40> small{};
  const auto make_small = [&] { task([&runs, small] { runs += small[0] + 1; })(); };
  CHECK(allocations_by(make_small) == 0);
  std::array<char, 300> large{};
  const auto make_large = [&] { task([&runs, large] { runs += large[0] + 1; })(); };
  make_large();
  CHECK(allocations_by([&] {
          for (int i = 0; i < 1000; ++i) make_large();
        }) == 0);
  CHECK(runs == 1002);
}

TEST_CASE("pooled_blocks: blocks are given out aligned and not twice") {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{1000},
                                  std::size_t{1024}, std::size_t{1025}, std::size_t{5000}}) {
    std::vector<std::byte*> blocks;
    for (std::size_t i = 0; i < 300; ++i) {
      auto* const block = static_cast<std::byte*>(pooled_blocks::take(bytes, 64));
      CHECK(reinterpret_cast<std::uintptr_t>(block) % 64 == 0);
      std::fill(block, block + bytes, static_cast<std::byte>(i));
      blocks.push_back(block);
    }
    std::size_t spoilt = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t k = 0; k < bytes; ++k) spoilt += blocks[i][k] != static_cast<std::byte>(i);
      pooled_blocks::give_back(blocks[i], bytes, 64);
    }
    INFO(bytes << " bytes");
    CHECK(spoilt == 0);
  }
}

// One thread makes tasks, another ends them, a few at a time: the maker uses the blocks that come back.
TEST_CASE("pooled_blocks: made in one thread and ended in another, 100,000 tasks need few blocks") {
  constexpr std::size_t tasks = 100'000;
  constexpr std::size_t most_at_a_time = 256;
  std::array<task, most_at_a_time> slots;
  std::array<std::atomic<bool>, most_at_a_time> full{};
  std::atomic<std::size_t> sum{0};
  std::uint64_t allocated = 0;
  std::thread maker([&] {
    const std::uint64_t before = allocations();
    for (std::size_t i = 0; i < tasks; ++i) {
      const std::size_t slot = i % most_at_a_time;
      while (full[slot].load(std::memory_order_acquire)) std::this_thread::yield();
      slots[slot] = [&sum, i, large = std::array<char, 100>{}] { sum += i + static_cast<std::size_t>(large[0]); };
      full[slot].store(true, std::memory_order_release);
    }
    allocated = allocations() - before;
  });
  std::thread ender([&] {
    for (std::size_t i = 0; i < tasks; ++i) {
      const std::size_t slot = i % most_at_a_time;
      while (!full[slot].load(std::memory_order_acquire)) std::this_thread::yield();
      slots[slot]();
      full[slot].store(false, std::memory_order_release);
    }
  });
  maker.join();
  ender.join();
  CHECK(sum == tasks * (tasks - 1) / 2);
  // The blocks on the way, and the chains that the two threads keep.
  CHECK(allocated <= most_at_a_time + 4 * pooled_blocks::chain_length);
}

TEST_CASE("pooled_blocks: all that is held is counted, and a burst is not kept for good") {
  // The class of 1,024 bytes, of which the shared list keeps 65,536.
  constexpr std::size_t bytes = pooled_blocks::largest;
  constexpr std::size_t most_kept = (pooled_blocks::most_chains + 2) * pooled_blocks::chain_length * bytes;
  const std::size_t before = pooled_blocks::bytes_held();
  std::vector<void*> blocks(100'000);
  for (void*& block : blocks) block = pooled_blocks::take(bytes, 8);
  const std::size_t then = pooled_blocks::bytes_held();
  CHECK(then >= blocks.size() * bytes);
  for (void* const block : blocks) pooled_blocks::give_back(block, bytes, 8);
  CHECK(pooled_blocks::bytes_held() < then);
  CHECK(pooled_blocks::bytes_held() <= before + most_kept);
}

TEST_CASE("pooled_blocks: what an ended thread kept is found by the next") {
  const auto make_many = [] {
    std::vector<task> many;
    many.reserve(200);
    for (int i = 0; i < 200; ++i) many.push_back([large = std::array<char, 600>{}] { (void)large; });
  };
  std::uint64_t later = 0;
  std::thread(make_many).join();
  for (int round = 0; round < 50; ++round) {
    std::thread([&] {
      const std::uint64_t before = allocations();
      make_many();
      later = allocations() - before;
    }).join();
  }
  // The vector grows nine times; blocks are not asked for again.
  CHECK(later <= 9);
}

}  // namespace
}  // namespace schedlab
