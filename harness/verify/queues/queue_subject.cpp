#include "harness/verify/queues/queue_subject.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "harness/verify/queues/battery.hpp"
#include "harness/verify/queues/queue_program.hpp"

namespace schedlab::verify {

bool queue_subject::owns(const std::string& file) const {
  if (file.starts_with("queues/")) return true;
  const std::filesystem::path mine = header();
  return mine.is_absolute() && file.starts_with(mine.parent_path().string() + "/");
}

std::optional<planned_check> queue_subject::alone() const {
  constexpr std::size_t most = 1024;
  std::size_t capacity = 1;
  while (!valid_capacity(capacity) && capacity < most) ++capacity;
  const auto parsed = parse_scenario(fmt::format("capacity {}; push pop", capacity));
  if (!parsed || !valid_capacity(capacity)) return std::nullopt;
  return planned_check{*parsed, memory_model::sc};
}

std::vector<planned_check> queue_subject::planned(suite which) const { return battery(*this, which); }

outcome queue_subject::accepts(const scenario& what) const { return check_scenario(*this, what); }

machine_options queue_subject::options(const planned_check& planned) const { return options_of(*this, planned); }

std::unique_ptr<explored_program> queue_subject::program(const planned_check& planned) const {
  const bool owned = planned.scenario.items == scenario::item_form::owned;
  const queue_subject& explored = owned                             ? *over_owned_items()
                                  : planned.scenario.is_made_by_all ? *made_by_all()
                                                                    : *this;
  return std::make_unique<queue_program>(explored, planned.scenario, specification_of(*this, planned));
}

}  // namespace schedlab::verify
