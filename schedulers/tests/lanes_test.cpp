// A worker that must wait for a neighbour lets it have the CPU.
#include "queues/tests/catch.hpp"
#include "schedulers/global_lane.hpp"

using namespace schedlab;

namespace {

struct yield_counting_memory : native_memory {
  static inline unsigned yields = 0;
  static void yield() {
    ++yields;
    native_memory::yield();
  }
};

// A queue whose next operation is contended until the thread that meets this has let others run.
template <class Item, class Memory>
class blocked_queue {
 public:
  static constexpr queue_traits traits{.name = "blocked_queue"};
  explicit blocked_queue(size_t) {}

  push_status try_push(Item&&) { return is_blocked() ? push_status::contended : push_status::ok; }
  pop_status try_pop(Item&) { return is_blocked() ? pop_status::contended : pop_status::empty; }

 private:
  bool is_blocked() {
    ++tries_;
    REQUIRE(tries_ < 100'000);
    return yield_counting_memory::yields == 0;
  }
  unsigned tries_ = 0;
};

}  // namespace

TEST_CASE("a_worker_that_waits_for_a_neighbour_lets_it_run") {
  global_lane<blocked_queue, yield_counting_memory> lane({}, 1);
  auto end = lane.attach_worker(0);
  job nothing([](job&, void*) {});
  yield_counting_memory::yields = 0;
  CHECK(end.put(&nothing));
  yield_counting_memory::yields = 0;
  desk seen;
  CHECK(end.look_again(seen) == nullptr);
}
