// Whether a contract scenario complained, and about what: a fault that is found must be called what it is.
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
