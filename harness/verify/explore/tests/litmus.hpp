// Runs litmus tests on the machine and compares their outcomes with the known ones, a line each.
//
//   check_litmus("SB", store_buffering(relaxed, relaxed),
//                {.sc = {"0|1", "1|0", "1|1"}, .tso_adds = {"0|0"}});
//
// x86 allows all that an interleaving can do, and C++ all that x86 does: each model says only what it adds. Outcomes that
// C++20 allows too but this machine cannot produce stand in a column of their own, so that nobody takes their absence for
// a proof. Every line is checked five times: with and without the reduction of states, and against the axioms.
#pragma once

#include <string>

#include "harness/verify/explore/explorer.hpp"
#include "harness/verify/explore/tests/axioms.hpp"
#include "harness/verify/explore/tests/litmus_program.hpp"
#include "queues/tests/catch.hpp"

namespace schedlab::verify {

struct known_outcomes {
  outcomes sc;
  outcomes tso_adds{};
  outcomes weak_adds{};
  outcomes cannot_be_shown{};  // C++20 allows them, the machine has no way to them
};

struct litmus_run {
  outcomes all;
  exploration explored;
};

litmus_run run_litmus(const litmus_program& program, memory_model model, bool naive, unsigned preemptions = no_limit);

void check_litmus(const std::string& name, const litmus_program& program, const known_outcomes& known);

}  // namespace schedlab::verify

// How a failed comparison of outcomes reads.
namespace Catch {
template <>
struct StringMaker<schedlab::verify::outcomes> {
  static std::string convert(const schedlab::verify::outcomes& all) {
    std::string said = std::to_string(all.size()) + " {";
    for (const std::string& one : all) said += (said.back() == '{' ? "\"" : ", \"") + one + "\"";
    return said + "}";
  }
};
}  // namespace Catch
