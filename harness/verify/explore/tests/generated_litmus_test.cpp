// Litmus tests that nobody wrote: small random programs, each run on the machine with and without the reduction of
// states and judged by the axioms. The three must say the same, for every model. What is wrong in the machine without
// anybody having thought of it shows here.
#include <cstdlib>
#include <utility>

#include "harness/verify/explore/tests/litmus.hpp"
#include "workloads/splitmix.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

class random_programs {
 public:
  // With few values, threads that have had the same answers may know different things; a reduction of states must keep
  // that.
  random_programs(std::uint64_t seed, std::uint32_t values) : random_(seed), values_(values) {}

  litmus_program next() {
    litmus_program made;
    const std::size_t threads = 2 + random_.below(3);
    const std::size_t most = 5 + random_.below(2);
    for (std::size_t t = 0, count = 0; t < threads; ++t) {
      auto& thread = made.threads.emplace_back();
      const std::size_t here = 1 + random_.below(3);
      for (std::size_t i = 0; i < here && count < most; ++i, ++count) thread.push_back(some_instruction());
    }
    made.finals = "xy";
    return made;
  }

 private:
  instruction some_instruction() {
    const variable at = random_.one_in(2) ? variable::x : variable::y;
    const std::uint32_t value = some_value();
    switch (random_.below(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return read(at, one_of({order::relaxed, order::acquire, order::seq_cst}));
      case 4:
      case 5:
      case 6:
      case 7:
        return write(at, value, one_of({order::relaxed, order::release, order::seq_cst}));
      case 8:
        return add(at, value, any_order());
      case 9:
        return exchange(at, value, any_order());
      case 10:
        return compare_exchange(at, some_value(), value, any_order(),
                                one_of({order::relaxed, order::acquire, order::seq_cst}));
      default:
        return fence(one_of({order::acquire, order::release, order::acq_rel, order::seq_cst, order::seq_cst}));
    }
  }

  std::uint32_t some_value() { return static_cast<std::uint32_t>(random_.below(values_)); }
  order one_of(std::initializer_list<order> some) { return some.begin()[random_.below(some.size())]; }
  order any_order() { return one_of({order::relaxed, order::acquire, order::release, order::acq_rel, order::seq_cst}); }

  splitmix random_;
  const std::uint32_t values_;
};

// To try more programs, for a night: SCHEDLAB_LITMUS_PROGRAMS=100000.
int wanted_programs() {
  const char* const asked = std::getenv("SCHEDLAB_LITMUS_PROGRAMS");
  return asked == nullptr ? 150 : std::atoi(asked);
}

constexpr std::pair<memory_model, axioms> models[] = {
    {memory_model::sc, axioms::sc}, {memory_model::tso, axioms::tso}, {memory_model::weak, axioms::machine}};

}  // namespace

TEST_CASE("generated litmus tests: the machine, with and without reduction, and the axioms agree") {
  const std::uint32_t values = GENERATE(2u, 5u);
  random_programs generated(2021, values);
  std::size_t distinct = 0;
  int not_shown = 0;
  for (int i = 0; i < wanted_programs(); ++i) {
    const litmus_program program = generated.next();
    for (const auto& [model, by] : models) {
      INFO("program " << i << " of " << values << " values, " << word(model) << ": " << text(program));
      const outcomes expected = allowed(program, by);
      const litmus_run naive = run_litmus(program, model, true);
      const litmus_run reduced = run_litmus(program, model, false);
      REQUIRE(naive.explored.ended_as == exploration::verdict::clean);
      REQUIRE(naive.all == expected);
      REQUIRE(reduced.all == expected);
      distinct += expected.size();
      if (model == memory_model::weak && expected != allowed(program, axioms::cpp20)) ++not_shown;
    }
  }
  // How often C++20 allows more than the machine can show: load buffering, and seq_cst accesses seen out of order.
  INFO(distinct << " outcomes; more in C++20 than on the machine: " << not_shown << " of " << wanted_programs());
  CHECK(not_shown * 4 < wanted_programs());
}

// A state may be reached with few preemptions left and later with more: then what follows from it is more, too.
TEST_CASE("generated litmus tests: with and without reduction agree up to a bound on preemptions") {
  random_programs generated(2022, 2);
  for (int i = 0; i < wanted_programs(); ++i) {
    const litmus_program program = generated.next();
    for (const memory_model model : all_models) {
      for (const unsigned preemptions : {0u, 1u, 2u}) {
        INFO("program " << i << ", " << word(model) << ", " << preemptions << " preemptions: " << text(program));
        REQUIRE(run_litmus(program, model, false, preemptions).all ==
                run_litmus(program, model, true, preemptions).all);
      }
    }
  }
}
