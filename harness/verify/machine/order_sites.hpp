// The places in the source whose memory order is stronger than relaxed, collected while an exploration meets them.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "harness/verify/machine/order_overrides.hpp"
#include "harness/verify/machine/step.hpp"

namespace schedlab::verify {

struct order_site {
  std::string function;
  step_kind access = step_kind::load;
  order written = order::relaxed;
};

class order_sites {
 public:
  using key = std::tuple<std::string, int, order_role>;  // file, line

  void see(const site& where, step_kind what, order written, order_role role = order_role::only) {
    if (written == order::relaxed) return;
    all_.try_emplace(key{where.file, where.line, role}, order_site{where.function, what, written});
  }

  const std::map<key, order_site>& all() const { return all_; }

 private:
  std::map<key, order_site> all_;
};

}  // namespace schedlab::verify
