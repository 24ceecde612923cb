// Which memory orders of a design are needed. Each order stronger than relaxed is weakened alone, by an override at its
// line, and the design is explored again under weak memory. If a weakening is refuted, the order was needed; the
// weakest order that survives would be enough for the line, as far as these scenarios can tell.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/verify/explore/verification.hpp"

namespace schedlab::verify {

struct weakening {
  order weaker;
  bool refuted = false;
  violation found;
  planned_check refuting_check;  // the scenario that refuted it
  bool decided = true;           // false: the limits came first
};

struct order_row {
  std::string file;  // from the repo's root
  int line = 0;
  std::string function;
  std::string source;     // the line's text, which names the row when lines move
  unsigned repeated = 0;  // how many rows before this one have the same name
  step_kind access = step_kind::load;
  order_role role = order_role::only;
  order written = order::relaxed;
  order weakest = order::relaxed;  // the weakest order that survives
  std::vector<weakening> tried;

  bool is_needed() const { return weakest == written; }
};

struct order_table {
  std::string design;
  std::vector<order_row> rows;
};

// Explores the scenarios of `which`; calls `finished` after each row, from one thread at a time.
order_table orders_of(const subject& explored, suite which, unsigned workers, const exploration_limits& limits,
                      const std::function<void(std::size_t, std::size_t)>& finished);

std::string text_of(const order_table& table, std::size_t width);  // `width` is the terminal's

}  // namespace schedlab::verify
