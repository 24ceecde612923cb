#include "harness/verify/machine/atomic_port.hpp"

#include <algorithm>
#include <array>

namespace schedlab::verify {
namespace {

using store_index = weak_memory::store_index;
using stores = std::array<store_index, 64>;

// What a choice decides. This is a part of the choice's signature, together with the thread.
enum : std::uint32_t { which_store = 1000, which_place = 2000, which_unread = 3000, which_outcome = 4000 };

}  // namespace

void atomic_port::nobody_has_written() {
  threads_.refute(violation_kind::uninitialised, "an atomic is read that nobody has written");
}

void atomic_port::too_many_stores() {
  threads_.refute(violation_kind::cannot_explore, "too many stores to one location: choose fewer operations");
}

store_index atomic_port::pick_store(std::size_t index, order how) {
  const unsigned self = threads_.current();
  stores candidates;
  const std::size_t count = memory_.weak().readable(self, index, how, candidates.data(), candidates.size());
  const bool is_choice = count > 1 && !threads_.alone();
  return candidates[is_choice ? threads_.pick(static_cast<unsigned>(count), which_store + self) : 0];
}

std::uint64_t atomic_port::load(const void* at, std::uint8_t size, order how, const site& where) {
  threads_.before_access(true);
  const std::size_t index = locations_.atomic_at(at, size);
  const order with = effective(step_kind::load, how, where);
  step& noted = threads_.note(step_kind::load, at, size, with, where);
  std::uint64_t value;
  if (memory_.is_weak()) {
    weak_memory& weak = memory_.weak();
    const store_index from = pick_store(index, with);
    const weak_memory::store_record& source = weak.record(from);
    noted.overtaken = from != weak.newest(index);
    noted.found = value = source.value;
    noted.read_from = source.step;
    if (!source.initialised) nobody_has_written();
    weak.read(threads_.current(), index, from, with);
  } else {
    const interleaving_memory::found source = memory_.strong().load(threads_.current(), index);
    noted.overtaken = source.step < memory_.strong().last_store(index);
    noted.found = value = source.value;
    noted.read_from = source.step;
    if (!source.initialised) nobody_has_written();
  }
  threads_.observe(value);
  return value;
}

void atomic_port::store(void* at, std::uint8_t size, std::uint64_t value, order how, const site& where) {
  threads_.before_access(true);
  const std::size_t index = locations_.atomic_at(at, size);
  const order with = effective(step_kind::store, how, where);
  threads_.note(step_kind::store, at, size, with, where).written = value;
  const unsigned self = threads_.current();
  if (memory_.is_weak()) {
    weak_memory& weak = memory_.weak();
    if (threads_.alone()) return weak.write_alone(index, value);
    stores places;
    const std::size_t count = weak.writable(self, index, with, places.data(), places.size());
    const unsigned chosen = count > 1 ? threads_.pick(static_cast<unsigned>(count), which_place + self) : 0;
    if (!weak.write(self, index, places[chosen], value, with, recorder_.latest())) too_many_stores();
  } else if (threads_.alone()) {
    memory_.strong().store_now(self, index, value, 0);
  } else {
    memory_.strong().store(self, index, value, recorder_.latest());
    if (with == order::seq_cst) drain_own_buffer();
  }
  threads_.somebody_changed_something();
}

std::uint64_t atomic_port::modification::applied_to(std::uint64_t value) const {
  if (kind == change::exchange) return operand;
  const std::uint64_t sum = value + operand;
  return size == 8 ? sum : sum & ((std::uint64_t{1} << 8 * size) - 1);
}

// A read-modify-write reads one of the stores that a load might read, but none that another read-modify-write has read:
// no store may come between the two.
std::uint64_t atomic_port::read_modify_write(void* at, std::uint8_t size, change what, std::uint64_t operand, order how,
                                             const site& where) {
  threads_.before_access(true);
  const std::size_t index = locations_.atomic_at(at, size);
  const step_kind kind = what == change::add ? step_kind::fetch_add : step_kind::exchange;
  const order with = effective(kind, how, where);
  const modification modified{what, operand, size};
  if (!threads_.alone() && !memory_.is_weak()) drain_own_buffer();
  step& noted = threads_.note(kind, at, size, with, where);
  memory_.is_weak() ? modify_weak(index, modified, with, noted) : modify_strong(index, modified, noted);
  threads_.observe(noted.found);
  if (noted.written != noted.found) threads_.somebody_changed_something();
  return noted.found;
}

void atomic_port::modify_strong(std::size_t index, const modification& how, step& noted) {
  const interleaving_memory::found source = memory_.strong().load(threads_.current(), index);
  if (!source.initialised) nobody_has_written();
  noted.found = source.value;
  noted.read_from = source.step;
  noted.written = how.applied_to(source.value);
  memory_.strong().store_now(threads_.current(), index, noted.written, recorder_.latest());
}

void atomic_port::modify_weak(std::size_t index, const modification& how, order effective, step& noted) {
  weak_memory& weak = memory_.weak();
  const store_index from = pick_unread(index, effective);
  const weak_memory::store_record source = weak.record(from);
  if (!source.initialised) nobody_has_written();
  noted.found = source.value;
  noted.read_from = source.step;
  noted.overtaken = from != weak.newest(index);
  noted.written = how.applied_to(source.value);
  if (threads_.alone()) return weak.write_alone(index, noted.written);
  const unsigned self = threads_.current();
  weak.read(self, index, from, effective);
  if (!weak.write_after_read(self, index, from, noted.written, effective, recorder_.latest())) too_many_stores();
}

store_index atomic_port::pick_unread(std::size_t index, order how) {
  const unsigned self = threads_.current();
  const weak_memory& weak = memory_.weak();
  stores candidates;
  const std::size_t all = weak.readable(self, index, how, candidates.data(), candidates.size());
  const auto end = std::remove_if(candidates.begin(), candidates.begin() + all,
                                  [&](store_index i) { return weak.record(i).is_read_by_one; });
  const auto count = static_cast<unsigned>(end - candidates.begin());
  return candidates[count > 1 && !threads_.alone() ? threads_.pick(count, which_unread + self) : 0];
}

bool atomic_port::compare_exchange(void* at, std::uint8_t size, std::uint64_t& expected, std::uint64_t desired,
                                   order success, order failure, bool weak, const site& where) {
  threads_.before_access(true);
  const std::size_t index = locations_.atomic_at(at, size);
  const order on_success = effective(step_kind::compare_exchange, success, where);
  const order on_failure = effective(step_kind::compare_exchange, failure, where, order_role::on_failure);
  const std::uint64_t wanted = expected;
  const bool succeeded = memory_.is_weak()
                             ? compare_exchange_weak(index, expected, desired, on_success, on_failure, weak, where)
                             : compare_exchange_strong(index, expected, desired, on_success, where);
  threads_.observe(mix(expected, succeeded ? 1 : 0));
  if (succeeded && desired != wanted) threads_.somebody_changed_something();
  return succeeded;
}

bool atomic_port::compare_exchange_strong(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order how,
                                          const site& where) {
  if (!threads_.alone()) drain_own_buffer();
  const atomic_location& location = memory_.atomics()[index];
  step& noted = threads_.note(step_kind::compare_exchange, location.address, location.size, how, where);
  const interleaving_memory::found source = memory_.strong().load(threads_.current(), index);
  if (!source.initialised) nobody_has_written();
  noted.found = source.value;
  noted.read_from = source.step;
  noted.written = desired;
  noted.success = source.value == expected;
  if (source.value != expected) {
    expected = source.value;
    return false;
  }
  memory_.strong().store_now(threads_.current(), index, desired, threads_.alone() ? 0 : recorder_.latest());
  return true;
}

// Each store that it may read is a way to go on: success, if the store holds what is expected and no other
// read-modify-write has read it; failure otherwise. A weak compare-exchange may also fail for no reason, as long as the
// execution has spurious failures left.
bool atomic_port::compare_exchange_weak(std::size_t index, std::uint64_t& expected, std::uint64_t desired,
                                        order success, order failure, bool may_fail, const site& where) {
  weak_memory& weak = memory_.weak();
  const unsigned self = threads_.current();
  const bool alone = threads_.alone();
  stores all;
  const order either = success == order::seq_cst || failure == order::seq_cst ? order::relaxed : success;
  std::size_t count = weak.readable(self, index, either, all.data(), all.size());
  const auto impossible = [&](store_index i) {
    const weak_memory::store_record& r = weak.record(i);
    const bool succeeds = r.value == expected;
    if (succeeds && r.is_read_by_one) return true;
    return !weak.may_read(self, index, i, succeeds ? success : failure);
  };
  count = static_cast<std::size_t>(std::remove_if(all.begin(), all.begin() + count, impossible) - all.begin());
  unsigned ways = static_cast<unsigned>(count);
  const bool spurious =
      may_fail && !alone && threads_.spurious_failures_left() && weak.record(all[0]).value == expected;
  if (spurious) ++ways;
  const unsigned chosen = ways > 1 && !alone ? threads_.pick(ways, which_outcome + self) : 0;
  const bool for_no_reason = chosen == count;
  const store_index from = all[for_no_reason ? 0 : chosen];
  const weak_memory::store_record source = weak.record(from);
  if (!source.initialised) nobody_has_written();
  const bool succeeds = source.value == expected && !for_no_reason;
  if (for_no_reason) threads_.take_spurious_failure();
  const atomic_location& location = memory_.atomics()[index];
  step& noted =
      threads_.note(step_kind::compare_exchange, location.address, location.size, succeeds ? success : failure, where);
  noted.found = source.value;
  noted.read_from = source.step;
  noted.written = desired;
  noted.success = succeeds;
  noted.overtaken = from != weak.newest(index);
  if (alone) {
    if (succeeds) weak.write_alone(index, desired);
  } else {
    weak.read(self, index, from, succeeds ? success : failure);
    if (succeeds && !weak.write_after_read(self, index, from, desired, success, recorder_.latest())) too_many_stores();
  }
  expected = source.value;
  return succeeds;
}

void atomic_port::fence(order how, const site& where) {
  const order with = effective(step_kind::fence, how, where);
  // Only a seq_cst fence touches what other threads see: it drains their thread's buffer and takes part in the total
  // order.
  threads_.before_access(with == order::seq_cst && memory_.model() != memory_model::sc);
  threads_.note(step_kind::fence, nullptr, 0, with, where);
  if (threads_.alone()) return;
  if (memory_.is_weak()) {
    memory_.weak().fence(threads_.current(), with);
  } else if (with == order::seq_cst) {
    drain_own_buffer();
  }
}

void atomic_port::light_fence(const site& where) {
  if (!memory_.is_buffered()) fence(order::seq_cst, where);
}

void atomic_port::heavy_fence(const site& where) {
  fence(order::seq_cst, where);
  if (!memory_.is_buffered() || threads_.alone()) return;
  for (unsigned t = 0; t < threads_.thread_count(); ++t) threads_.drain_buffer_of(t);
}

}  // namespace schedlab::verify
