// `schedlab verify`: what the model checker finds in the designs.
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/verify/verify_call.hpp"

namespace schedlab {
namespace {

std::vector<option> options_of(verify::verify_call& asked) {
  return {{"design", "Which design (see schedlab list); all by default", &asked.design, a_design},
          {"--model",
           "Only this machine: sc, tso (x86) or weak (C++20's orders, ARM)",
           &asked.model,
           {},
           {"sc", "tso", "weak"}},
          {"--suite", "quick: seconds per design; full: what 'clean' stands for", &asked.suite, {}, {"quick", "full"}},
          {"--preemptions", "At most so many switches away from a thread that could go on", &asked.preemptions, "N"},
          {"--scenario", "This one instead of the suite's", &asked.scenario, "TEXT"},
          {"--seconds", "Limit of the whole call (default: 120 for each exploration, 1800 with --suite full)",
           &asked.seconds, "N"},
          {"--orders", "Which memory orders are needed: a row per site", &asked.orders},
          {"--replay", "Run one execution again, step by step (also under gdb)", &asked.replay, "TRACE"},
          {"--every-step", "Counter-examples: also of operations that nobody interrupted", &asked.every_step},
          {"--all-scenarios", "Go on with a design that one of them has refuted", &asked.goes_on},
          {"--naive", "Every access a scheduling point, no state remembered: slow, to compare", &asked.naive},
          {"--svg", "Draw the counter-example there", &asked.svg, "FILE"},
          {"--out", "The verdicts go there (default results/verdicts.json)", &asked.out, "FILE"},
          {"--update-baseline", "Write results/baselines instead of comparing with it; verdicts only with --suite full",
           &asked.update_baseline},
          {"--json", "As JSON", &asked.json},
          {"--quiet", "No progress", &asked.quiet}};
}

}  // namespace

command verify_command() {
  const auto asked = std::make_shared<verify::verify_call>();
  return {
      "verify", "Explore designs under every interleaving and memory order: no fault within bounds, or how they break",
      "Examples: schedlab verify vyukov_ring\n"
      "          schedlab verify wpol_queue_as_written --svg trace.svg\n"
      "          schedlab verify chase_lev_deque --orders\n"
      "          schedlab verify mutex_queue --model weak --scenario 'capacity 2; push pop | push pop'\n"
      "Exit codes: 0 no fault within the stated bounds, 1 refuted, 2 the call was wrong, 3 the bound is too small to say.",
      options_of(*asked), [asked] { return verify::verify(*asked); }};
}

}  // namespace schedlab
