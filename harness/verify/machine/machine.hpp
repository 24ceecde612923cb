// The machine on which an explored program runs: checked memory, threads as fibers, and a clock that only counts steps.
// One execution at a time. It is made of parts, each of which knows only those named before it:
//   memory_state      what the program's memory holds
//   operation_log     what its operations were, and which were over before others began
//   step_recorder     the steps, if they are to be read
//   schedule          which thread goes next, and the end of an execution
//   location_lookup   which location an access means, and whether it may be touched
//   atomic_port, plain_port, waiting_port   what checked memory asks for
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/verify/machine/atomic_port.hpp"
#include "harness/verify/machine/location_lookup.hpp"
#include "harness/verify/machine/machine_options.hpp"
#include "harness/verify/machine/operation_log.hpp"
#include "harness/verify/machine/plain_port.hpp"
#include "harness/verify/machine/program.hpp"
#include "harness/verify/machine/schedule.hpp"
#include "harness/verify/machine/step_recorder.hpp"
#include "harness/verify/machine/waiting_port.hpp"
#include "harness/verify/memory/memory_state.hpp"
#include "harness/verify/memory/policy_constants.hpp"

namespace schedlab::verify {

class machine {
 public:
  using ending = schedule::ending;

  machine() = default;
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;

  // The machine that executes in this operating system thread.
  static machine& here() { return *here_; }

  // Runs the program once along the choices. States are looked up in `visited` unless it is null.
  ending execute(program& explored, const machine_options& options, choice_sequence& choices, visited_states* visited);

  const violation& found() const { return threads_.found(); }
  unsigned preemptions() const { return threads_.preemptions(); }
  unsigned steps() const { return threads_.steps(); }
  unsigned most_steps_of_an_operation() const { return threads_.most_steps_of_an_operation(); }
  std::vector<placed_operation> history() const { return operations_.history(); }
  std::uint64_t history_hash() const { return operations_.hash(); }

  // Used for mutants, tables of orders and counter-examples.
  order_overrides& overrides() { return atomics_.overrides(); }
  void collect_sites(order_sites* into) { atomics_.collect_sites(into); }
  void record(bool on) { recorder_.record(on); }
  bool recording() const { return recorder_.recording(); }
  const std::vector<step>& recorded() const { return recorder_.steps(); }

  // Explored programs call the following functions.
  [[noreturn]] void refute(violation_kind kind, std::string text, complaint why = complaint::other) {
    threads_.refute(kind, std::move(text), why);
  }
  void begin_operation(verb asked, std::uint64_t item);
  void end_operation(answer said, std::uint64_t item);
  // To be called between operations, when a thread remembers only its answers and its handle; `of_handle` is the
  // handle's hash.
  void forget_locals(std::uint64_t of_handle);
  // Records an operation that is judged by itself and stands in no history.
  void show_operation(const operation& what);
  model_heap& heap() { return memory_.heap(); }
  memory_model model() const { return memory_.model(); }
  unsigned thread() const { return threads_.current(); }
  // Whether allocations of the current thread always succeed, in a scenario in which allocations may fail.
  void memory_lasts(bool does) { threads_.memory_lasts(does); }
  // The constants that checked memory gives out; each execution begins with the usual ones.
  policy_constants& constants() { return constants_; }

  // Checked memory forwards its verbs to these.
  atomic_port& atomics() { return atomics_; }
  plain_port& plain() { return plain_; }
  waiting_port& waiting() { return waiting_; }
  void pause() { threads_.pause(); }
  void*& self() { return threads_.self(); }

 private:
  static thread_local machine* here_;

  policy_constants constants_;
  memory_state memory_;
  operation_log operations_;
  step_recorder recorder_;
  schedule threads_{memory_, operations_, recorder_};
  location_lookup locations_{memory_, threads_};
  atomic_port atomics_{memory_, threads_, locations_, recorder_};
  plain_port plain_{memory_, threads_, locations_};
  waiting_port waiting_{memory_, threads_, locations_};
};

}  // namespace schedlab::verify
