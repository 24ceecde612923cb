#include "harness/verify/stress/stress.hpp"

#include "harness/verify/history/explain.hpp"
#include "harness/verify/history/queue_history.hpp"

namespace schedlab::verify {

stress_role stress_role_of(const queue_traits& traits, const stress_options& options, unsigned thread) {
  const bool one_pushes = traits.producers != multiplicity::many;
  const bool one_pops = traits.consumers != multiplicity::many;
  if (one_pushes && one_pops && thread > 1) return stress_role::idle;
  if (one_pushes) return thread == 0 ? stress_role::pushes : stress_role::pops;
  if (one_pops) return thread == 0 ? stress_role::pops : stress_role::pushes;
  if (options.seed % 2 == 1) return stress_role::both;
  return thread < (options.threads + 1) / 2 ? stress_role::pushes : stress_role::pops;
}

stress_verdict judge(const queue_traits& traits, const stress_options& options, std::vector<timed_operation> history) {
  const specification promised = specification::for_traits(traits, options.capacity);
  stress_verdict verdict;
  verdict.seed = options.seed;
  if (history.size() <= most_operations) {
    const auto operations = placed(history);
    verdict.right = is_linearizable(promised, promised.initial(), operations);
    if (!verdict.right) verdict.why = explain(promised, promised.initial(), operations);
  } else {
    const queue_report report = check_queue_history(promised, history);
    verdict.right = report.right;
    verdict.why = report.why;
  }
  verdict.history = std::move(history);
  return verdict;
}

}  // namespace schedlab::verify
