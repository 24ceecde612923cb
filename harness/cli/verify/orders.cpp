#include "harness/cli/verify/orders.hpp"

#include <fmt/format.h>

#include "harness/base/progress.hpp"
#include "harness/base/tell.hpp"
#include "harness/base/text_table.hpp"
#include "harness/base/typed.hpp"
#include "harness/verify/explore/order_baseline.hpp"
#include "harness/verify/explore/order_table.hpp"
#include "harness/verify/explore/specified_orders.hpp"
#include "harness/verify/explore/verification.hpp"
#include "harness/verify/report/verify_json.hpp"
#include "harness/verify/report/verify_text.hpp"

namespace schedlab::verify {
namespace {

int specified_orders_alone(const settings& wanted) {
  fmt::print("The protocol's table of minimum orders, where the protocol is right: one producer, one consumer.\n");
  bool enough = true;
  for (const specified_order& row : check_specified_orders(wanted.limits)) {
    fmt::print("  {:30}  {}\n", row.line, row.verdict);
    if (row.line == "the whole table") enough = row.enough;
  }
  return enough ? exit_done : exit_check_failed;
}

}  // namespace

int verify_orders(const verify_call& asked, const settings& wanted) {
  progress shown(asked.quiet || asked.json);
  int code = exit_done;
  std::vector<order_table> tables;
  for (const subject* one : wanted.subjects) {
    if (!asked.design.empty() && has_specified_orders(*one)) return specified_orders_alone(wanted);
    if (!one->is_sound()) {
      if (!asked.design.empty())
        return complain({fmt::format("{} is not sound as it is: see schedlab verify {}", one->name(), one->name())});
      continue;
    }
    if (!takes_steps(*one)) {
      if (!asked.design.empty()) return complain({fmt::format("{} {}", one->name(), took_no_step)});
      continue;
    }
    tables.push_back(orders_of(
        *one, wanted.chosen_suite, workers(), wanted.limits,
        [&](std::size_t done, std::size_t of) { shown.at(fmt::format("{} orders", one->name()), done, of); }));
    shown.end();
    if (asked.json) continue;
    fmt::print("{}\n{}", one->name(), text_of(tables.back(), output_width()));
    if (is_from_elsewhere(one->name())) continue;
    const auto differences = compare_with_baseline(tables.back());
    if (!differences) return complain(differences.why());
    for (const std::string& difference : *differences) fmt::print("  {}\n", as_typed(difference));
    if (!differences->empty() && !asked.update_baseline) code = exit_check_failed;
  }
  if (asked.json) fmt::print("{}", json_of(tables));
  if (!asked.update_baseline) return code;
  for (const order_table& table : tables) {
    if (auto kept = update_baseline(table); !kept) return complain(kept.why());
  }
  return exit_done;
}

}  // namespace schedlab::verify
