// Tests of check(): its sentence, and how it protects arrays that no memory could hold. The contract tests that every
// design asks it about capacities.
#include "queues/memory/check.hpp"

#include "queues/memory/array.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/child_outcome.hpp"
#include "queues/vyukov_ring.hpp"

namespace schedlab {
namespace {

TEST_CASE("check: what holds passes, and what does not ends the program with a sentence") {
  check(true, "type", "value", 7, "anything");
  const child_outcome found = in_child([] {
    check(false, "some_ring", "capacity", 1000, "a power of two");
    return 0;
  });
  CHECK(found.signal == SIGABRT);
  CHECK(found.error_output == "some_ring: the capacity 1000 is not allowed; it must be a power of two\n");
}

// Their bytes would be few once the number of them has wrapped.
TEST_CASE("array: a size whose bytes cannot be counted is refused") {
  const std::size_t many = ~(~std::size_t{0} >> 1) / 4;
  const auto refused = [](const child_outcome& found) {
    INFO(found.error_output);
    CHECK(found.signal == SIGABRT);
    CHECK(found.error_output.find("array: the size ") == 0);
  };
  refused(in_child([=] {
    const array<std::uint64_t, native_memory> elements(many);
    return 0;
  }));
  refused(in_child([=] {
    const vyukov_ring<std::uint64_t> ring(many);
    return 0;
  }));
  // The next power of two is beyond the last one.
  refused(in_child([] {
    const mutex_queue<std::uint64_t> queue(~std::size_t{0});
    return 0;
  }));
}

TEST_CASE("round_up_to_power_of_two: at the ends") {
  constexpr std::size_t largest = ~(~std::size_t{0} >> 1);
  STATIC_REQUIRE(round_up_to_power_of_two(0) == 1);
  STATIC_REQUIRE(round_up_to_power_of_two(3) == 4);
  STATIC_REQUIRE(round_up_to_power_of_two(largest) == largest);
  STATIC_REQUIRE(round_up_to_power_of_two(~std::size_t{0}) == largest);
}

}  // namespace
}  // namespace schedlab
