// Whether a contract scenario complained, and about what: a fault must be found and called by its right name.
#pragma once

#include <string>

#include "queues/tests/catch.hpp"
#include "queues/tests/contract_items.hpp"

namespace schedlab {

inline bool says(const contract::violation& found, const std::string& word) {
  UNSCOPED_INFO(found.value_or("nothing was found"));
  return found && found->find(word) != std::string::npos;
}

}  // namespace schedlab
