// How much one call of `schedlab verify` explores, and how it then calls a design without a fault: only a design that
// has survived the full suite is called clean.
#pragma once

#include <string>

#include "harness/verify/explore/verification.hpp"

namespace schedlab::verify {

enum class extent {
  full_suite,
  quick_suite,
  part_of_suite,  // --model, --preemptions or --naive leave a part of either suite
  one_scenario,
};

constexpr const char* word(extent explored) {
  switch (explored) {
    case extent::full_suite:
      return "full";
    case extent::quick_suite:
      return "quick";
    case extent::part_of_suite:
      return "part";
    case extent::one_scenario:
      return "one scenario";
  }
  return "";
}

constexpr const char* word(verification::status status, extent explored) {
  if (status != verification::status::clean || explored == extent::full_suite) return word(status);
  if (explored == extent::one_scenario) return "clean within this scenario";
  return word(explored);
}

// A line that explains the word to a reader who meets it for the first time; empty if the word is clean.
constexpr const char* explained(extent explored) {
  switch (explored) {
    case extent::quick_suite:
      return "quick: no fault in any execution of the quick suite, the smaller one; only --suite full says clean.";
    case extent::part_of_suite:
      return "part: no fault in the part of the suite that --model, --preemptions or --naive leaves; only all of "
             "--suite full says clean.";
    case extent::full_suite:
    case extent::one_scenario:
      break;
  }
  return "";
}

}  // namespace schedlab::verify
