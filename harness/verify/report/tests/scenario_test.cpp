// The language of scenarios: what is written is read, and what is read can be written so that it is read again.
#include "harness/verify/subjects/scenario.hpp"

#include <string>

#include "harness/verify/pools/pool_battery.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/queues/battery.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab::verify;

namespace {

std::string said_of(const std::string& text) {
  const auto parsed = parse_scenario(text);
  return parsed ? "" : parsed.why().message;
}

}  // namespace

TEST_CASE("scenario: every one of the suites is read as it is written") {
  std::size_t read = 0;
  for (const suite which : {suite::quick, suite::full}) {
    std::vector<const subject*> all(all_subjects().subjects().begin(), all_subjects().subjects().end());
    all.insert(all.end(), all_protocols().begin(), all_protocols().end());
    for (const subject* one : all) {
      for (const planned_check& planned : one->planned(which)) {
        const std::string text = planned.scenario.text();
        INFO(one->name() << ": " << text);
        const auto again = parse_scenario(text);
        REQUIRE(again);
        CHECK(again->text() == text);
        CHECK(one->accepts(*again));
        ++read;
      }
    }
  }
  CHECK(read > 1000);
}

TEST_CASE("scenario: many of a kind, and settings before them") {
  const auto parsed =
      parse_scenario("first 7; retire 2; items wide; memory short; capacity 8; before: push*20 pop*3; push*5 pop");
  REQUIRE(parsed);
  CHECK(parsed->before.size() == 23);
  CHECK(parsed->before[8].item == 9);
  CHECK(parsed->before[9].item == 50);  // 10 to 49 are the threads'
  CHECK(parsed->threads[0].size() == 6);
  CHECK(parsed->constants.first_position == 7);
  CHECK(parsed->constants.retire_batch == 2);
  CHECK(parsed->items == scenario::item_form::wide);
  CHECK(parsed->memory_is_short);
  CHECK(parsed->text() ==
        "items wide; memory short; first 7; retire 2; capacity 8; before: push*20 pop pop pop; push*5 pop");
}

TEST_CASE("scenario: what cannot be is said") {
  CHECK(said_of("push*x | pop").find("push*5") != std::string::npos);
  CHECK(said_of("push*0 | pop").find("push*5") != std::string::npos);
  CHECK(said_of("push*9 | pop").find("more than 8 operations in one thread") != std::string::npos);
  CHECK(said_of("before: push*151; pop").find("more than 150 operations before") != std::string::npos);
  CHECK(said_of("before: push*90; pop").find("more items than") != std::string::npos);
  CHECK(said_of("items odd; pop").find("'items wide'") != std::string::npos);
  CHECK(said_of("first x; pop").find("'first N'") != std::string::npos);
}
