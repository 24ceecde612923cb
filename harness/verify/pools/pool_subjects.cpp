#include "harness/verify/pools/pool_subjects.hpp"

#include <algorithm>

#include "checked_sources/event_count.hpp"
#include "checked_sources/global_queue_pool.hpp"
#include "checked_sources/ledger.hpp"
#include "checked_sources/work_stealing_pool.hpp"
#include "harness/verify/pools/locked_deque.hpp"
#include "harness/verify/pools/pool_battery.hpp"
#include "harness/verify/pools/pool_parts.hpp"
#include "harness/verify/pools/pool_program.hpp"
#include "queues/chase_lev_deque.hpp"
#include "queues/claim_ring.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/priority_heap.hpp"
#include "queues/segmented_queue.hpp"
#include "queues/vyukov_ring.hpp"
#include "schedulers/global_queue_pool.hpp"
#include "schedulers/work_stealing_pool.hpp"

namespace schedlab::verify {
namespace {

using program_maker = std::unique_ptr<explored_program> (*)(const scenario& planned);

constexpr const char* parts[] = {source_of_event_count.header, source_of_ledger.header};

class protocol_subject final : public subject {
 public:
  protocol_subject(const char* name, const checked_source& source, protocol_kind kind, program_maker make)
      : name_(name), source_(source), kind_(kind), make_(make) {}

  const char* name() const override { return name_; }
  const char* fingerprint() const override { return source_.fingerprint; }
  bool owns(const std::string& file) const override {
    switch (kind_) {
      case protocol_kind::event_count:
      case protocol_kind::ledger:
        return file == source_.header;
      // Everything but the lanes is judged over simpler lanes.
      case protocol_kind::contending_queue:
      case protocol_kind::by_priority:
        return file == "schedulers/global_lane.hpp";
      case protocol_kind::locked_deques:
      case protocol_kind::segmented_deques:
        return file == "schedulers/stealing_lanes.hpp";
      default:
        break;
    }
    const auto is_part = [&file](const char* part) { return file == part; };
    return file.starts_with("schedulers/") && std::none_of(std::begin(parts), std::end(parts), is_part);
  }
  bool is_sound() const override { return true; }
  unsigned effort() const override { return kind_ == protocol_kind::event_count ? 10 : 2; }
  std::vector<planned_check> planned(suite which) const override { return battery(kind_, which); }
  outcome accepts(const scenario& what) const override { return check_scenario(kind_, name_, what); }
  machine_options options(const planned_check& planned) const override {
    machine_options options;
    options.model = planned.model;
    options.fences = weak_memory::fence_rule::cxx11;  // the rule that allows more executions
    options.preemptions = planned.preemptions;
    options.naive = planned.naive;
    options.spurious_failures = planned.spurious_failures;
    options.failed_allocations = planned.scenario.memory_is_short ? 1 : 0;
    return options;
  }
  std::unique_ptr<explored_program> program(const planned_check& planned) const override {
    return make_(planned.scenario);
  }

 private:
  const char* const name_;
  const checked_source source_;
  const protocol_kind kind_;
  const program_maker make_;
};

template <class Program>
std::unique_ptr<explored_program> made(const scenario& planned) {
  return std::make_unique<Program>(planned);
}

template <class Item, class Memory>
using fixed_deque = chase_lev_deque<Item, Memory, deque_growth::fixed>;
template <class Item, class Memory>
using growing_deque = chase_lev_deque<Item, Memory>;
template <class Item, class Memory>
using ring = vyukov_ring<Item, Memory>;
template <class Item, class Memory>
using contending_ring = claim_ring<Item, Memory>;
template <class Item, class Memory>
using heap = priority_heap<Item, Memory>;
template <class Item, class Memory>
using watched_segments = watched_queue<segmented_queue<Item, Memory>, Item>;

template <class Lanes>
using pool_over = pool_program<joining_pool<watched_lanes<Lanes>, checked_memory>>;
template <template <class, class> class Queue>
using over_queue = pool_over<global_lane<Queue, checked_memory>>;
template <template <class, class> class Deque, template <class, class> class Injection = mutex_queue>
using over_deque = pool_over<stealing_lanes<Deque, Injection, checked_memory>>;

}  // namespace

const std::vector<const subject*>& all_protocols() {
  constexpr const checked_source& global = source_of_global_queue_pool;
  constexpr const checked_source& stealing = source_of_work_stealing_pool;
  using enum protocol_kind;
  static const protocol_subject protocols[] = {
      {"event_count", source_of_event_count, event_count, &made<part_program<event_count_part>>},
      {"ledger", source_of_ledger, ledger, &made<part_program<ledger_part>>},
      {"global_queue", global, locked_queue, &made<over_queue<mutex_queue>>},
      {"global_queue_bounded", global, bounded_queue, &made<over_queue<ring>>},
      {"global_queue_contended", global, contending_queue, &made<over_queue<contending_ring>>},
      {"global_queue_by_priority", global, by_priority, &made<over_queue<heap>>},
      {"work_stealing", stealing, deques, &made<over_deque<growing_deque>>},
      {"work_stealing_locked", stealing, locked_deques, &made<over_deque<locked_deque>>},
      {"work_stealing_bounded", stealing, bounded_deques, &made<over_deque<fixed_deque>>},
      {"work_stealing_segmented", stealing, segmented_deques, &made<over_deque<growing_deque, watched_segments>>},
  };
  static const std::vector<const subject*> all = [] {
    std::vector<const subject*> pointers;
    for (const protocol_subject& each : protocols) pointers.push_back(&each);
    return pointers;
  }();
  return all;
}

}  // namespace schedlab::verify
