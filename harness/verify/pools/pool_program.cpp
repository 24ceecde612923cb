#include "harness/verify/pools/pool_program.hpp"

#include "schedulers/stealing/half.hpp"
#include "schedulers/stealing/one.hpp"
#include "schedulers/stealing/victim_policy.hpp"

namespace schedlab::verify {
namespace {

// Each worker robs the next one; this policy remembers nothing from one search to the next.
class next_victim final : public victim_policy {
 public:
  const char* name() const override { return "next"; }
  unsigned choose(thief& who, const deque_sizes&) const override {
    return (who.self + 1 + who.attempt % (who.workers - 1)) % who.workers;
  }
};

// A pointer without a count: an execution that found a fault is left in the middle, where a count would never be given
// back.
template <class T>
std::shared_ptr<const T> uncounted(const T& object) {
  return {std::shared_ptr<const T>{}, &object};
}

const explored_idle parks(idle_step::park);
const explored_idle spins(idle_step::pause);
const explored_idle blocks(idle_step::block);
const next_victim next;
const steal_one one;
const steal_half half;

}  // namespace

scheduler_setup explored_setup(const scenario& planned) {
  scheduler_setup setup;
  setup.workers = planned.workers;
  setup.queue_capacity = setup.deque_capacity = planned.capacity;
  setup.idle = uncounted<idle_policy>(planned.idle == idle_step::park    ? parks
                                      : planned.idle == idle_step::block ? blocks
                                                                         : spins);
  setup.victim = uncounted<victim_policy>(next);
  setup.amount = planned.steals_half ? uncounted<amount_policy>(half) : uncounted<amount_policy>(one);
  return setup;
}

}  // namespace schedlab::verify
