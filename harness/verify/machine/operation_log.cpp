#include "harness/verify/machine/operation_log.hpp"

#include "harness/base/hashing.hpp"

namespace schedlab::verify {

void operation_log::reset() {
  by_thread_ = {};
  begun_ = completed_ = 0;
}

bool operation_log::has_room(unsigned thread) const {
  if (thread == outside_thread) return by_thread_[thread].count < most_outside;
  return thread < most_operating_threads && by_thread_[thread].count < most_per_thread;
}

void operation_log::begin(unsigned thread, verb asked, std::uint64_t item) {
  of_thread& mine = by_thread_[thread];
  mine.current = (thread == outside_thread ? 32 : thread * most_per_thread) + mine.count++;
  mine.awaits_first_access = true;
  operations_[mine.current].call = {asked, answer::contended, static_cast<std::uint8_t>(thread), item};
}

const placed_operation& operation_log::place(unsigned thread, const clock* known) {
  of_thread& mine = by_thread_[thread];
  mine.awaits_first_access = false;
  placed_operation& begun = operations_[mine.current];
  begun.predecessors = over_before(known);
  begun_ |= std::uint64_t{1} << mine.current;
  mine.answers = mix(mine.answers, begun.predecessors);
  return begun;
}

std::uint64_t operation_log::over_before(const clock* known) const {
  if (known == nullptr) return completed_;
  constexpr std::uint64_t of_threads = ~std::uint64_t{0} >> 32;
  std::uint64_t before = completed_;
  for (std::uint64_t rest = completed_ & of_threads; rest != 0; rest &= rest - 1) {
    const auto id = static_cast<std::size_t>(__builtin_ctzll(rest));
    if (ended_at_[id] > known->times[id / most_per_thread]) before &= ~(std::uint64_t{1} << id);
  }
  return before;
}

const operation& operation_log::end(unsigned thread, answer said, std::uint64_t item, clock* known) {
  of_thread& mine = by_thread_[thread];
  operation& what = operations_[mine.current].call;
  what.reply = said;
  what.item = item;
  completed_ |= std::uint64_t{1} << mine.current;
  if (known != nullptr) ended_at_[mine.current] = ++known->times[thread];
  mine.answers = mix(mine.answers, mix(static_cast<std::uint64_t>(said), item));
  return what;
}

std::vector<placed_operation> operation_log::history() const {
  std::vector<placed_operation> dense;
  std::array<std::uint8_t, 64> place{};
  for (std::size_t id = 0; id < 64; ++id) {
    if ((begun_ >> id & 1) == 0) continue;
    place[id] = static_cast<std::uint8_t>(dense.size());
    dense.push_back(operations_[id]);
  }
  for (placed_operation& one : dense) {
    std::uint64_t compact = 0;
    for (std::uint64_t rest = one.predecessors; rest != 0; rest &= rest - 1) {
      compact |= std::uint64_t{1} << place[static_cast<std::size_t>(__builtin_ctzll(rest))];
    }
    one.predecessors = compact;
  }
  return dense;
}

std::uint64_t operation_log::hash() const {
  std::uint64_t sum = 0;
  for (std::uint64_t rest = begun_; rest != 0; rest &= rest - 1) {
    const auto id = static_cast<std::size_t>(__builtin_ctzll(rest));
    const placed_operation& one = operations_[id];
    sum = mix(mix(sum, id), mix(one.predecessors, mix(static_cast<std::uint64_t>(one.call.reply), one.call.item)));
  }
  return sum;
}

}  // namespace schedlab::verify
