// Half of what the victim has, but at most a given number: from a thief that takes a thousand tasks others would steal
// them back.
#pragma once

#include <algorithm>

#include "amount_policy.hpp"

namespace schedlab {

class steal_batch final : public amount_policy {
 public:
  explicit steal_batch(std::size_t most = 16) : most_(most) {}

  const char* name() const override { return "batch"; }
  std::size_t amount(std::size_t queued) const override { return std::clamp<std::size_t>((queued + 1) / 2, 1, most_); }

 private:
  const std::size_t most_;
};

}  // namespace schedlab
