// The memory models of the machine.
//   sc    every access takes effect at once: a fault here is a fault everywhere
//   tso   a store waits in its thread's buffer (x86): orders matter only where they drain it
//   weak  C++20's orders (ARM, POWER, compilers): a load may return any store that coherence and happens-before allow
#pragma once

#include <cstdint>

namespace schedlab::verify {

enum class memory_model : std::uint8_t { sc, tso, weak };

inline constexpr memory_model all_models[] = {memory_model::sc, memory_model::tso, memory_model::weak};

constexpr const char* word(memory_model model) {
  switch (model) {
    case memory_model::sc:
      return "sc";
    case memory_model::tso:
      return "tso";
    case memory_model::weak:
      return "weak";
  }
  return "";
}

}  // namespace schedlab::verify
