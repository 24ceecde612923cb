// Memory orders changed at run time, each for one line of the source: this makes a mutant of a design without a
// rebuild.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "queues/memory/order.hpp"
#include "queues/memory/site.hpp"

namespace schedlab::verify {

constexpr const char* word(order how) {
  switch (how) {
    case order::relaxed:
      return "relaxed";
    case order::acquire:
      return "acquire";
    case order::release:
      return "release";
    case order::acq_rel:
      return "acq_rel";
    case order::seq_cst:
      return "seq_cst";
  }
  return "";
}

// A compare-exchange has two orders on its line.
enum class order_role : std::uint8_t { only, on_failure };

struct order_override {
  std::string file;
  int line;
  order_role role;
  order instead;
};

class order_overrides {
 public:
  void set(std::vector<order_override> all) { all_ = std::move(all); }

  order effective(order written, const site& where, order_role role = order_role::only) const {
    for (const order_override& o : all_) {
      if (o.line == where.line && o.role == role && std::strcmp(o.file.c_str(), where.file) == 0) return o.instead;
    }
    return written;
  }

 private:
  std::vector<order_override> all_;
};

}  // namespace schedlab::verify
