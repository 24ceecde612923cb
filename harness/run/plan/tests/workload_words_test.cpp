// Every workload that has cells is explained, and every explained one has cells.
#include "harness/cells/workload_words.hpp"

#include <set>
#include <string>

#include "harness/cells/cell.hpp"
#include "harness/run/plan/plan.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

TEST_CASE("workloads in words are those in use") {
  cell_registry registry;
  registry.max_threads = thread_limit(2);
  add_all_designs(registry);
  std::set<std::string> in_use;
  for (const cell& c : registry.cells) in_use.insert(c.workload);
  std::set<std::string> in_words;
  for (const workload_words& words : workloads_in_words) in_words.insert(words.name);
  CHECK(in_use == in_words);
}
