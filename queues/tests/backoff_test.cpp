// Tests of when a thread stands back: how many pauses a try takes is counted, not how long they last.
#include "queues/parts/backoff.hpp"

#include "queues/claim_ring.hpp"
#include "queues/segmented_queue.hpp"
#include "queues/tests/catch.hpp"
#include "queues/vyukov_ring.hpp"

namespace schedlab {
namespace {

struct pausing_memory : native_memory {
  static inline unsigned pauses = 0;
  static void stand_back(unsigned of) { pauses += of; }
};

template <class Try>
unsigned pauses_of(Try attempt) {
  pausing_memory::pauses = 0;
  attempt();
  return pausing_memory::pauses;
}

TEST_CASE("backoff: each lost race is followed by twice the pauses, up to a bound") {
  exponential_backoff losses;
  unsigned last = pauses_of([&] { losses.after_loss<pausing_memory>(); });
  CHECK(last > 0);
  for (int i = 0; i < 10; ++i) {
    const unsigned next = pauses_of([&] { losses.after_loss<pausing_memory>(); });
    CHECK((next == 2 * last || next == 64));
    last = next;
  }
  CHECK(last == 64);
  no_backoff none;
  CHECK(pauses_of([&] { none.after_loss<pausing_memory>(); }) == 0);
}

template <class Handle>
struct streamed {
  Handle handle;
  int item = 0;

  bool push() { return handle.try_push(int{item}) == push_status::ok; }
  bool pop() { return handle.try_pop(item) == pop_status::ok; }
  void move(int items) {
    for (int i = 0; i < items; ++i) REQUIRE((push() && pop()));
  }
};

#define RINGS                                                                                                       \
  (vyukov_ring<int, pausing_memory>), (vyukov_ring_strong<int, pausing_memory>), (claim_ring<int, pausing_memory>), \
      (segmented_queue<int, pausing_memory>)

TEMPLATE_TEST_CASE("backoff: a pop that has caught up stands back the longer, the longer the run was", "", RINGS) {
  TestType ring(16);
  streamed<decltype(attach(ring, both_role{}))> thread{attach(ring, both_role{})};
  CHECK(pauses_of([&] { CHECK_FALSE(thread.pop()); }) == 0);
  unsigned last = 0;
  for (const int run : {1, 2, 5, 12}) {
    CHECK(pauses_of([&] { thread.move(run); }) == 0);
    const unsigned now = pauses_of([&] { CHECK_FALSE(thread.pop()); });
    CHECK(now > last);
    last = now;
    CHECK(pauses_of([&] { CHECK_FALSE(thread.pop()); }) == 0);  // a thread that only polls does not stand back
  }
  thread.move(10'000);
  CHECK(pauses_of([&] { CHECK_FALSE(thread.pop()); }) == 64);
}

TEMPLATE_TEST_CASE("backoff: an answer that is awaited costs no more than two pauses", "", RINGS) {
  TestType ring(16);
  streamed<decltype(attach(ring, both_role{}))> thread{attach(ring, both_role{})};
  CHECK_FALSE(thread.pop());
  for (int i = 0; i < 50; ++i) {
    thread.move(1);
    CHECK(pauses_of([&] { CHECK_FALSE(thread.pop()); }) <= 2);
  }
}

TEMPLATE_TEST_CASE("backoff: a producer that finds no room stands back as well", "", (vyukov_ring<int, pausing_memory>),
                   (vyukov_ring_strong<int, pausing_memory>), (claim_ring<int, pausing_memory>)) {
  TestType ring(16);
  auto handle = attach(ring, producer_role{});
  for (int i = 0; i < 16; ++i) REQUIRE(handle.try_push(int{i}) == push_status::ok);
  CHECK(pauses_of([&] { CHECK(handle.try_push(16) == push_status::full); }) == 32);
  CHECK(pauses_of([&] { CHECK(handle.try_push(16) == push_status::full); }) == 0);
  auto also_pops = attach(ring, both_role{});
  CHECK(pauses_of([&] { CHECK(also_pops.try_push(16) == push_status::full); }) == 0);
}

}  // namespace
}  // namespace schedlab
