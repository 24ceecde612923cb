// The nearest workers are robbed first: those that share a cache with the thief, then those of the same package, then
// all. The data of a stolen task is then in a cache that both share. Among equally near workers each thief begins
// behind itself.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "victim_policy.hpp"

namespace schedlab {

class nearest_victim final : public victim_policy {
 public:
  // distances[a][b] is the distance from worker a to worker b, in any unit; there are as many rows and columns as
  // workers.
  explicit nearest_victim(const std::vector<std::vector<unsigned>>& distances) {
    const auto workers = static_cast<unsigned>(distances.size());
    for (unsigned self = 0; self < workers; ++self) {
      std::vector<unsigned> others;
      for (unsigned step = 1; step < workers; ++step) others.push_back((self + step) % workers);
      std::stable_sort(others.begin(), others.end(),
                       [&](unsigned a, unsigned b) { return distances[self][a] < distances[self][b]; });
      nearest_of_.push_back(std::move(others));
    }
  }

  const char* name() const override { return "nearest"; }
  unsigned choose(thief& who, const deque_sizes&) const override {
    const std::vector<unsigned>& others = nearest_of_.at(who.self);
    return others[who.attempt % others.size()];
  }

 private:
  std::vector<std::vector<unsigned>> nearest_of_;
};

}  // namespace schedlab
