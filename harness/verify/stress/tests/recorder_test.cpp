// Recording: what it writes down, in which order, and that it costs little.
#include "harness/verify/stress/recorder.hpp"

#include <stdexcept>

#include "harness/verify/stress/logged_handle.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

TEST_CASE("recorder: what was asked and told, by whom, in the order of time") {
  mutex_queue<std::uint64_t> queue(4);
  recorder all;
  recorder::log& first = all.add_log(2);
  recorder::log& second = all.add_log(2);
  auto producer = attach_logged<std::uint64_t>(queue, producer_role{}, first);
  auto consumer = attach_logged<std::uint64_t>(queue, consumer_role{}, second);
  CHECK(consumer.pop() == answer::empty);
  CHECK(producer.push(42) == answer::ok);
  CHECK(consumer.pop() == answer::ok);
  CHECK(producer.push(43) == answer::ok);

  const auto history = all.history();
  REQUIRE(history.size() == 4);
  const std::uint8_t threads[] = {1, 0, 1, 0};
  const std::uint64_t items[] = {0, 42, 42, 43};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(history[i].call.thread == threads[i]);
    CHECK(history[i].call.action == (threads[i] == 0 ? verb::push : verb::pop));
    CHECK(history[i].call.item == items[i]);
    CHECK(history[i].began <= history[i].ended);
    if (i > 0) CHECK(history[i - 1].ended <= history[i].began);
  }
  CHECK(history[0].call.reply == answer::empty);
  CHECK_THROWS_AS(producer.push(44), std::length_error);
}

TEST_CASE("recorder: a lost race is told from empty and from full") {
  CHECK(answer_of(push_status::full) == answer::full);
  CHECK(answer_of(push_status::contended) == answer::contended);
  CHECK(answer_of(pop_status::contended) == answer::contended);
  CHECK(answer_of(steal_status::empty) == answer::empty);
  CHECK(answer_of(steal_status::lost_race) == answer::contended);
}

TEST_CASE("recorder: an operation lasts as long as it takes") {
  recorder all;
  recorder::log& log = all.add_log(1);
  log.record(verb::push, 1, [](std::uint64_t&) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
    while (std::chrono::steady_clock::now() < end) {
    }
    return answer::ok;
  });
  const auto took = static_cast<double>(all.history()[0].ended - all.history()[0].began);
  CHECK(took * calibrated_ticks().ns_per_tick > 1.5e6);
}

TEST_CASE("recorder: costs between a nanosecond and ten microseconds per operation") {
  const double cost = recording_cost_ns();
  CHECK(cost > 1);
  CHECK(cost < 10'000);
}
