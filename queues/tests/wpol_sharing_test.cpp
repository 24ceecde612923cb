// Tests of WPOL regions that several threads or processes share: which of them initialises, what the others see
// meanwhile, and work handed between processes that map the same bytes at different addresses.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/watchdog.hpp"
#include "queues/tests/wpol_fixture.hpp"

namespace schedlab {
namespace {

TEMPLATE_LIST_TEST_CASE("wpol: initialising twice is skipped and leaves the content alone", "", wpol_forms) {
  region_bytes region = region_for<TestType>(16);
  auto queue = queue_in<TestType>(region, 16);
  std::uint32_t slot = 0;
  REQUIRE(queue.allocate(slot) == wpol_error::none);
  REQUIRE(queue.push(7) == wpol_error::none);
  REQUIRE(TestType::initialise(region.data(), region.size(), 16) == wpol_error::none);
  CHECK(queue.size() == 1);
  CHECK(queue.allocated() == 1);
  REQUIRE(pop_slot(queue, slot) == wpol_error::none);
  CHECK(slot == 7);
}

// Whether the queue that was found is whole: every slot once in the free list, room for all, nothing inside.
template <class Wpol>
bool is_whole_and_new(Wpol& queue, std::uint32_t capacity) {
  std::uint32_t slot = 0;
  return queue.capacity() == capacity && queue.size() == 0 && pop_slot(queue, slot) == wpol_error::empty;
}

TEMPLATE_LIST_TEST_CASE("wpol: many threads initialise and attach at once", "[stress]", repaired_wpol_forms) {
  constexpr std::uint32_t capacity = 256;
  for (unsigned round = 0; round < 400 / contract::slowdown + 20; ++round) {
    region_bytes region = region_for<TestType>(capacity);
    // The bytes are not only zeros, so that a half-written header shows.
    std::memset(static_cast<unsigned char*>(region.data()) + 4, 0xEE, region.size() - 4);
    std::atomic<unsigned> half_seen{0};
    std::atomic<unsigned> other_answers{0};
    std::atomic<std::uint64_t> sum_of_slots{0};
    const watchdog limit("initialise at once");
    contract::run_team(4, [&](unsigned member) {
      if (member % 2 == 0) {
        const wpol_error answer = TestType::initialise(region.data(), region.size(), capacity);
        if (answer != wpol_error::none && answer != wpol_error::being_initialised) ++other_answers;
      }
      TestType queue;
      for (;;) {
        const wpol_error answer = TestType::attach(region.data(), region.size(), capacity, queue);
        if (answer == wpol_error::none) break;
        if (answer != wpol_error::being_initialised && answer != wpol_error::invalid_magic) ++other_answers;
        std::this_thread::yield();
      }
      if (!is_whole_and_new(queue, capacity)) ++half_seen;
      // If it were initialised once more now, a slot would be handed out twice.
      for (std::uint32_t i = 0; i < capacity / 4; ++i) {
        std::uint32_t slot = 0;
        if (queue.allocate(slot) != wpol_error::none) ++half_seen;
        sum_of_slots += slot;
      }
    });
    REQUIRE(half_seen == 0);
    REQUIRE(other_answers == 0);
    REQUIRE(sum_of_slots == capacity * (capacity - 1) / 2);
  }
}

// The same bytes, mapped once for each process; the child maps them anew, so that an address kept inside would show.
class shared_region {
 public:
  explicit shared_region(std::size_t size) : size_(size), file_(std::tmpfile()) {
    REQUIRE(file_ != nullptr);
    REQUIRE(ftruncate(fileno(file_), static_cast<off_t>(size)) == 0);
    data_ = map();
    REQUIRE(data_ != MAP_FAILED);
  }
  shared_region(const shared_region&) = delete;
  ~shared_region() {
    munmap(data_, size_);
    std::fclose(file_);
  }
  void* map() const { return mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file_), 0); }
  void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  const std::size_t size_;
  std::FILE* const file_;
  void* data_ = nullptr;
};

template <class Wpol>
Wpol attach_patiently(void* bytes, std::size_t size) {
  Wpol queue;
  for (;;) {
    const wpol_error answer = Wpol::attach(bytes, size, 0, queue);
    if (answer == wpol_error::none) return queue;
    if (answer != wpol_error::being_initialised && answer != wpol_error::invalid_magic) _exit(3);
    std::this_thread::yield();
  }
}

template <class Wpol>
void send(Wpol& queue, std::uint64_t number) {
  std::uint32_t slot = 0;
  for (contract::patience waits; queue.allocate(slot) != wpol_error::none;) waits.failed();
  queue.slot(slot).set_timestamp(number);
  for (contract::patience waits; queue.push(slot) != wpol_error::none;) waits.failed();
}

template <class Wpol>
std::uint64_t receive(Wpol& queue) {
  std::uint32_t slot = 0;
  for (contract::patience waits; queue.pop(slot) != wpol_error::none;) waits.failed();
  const std::uint64_t number = queue.slot(slot).timestamp();
  if (queue.free(slot) != wpol_error::none) return contract::no_id;
  return number;
}

// The child's exit code; a child that dies or takes too long ends by a signal.
int exit_code_of(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr unsigned child_limit_seconds = 100;

// Parent -> child through one queue, child -> parent through the other; both processes push, pop, allocate and free.
TEMPLATE_LIST_TEST_CASE("wpol: two processes exchange items", "[stress]", repaired_wpol_forms) {
  constexpr std::uint32_t capacity = 64;
  constexpr std::uint64_t items = 100'000 / contract::slowdown;
  shared_region there(TestType::region_type::required_bytes(capacity));
  shared_region back(TestType::region_type::required_bytes(capacity));
  REQUIRE(TestType::initialise(there.data(), there.size(), capacity) == wpol_error::none);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(child_limit_seconds);
    auto inbox = attach_patiently<TestType>(there.map(), there.size());
    auto outbox = attach_patiently<TestType>(back.map(), back.size());
    for (std::uint64_t i = 0; i < items; ++i) {
      const std::uint64_t number = receive(inbox);
      if (number != i) _exit(1);
      send(outbox, number * 3);
    }
    _exit(0);
  }
  REQUIRE(TestType::initialise(back.data(), back.size(), capacity) == wpol_error::none);  // the child is waiting for it
  auto outbox = attach_patiently<TestType>(there.data(), there.size());
  auto inbox = attach_patiently<TestType>(back.data(), back.size());
  const watchdog limit("two processes");
  std::uint64_t wrong = 0;
  std::uint64_t sent = 0;
  for (std::uint64_t received = 0; received < items; ++received) {
    while (sent < items && sent < received + capacity) send(outbox, sent++);
    if (receive(inbox) != received * 3) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(exit_code_of(child) == 0);
  CHECK(outbox.allocated() == 0);
  CHECK(inbox.allocated() == 0);
  CHECK(outbox.size() == 0);
}

TEMPLATE_LIST_TEST_CASE("wpol: a process attaches while another one initialises", "[stress]", repaired_wpol_forms) {
  constexpr std::uint32_t capacity = 1u << 14;  // takes long enough to be caught at it
  for (int round = 0; round < 10; ++round) {
    shared_region region(TestType::region_type::required_bytes(capacity));
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      alarm(child_limit_seconds);
      auto queue = attach_patiently<TestType>(region.map(), region.size());
      if (!is_whole_and_new(queue, capacity)) _exit(1);
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < capacity; ++i) {
        std::uint32_t slot = 0;
        if (queue.allocate(slot) != wpol_error::none) _exit(2);
        sum += slot;
      }
      _exit(sum == std::uint64_t{capacity} * (capacity - 1) / 2 ? 0 : 4);
    }
    REQUIRE(TestType::initialise(region.data(), region.size(), capacity) == wpol_error::none);
    CHECK(exit_code_of(child) == 0);
  }
}

}  // namespace
}  // namespace schedlab
