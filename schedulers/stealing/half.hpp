// Half of what the victim has, so that a flood of small tasks is spread in few steals (D. Hendler, N. Shavit,
// "Non-blocking steal-half work queues", PODC 2002; here task by task, since a Chase-Lev deque gives only one at a time).
#pragma once

#include <algorithm>

#include "amount_policy.hpp"

namespace schedlab {

class steal_half final : public amount_policy {
 public:
  const char* name() const override { return "half"; }
  std::size_t amount(std::size_t queued) const override { return std::max<std::size_t>(1, (queued + 1) / 2); }
};

}  // namespace schedlab
