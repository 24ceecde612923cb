// Filters mean what the examples say, which the judge keeps to as well (harness/judge/tests/test_chosen_run.py).
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/base/nearest_names.hpp"
#include "harness/base/process/home.hpp"
#include "harness/cells/cell_filter.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

namespace {

struct examples {
  nlohmann::ordered_json all =
      nlohmann::ordered_json::parse(std::ifstream(home()->folder / "harness/cells/tests/filters.json"));
  std::vector<std::string> names = all.at("names");
};

}  // namespace

TEST_CASE("filters match as the examples say") {
  const examples shared;
  REQUIRE(shared.all.at("matches").size() > 10);
  for (const auto& [filter, expected] : shared.all.at("matches").items()) {
    INFO(filter);
    const auto found = matching_names(shared.names, filter);
    REQUIRE(found);
    CHECK(*found == expected.get<std::vector<std::size_t>>());
  }
}

TEST_CASE("filters are refused as the examples say") {
  const examples shared;
  for (const auto& [filter, expected] : shared.all.at("refused").items()) {
    INFO(filter);
    const auto found = matching_names(shared.names, filter);
    REQUIRE_FALSE(found);
    CHECK(found.why().message.find(expected.get<std::string>()) != std::string::npos);
  }
}

TEST_CASE("the nearest name is the one of the examples") {
  const examples shared;
  for (const auto& [wanted, expected] : shared.all.at("nearest").items()) {
    CHECK(nearest_names(wanted, shared.names).front() == expected.get<std::string>());
  }
}
