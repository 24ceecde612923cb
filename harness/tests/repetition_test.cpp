// One repetition through Google Benchmark, beyond what a run shows of it.
#include "harness/run/repetition.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>

#include "harness/run/cell.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_items.hpp"

using namespace schedlab;

TEST_CASE("repetitions_of_other_seeds_lay_out_their_heap_differently") {
  if (contract::address_sanitizer || contract::thread_sanitizer) return;  // they have heaps of their own
  constexpr std::uintptr_t page = 4096;
  constexpr std::size_t more_than_a_hole = 100'000;
  std::set<std::uintptr_t> places;
  cell one;
  one.name = "some/cell";
  one.run = [&places](const repetition_request&) {
    const std::unique_ptr<std::byte[]> room(new std::byte[more_than_a_hole]);
    places.insert(reinterpret_cast<std::uintptr_t>(room.get()) % page);
    measurement found;
    found.items = 1;
    found.elapsed_s = 1;
    return found;
  };
  for (std::uint64_t seed = 0; seed < 64; ++seed) (void)run_repetition(one, {.seed = seed});
  // Of 64 lines of a page.
  CHECK(places.size() >= 32);
}
