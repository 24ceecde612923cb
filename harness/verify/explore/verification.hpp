// The checker's findings on a design: every scenario explored under every model, on all cores, and one verdict.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/verify/explore/explorer.hpp"
#include "harness/verify/explore/trace.hpp"
#include "harness/verify/subjects/subject.hpp"

namespace schedlab::verify {

struct checked_scenario {
  planned_check planned;
  exploration result;
};

// One execution with a fault, prepared for a reader.
struct counterexample {
  std::string design;
  planned_check planned;  // with the bound that the choices belong to
  violation found;
  std::vector<unsigned> choices;
  std::vector<trace_line> lines;
  bool fits = true;  // false: the choices belong to another source
};

struct verification {
  enum class status { clean, refuted, unfinished, impossible, not_checkable };

  std::string design;
  status ended_as = status::clean;
  std::vector<checked_scenario> checked;

  const checked_scenario* first_that_is(exploration::verdict verdict) const;
  std::uint64_t executions() const;
  unsigned longest_operation() const;
  // "2+2+2 complete, 3+3+3 to 4 preemptions": the operations of each thread, in the largest shape of each kind. What is
  // said of a shape holds for all scenarios of that shape. Then what holds for all scenarios with settings (items that
  // own memory, an allocation that fails), and "3 of 15 left out".
  std::string bounds(memory_model model) const;
  // How many scenarios were too large even without preemptions.
  std::size_t left_out() const;
};

constexpr const char* word(verification::status status) {
  switch (status) {
    case verification::status::clean:
      return "clean";
    case verification::status::refuted:
      return "refuted";
    case verification::status::unfinished:
      return "unfinished";
    case verification::status::impossible:
      return "impossible";
    case verification::status::not_checkable:
      return "not checkable";
  }
  return "";
}

// A design of which no operation takes a step through Memory happens beside the machine, which could neither interleave it
// nor see what orders it: whatever was found would say nothing of it.
bool takes_steps(const subject& what);
inline constexpr const char* took_no_step = "took no step through Memory: not checkable";

// One scenario explored as far as the limits allow, with the bound that was reached.
checked_scenario check(machine& on, const subject& what, planned_check planned, const exploration_limits& limits);

struct verification_job {
  const subject* explored;
  std::vector<planned_check> planned;
  bool goes_on = false;  // with further scenarios when one has refuted it
};

// Explores all scenarios of all jobs on so many operating system threads, but of those that are not checkable. `finished` is called after each scenario, never
// twice at a time, with how many are done and of how many; `complete` with each design when its last one is.
std::vector<verification> verify_all(const std::vector<verification_job>& jobs, unsigned workers,
                                     const exploration_limits& limits,
                                     const std::function<void(const std::string&, std::size_t, std::size_t)>& finished,
                                     const std::function<void(const verification&)>& complete);

// The execution that follows from these choices.
counterexample show(const subject& what, const planned_check& planned, const std::vector<unsigned>& choices,
                    bool every_step);

// The counter-example of the first scenario that refutes the design.
counterexample show(const subject& what, const verification& refuted, bool every_step);

}  // namespace schedlab::verify
