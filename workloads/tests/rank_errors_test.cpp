// Replays of short logs whose errors are known.
#include "workloads/queues/rank_errors.hpp"

#include <string>

#include "queues/tests/catch.hpp"
#include "workloads/queues/fenwick_tree.hpp"
#include "workloads/queues/order_errors.hpp"
#include "workloads/queues/priorities.hpp"
#include "workloads/tests/fakes.hpp"

using namespace schedlab;

namespace {

// "+1 +2 -2 -1": tickets in this order, items by number. An item's rank follows a colon: "+1:5".
operation_log log_of(const std::string& text) {
  operation_log log;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(' ', at);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(at, end - at);
    const std::size_t colon = word.find(':');
    log.push_back({log.size(), static_cast<std::uint32_t>(std::stoul(word.substr(1))),
                   colon == std::string::npos ? 0 : std::stoi(word.substr(colon + 1)), word[0] == '+'});
    at = end + 1;
  }
  return log;
}

rank_errors errors_of(const std::string& text) { return rank_replay(log_of(text)).errors(); }

}  // namespace

TEST_CASE("fenwick tree: sums over the front") {
  fenwick_tree tree(10);
  std::vector<std::int64_t> plain(10);
  for (std::size_t i = 0; i < 50; ++i) {
    const auto amount = static_cast<std::int64_t>(i * 7 % 11) - 4;
    tree.add(i * 3 % 10, amount);
    plain[i * 3 % 10] += amount;
    std::int64_t sum = 0;
    for (std::size_t count = 0; count <= 10; ++count) {
      REQUIRE(tree.sum_of_first(count) == sum);
      if (count < 10) sum += plain[count];
    }
  }
}

TEST_CASE("rank errors: first in, first out has none") {
  const rank_errors found = errors_of("+1 +2 +3 -1 -2 +4 -3 -4");
  CHECK(found.pops == 4);
  CHECK(found.mean == 0);
  CHECK(found.max == 0);
  CHECK(found.overtaken_max == 0);
}

TEST_CASE("rank errors: last in, first out") {
  // 4 passes 1 2 3, 3 passes 1 2, 2 passes 1.
  const rank_errors found = errors_of("+1 +2 +3 +4 -4 -3 -2 -1");
  CHECK(found.pops == 4);
  CHECK(found.mean == Approx((3 + 2 + 1 + 0) / 4.0));
  CHECK(found.p99 == 3);
  CHECK(found.max == 3);
  CHECK(found.overtaken_max == 3);  // item 1
}

TEST_CASE("rank errors: one item is left behind") {
  // All others come out in order; each passes only 1, which is overtaken by all, whether it comes out or not.
  for (const char* log : {"+1 +2 +3 +4 +5 -2 -3 -4 -5 -1", "+1 +2 +3 +4 +5 -2 -3 -4 -5"}) {
    const rank_errors found = errors_of(log);
    CHECK(found.max == 1);
    CHECK(found.overtaken_max == 4);
  }
}

TEST_CASE("rank errors: what came in after an overtaking was not overtaken") {
  const rank_errors found = errors_of("+1 +2 +3 -3 +4 -1 -2 -4");
  CHECK(found.max == 2);
  CHECK(found.overtaken_max == 1);
}

TEST_CASE("rank errors: by rank, and by age among equals") {
  CHECK(errors_of("+1:5 +2:3 +3:5 +4:3 -2:3 -4:3 -1:5 -3:5").max == 0);
  CHECK(errors_of("+1:5 +2:3 +3:5 +4:3 -4:3 -2:3 -1:5 -3:5").max == 1);
  // 3 passes 1, of its rank and older, and the two that are more urgent.
  const rank_errors found = errors_of("+1:5 +2:3 +3:5 +4:3 -3:5 -2:3 -4:3 -1:5");
  CHECK(found.max == 3);
  CHECK(found.overtaken_max == 1);
  // To come in late is not to be late: the less urgent one was out before.
  CHECK(errors_of("+1:9 -1:9 +2:1 -2:1").overtaken_max == 0);
}

TEST_CASE("rank errors: a pop whose ticket came before that of its push") {
  const rank_errors found = errors_of("+1 -2 +2 -1 +3 -3");
  CHECK(found.pops == 3);
  CHECK(found.max == 1);
  CHECK(found.overtaken_max == 1);
  CHECK(errors_of("-1 +1 +2 -2").max == 0);  // its push does not bring it back
}

TEST_CASE("rank errors: tickets in any order, and none after a gap") {
  operation_log log = log_of("+1 +2 -1 +3 -3 -2");
  std::swap(log[0], log[5]);
  CHECK(rank_replay(log).errors().max == 1);
  log = log_of("+1 +2 -1 +3 -3 -2");
  log.erase(log.begin() + 3);
  const rank_errors found = rank_replay(log).errors();
  CHECK(found.pops == 1);
  CHECK(found.max == 0);
  CHECK(rank_replay({}).errors().pops == 0);
}

TEST_CASE("rank errors: of 100 pops the 99th counts") {
  std::string log;
  for (int item = 1; item <= 100; ++item) log += "+" + std::to_string(item) + " ";
  log += "-100";  // passes 99, all others none
  for (int item = 1; item < 100; ++item) log += " -" + std::to_string(item);
  const rank_errors found = errors_of(log);
  CHECK(found.mean == Approx(0.99));
  CHECK(found.p99 == 0);
  CHECK(found.max == 99);
}

TEST_CASE("order errors: a stack shows them, a queue does not") {
  // The fake's consumers take the newest, its thieves the oldest.
  order_errors<fake_queue<misbehaviour::none>> newest(1 << 11, 1);
  fake_probe probe(20);
  newest.run(0, probe);
  REQUIRE(newest.verify().empty());
  const rank_errors stray = rank_replay(newest.figures()).errors();
  CHECK(stray.pops > 500);
  CHECK(stray.mean == 1024);
  CHECK(stray.overtaken_max == stray.pops);

  order_errors<oldest_first_queue> oldest(1 << 11, 1);
  fake_probe again(20);
  oldest.run(0, again);
  REQUIRE(oldest.verify().empty());
  CHECK(rank_replay(oldest.figures()).errors().max == 0);
}

TEST_CASE("priorities: numbers from 0 to 1023, each about equally often, neighbours unrelated") {
  std::vector<int> seen(1024);
  int rises = 0;
  for (std::uint64_t number = 0; number < 102'400; ++number) {
    const std::int32_t priority = priority_of(number);
    REQUIRE(priority >= 0);
    REQUIRE(priority < 1024);
    ++seen[static_cast<std::size_t>(priority)];
    rises += priority_of(number + 1) > priority ? 1 : 0;
  }
  CHECK(*std::min_element(seen.begin(), seen.end()) > 50);
  CHECK(*std::max_element(seen.begin(), seen.end()) < 150);
  CHECK(rises > 46'000);
  CHECK(rises < 56'000);
  CHECK(rank_by_priority(priority_use::none, 7) == 0);
  CHECK(rank_by_priority(priority_use::lowest_first, 7) == priority_of(7));
  CHECK(rank_by_priority(priority_use::highest_first, 7) == -priority_of(7));
}
