#include "harness/cli/verify_call.hpp"

namespace schedlab::verify {

std::vector<option> options_of(verify_call& asked) {
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

}  // namespace schedlab::verify
