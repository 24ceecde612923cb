// One repetition through Google Benchmark, beyond what a run shows of it.
#include "harness/run/repetition.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "harness/cells/cell.hpp"
#include "harness/run/repetition_child.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_items.hpp"

using namespace schedlab;

namespace {

std::uintptr_t number(const std::unique_ptr<std::byte[]>& block) {
  return reinterpret_cast<std::uintptr_t>(block.get());
}

}  // namespace

TEST_CASE("repetitions_of_other_seeds_lay_out_their_heap_differently") {
  if (contract::address_sanitizer || contract::thread_sanitizer) return;  // they have heaps of their own
  constexpr std::uintptr_t page = 4096;
  std::set<std::uintptr_t> places;
  std::set<std::uintptr_t> distances;
  cell one;
  one.name = "some/cell";
  one.run = [&](const repetition_request&) {
    const std::unique_ptr<std::byte[]> from_the_top(new std::byte[100'000]);
    const std::unique_ptr<std::byte[]> from_a_hole(new std::byte[4'000]);
    const std::unique_ptr<std::byte[]> from_another(new std::byte[8'000]);
    places.insert(number(from_the_top) % page);
    distances.insert(number(from_a_hole) - number(from_another));
    measurement found;
    found.items = 1;
    found.elapsed_s = 1;
    return found;
  };
  for (std::uint64_t seed = 0; seed < 64; ++seed) (void)run_repetition(one, {.seed = seed});
  CHECK(places.size() >= 32);
  CHECK(distances.size() >= 32);
}

TEST_CASE("an answer of another version is refused in words") {
  CHECK(other_version(R"({"protocol": 1, "benchmark": {}})").empty());
  CHECK(other_version(R"({"protocol": 1})").empty());
  CHECK(other_version("").empty());
  CHECK(other_version("Segmentation fault").empty());
  CHECK(other_version(R"({"protocol": 2, "benchmark": {}})").find("speaks version 2 of") != std::string::npos);
  CHECK(other_version(R"({"benchmark": {}})").find("speaks version none of") != std::string::npos);
}
