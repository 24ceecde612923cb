#include "queues/tests/team.hpp"

#include <latch>
#include <thread>
#include <vector>

namespace schedlab::contract {

void run_team(unsigned threads, const std::function<void(unsigned)>& body) {
  std::latch start(threads);
  std::vector<std::thread> team;
  for (unsigned i = 0; i < threads; ++i) {
    team.emplace_back([&, i] {
      start.arrive_and_wait();
      body(i);
    });
  }
  for (std::thread& member : team) member.join();
}

}  // namespace schedlab::contract
