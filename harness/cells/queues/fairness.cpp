#include "harness/cells/queues/fairness.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "harness/cells/metrics.hpp"

namespace schedlab {
namespace {

std::string without_number(const std::string& role) { return role.substr(0, role.find_last_not_of("0123456789 ") + 1); }

double items_per_second(const probe& seen) {
  return seen.measured() && seen.elapsed_s() > 0 ? static_cast<double>(seen.items_in_window()) / seen.elapsed_s() : 0;
}

struct shares {
  double least;
  double most;
};

std::optional<shares> shares_among(const std::vector<double>& rates) {
  double sum = 0;
  for (const double rate : rates) sum += rate;
  if (rates.size() < 2 || sum == 0) return std::nullopt;
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  const double mean = sum / static_cast<double>(rates.size());
  return shares{*least / mean, *most / mean};
}

}  // namespace

void add_fairness(const std::deque<probe>& probes, const std::vector<team_member>& members, measurement& result) {
  std::map<std::string, std::vector<double>> rates_of_role;
  double longest_wait_ns = 0;
  for (std::size_t thread = 0; thread < members.size(); ++thread) {
    rates_of_role[without_number(members[thread].role)].push_back(items_per_second(probes[thread]));
    longest_wait_ns = std::max(longest_wait_ns, probes[thread].longest_wait_ns());
  }
  std::optional<shares> all;
  for (const auto& [role, rates] : rates_of_role) {
    const auto found = shares_among(rates);
    if (!found) continue;
    all = all ? shares{std::min(all->least, found->least), std::max(all->most, found->most)} : *found;
  }
  if (!all) return;
  result.add("least_served"_metric, all->least);
  result.add("most_served"_metric, all->most);
  result.add("longest_wait_ns"_metric, longest_wait_ns);
}

}  // namespace schedlab
