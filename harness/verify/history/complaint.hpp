// What is wrong with a history: as a word that tests can ask for, and as a sentence for people.
#pragma once

#include <cstdint>
#include <string>

namespace schedlab::verify {

enum class complaint : std::uint8_t {
  invented,  // an item came out that was never put in, or came out before
  doubled,   // an item came out twice; a slot was given to two holders
  lost,      // an item went in and never came out, although a later answer says empty
  out_of_order,
  spurious_empty,
  spurious_full,
  other,
};

constexpr const char* name_of(complaint kind) {
  switch (kind) {
    case complaint::invented:
      return "invented";
    case complaint::doubled:
      return "doubled";
    case complaint::lost:
      return "lost";
    case complaint::out_of_order:
      return "out of order";
    case complaint::spurious_empty:
      return "spurious empty";
    case complaint::spurious_full:
      return "spurious full";
    case complaint::other:
      break;
  }
  return "other";
}

struct explanation {
  complaint kind = complaint::other;
  std::string text;
};

}  // namespace schedlab::verify
