// What an access does: which location it means, whether it may be touched, what it finds, and what the record says.
#include <fmt/format.h>

#include <algorithm>

#include "harness/verify/machine.hpp"

namespace schedlab::verify {
namespace {

std::uint64_t truncated(std::uint64_t value, std::uint8_t size) {
  return size == 8 ? value : value & ((std::uint64_t{1} << 8 * size) - 1);
}

constexpr std::uint16_t atomic_mark(std::size_t index) {
  return static_cast<std::uint16_t>(model_heap::first_location + 2 * index);
}
constexpr std::uint16_t plain_mark(std::size_t index) {
  return static_cast<std::uint16_t>(model_heap::first_location + 2 * index + 1);
}

}  // namespace

std::uint16_t machine::valid_mark(const void* at, std::size_t bytes) {
  if (!heap_.contains(at)) {
    refute(violation_kind::bad_access,
           at == nullptr ? "an access through a null pointer"
                         : "an access outside the program's memory: everything shared must be allocated through the "
                           "memory policy or lie in the structure itself");
  }
  const std::uint16_t mark = heap_.mark_at(at);
  const void* const last = static_cast<const std::byte*>(at) + bytes - 1;
  if (mark == model_heap::freed) refute(violation_kind::bad_access, "memory is used after it was freed");
  if (mark == model_heap::unallocated || heap_.mark_at(last) == model_heap::unallocated) {
    refute(violation_kind::bad_access, "memory is used that was never allocated");
  }
  if (heap_.mark_at(last) != mark) {
    refute(violation_kind::cannot_explore, "two locations overlap: one is accessed under different sizes or offsets");
  }
  return mark;
}

std::size_t machine::atomic_at(const void* at, std::uint8_t size) {
  const std::uint16_t mark = valid_mark(at, size);
  if (mark >= model_heap::first_location) {
    const std::size_t index = (mark - model_heap::first_location) / 2u;
    if (mark == plain_mark(index) || locations_[index].at != at || locations_[index].size != size) {
      refute(violation_kind::cannot_explore,
             "a location is accessed under different sizes, or both as an atomic and as a plain one");
    }
    return index;
  }
  const std::size_t index = locations_.size();
  if (index == most_locations) {
    refute(violation_kind::cannot_explore,
           fmt::format("more than {} atomic locations: choose a smaller capacity", most_locations));
  }
  heap_.set_marks(at, size, atomic_mark(index));
  locations_.push_back({at, size});
  is_weak() ? weak_.add_location(identity(at)) : strong_.add_location(identity(at));
  return index;
}

step& machine::note(step_kind kind, const void* at, std::uint8_t size, order how, const site& where) {
  if (!recording_ || alone()) return unrecorded_;
  steps_.push_back({.kind = kind,
                    .thread = static_cast<std::uint8_t>(current_),
                    .size = size,
                    .how = how,
                    .at = at,
                    .where = where});
  return steps_.back();
}

void machine::check_initialised(bool initialised) {
  if (!initialised) refute(violation_kind::uninitialised, "an atomic is read that nobody has written");
}

std::uint32_t machine::this_step() const { return static_cast<std::uint32_t>(steps_.size() - 1); }

weak_memory::store_index machine::pick_store(std::size_t at, order how) {
  std::array<weak_memory::store_index, 64> candidates;
  const std::size_t count = weak_.readable(current_, at, how, candidates.data(), candidates.size());
  const unsigned chosen = count > 1 && !alone() ? pick(static_cast<unsigned>(count), 1000 + current_) : 0;
  return candidates[chosen];
}

std::uint64_t machine::load(const void* at, std::uint8_t size, order how, const site& where) {
  before_access(true);
  const std::size_t index = atomic_at(at, size);
  const order effective = overrides_.effective(how, where);
  if (sites_ != nullptr && !alone()) sites_->see(where, step_kind::load, how);
  step& noted = note(step_kind::load, at, size, effective, where);
  std::uint64_t value;
  if (is_weak()) {
    const weak_memory::store_index from = pick_store(index, effective);
    const weak_memory::store_record& source = weak_.record(from);
    noted.overtaken = from != weak_.newest(index);
    noted.found = value = source.value;
    noted.from = source.step;
    check_initialised(source.initialised);
    weak_.read(current_, index, from, effective);
  } else {
    const interleaving_memory::found source = strong_.load(current_, index);
    noted.overtaken = source.step < strong_.last_store(index);
    noted.found = value = source.value;
    noted.from = source.step;
    check_initialised(source.initialised);
  }
  observe(value);
  return value;
}

void machine::store(void* at, std::uint8_t size, std::uint64_t value, order how, const site& where) {
  before_access(true);
  const std::size_t index = atomic_at(at, size);
  const order effective = overrides_.effective(how, where);
  if (sites_ != nullptr && !alone()) sites_->see(where, step_kind::store, how);
  note(step_kind::store, at, size, effective, where).written = value;
  if (is_weak()) {
    if (alone()) return weak_.write_alone(index, value);
    std::array<weak_memory::store_index, 64> places;
    const std::size_t count = weak_.writable(current_, index, effective, places.data(), places.size());
    const unsigned chosen = count > 1 ? pick(static_cast<unsigned>(count), 2000 + current_) : 0;
    if (!weak_.write(current_, index, places[chosen], value, effective, this_step())) too_many_stores();
  } else if (alone()) {
    strong_.store_now(current_, index, value, 0);
  } else {
    strong_.store(current_, index, value, this_step());
    if (effective == order::seq_cst) drain_buffer();
  }
  somebody_changed_something();
}

void machine::too_many_stores() {
  refute(violation_kind::cannot_explore, "too many stores to one location: choose fewer operations");
}

void machine::drain_buffer() {
  while (strong_.has_buffered(current_)) flush(current_);
}

// A read-modify-write reads one of the stores that a load might, but for those that another one has read: nothing may
// come between the two.
std::uint64_t machine::read_modify_write(void* at, std::uint8_t size, change what, std::uint64_t operand, order how,
                                         const site& where) {
  before_access(true);
  const std::size_t index = atomic_at(at, size);
  const order effective = overrides_.effective(how, where);
  const step_kind kind = what == change::add ? step_kind::fetch_add : step_kind::exchange;
  if (sites_ != nullptr && !alone()) sites_->see(where, kind, how);
  const auto changed = [&](std::uint64_t value) {
    return what == change::add ? truncated(value + operand, size) : operand;
  };
  if (!alone() && !is_weak()) drain_buffer();
  step& noted = note(kind, at, size, effective, where);
  if (is_weak()) {
    const weak_memory::store_index from = pick_unread(index, effective);
    const weak_memory::store_record source = weak_.record(from);
    check_initialised(source.initialised);
    noted.found = source.value;
    noted.from = source.step;
    noted.overtaken = from != weak_.newest(index);
    if (alone()) {
      weak_.write_alone(index, changed(source.value));
    } else {
      weak_.read(current_, index, from, effective);
      if (!weak_.write_after_read(current_, index, from, changed(source.value), effective, this_step())) {
        too_many_stores();
      }
    }
  } else {
    const interleaving_memory::found source = strong_.load(current_, index);
    check_initialised(source.initialised);
    noted.found = source.value;
    noted.from = source.step;
    strong_.store_now(current_, index, changed(source.value), this_step());
  }
  const std::uint64_t value = noted.found;
  noted.written = changed(value);
  observe(value);
  if (changed(value) != value) somebody_changed_something();
  return value;
}

weak_memory::store_index machine::pick_unread(std::size_t index, order how) {
  std::array<weak_memory::store_index, 64> candidates;
  std::size_t count = weak_.readable(current_, index, how, candidates.data(), candidates.size());
  const auto read_by_one = [&](weak_memory::store_index i) { return weak_.record(i).is_read_by_one; };
  count = static_cast<std::size_t>(std::remove_if(candidates.begin(), candidates.begin() + count, read_by_one) -
                                   candidates.begin());
  return candidates[count > 1 && !alone() ? pick(static_cast<unsigned>(count), 3000 + current_) : 0];
}

bool machine::compare_exchange(void* at, std::uint8_t size, std::uint64_t& expected, std::uint64_t desired,
                               order success, order failure, bool weak, const site& where) {
  before_access(true);
  const std::size_t index = atomic_at(at, size);
  if (sites_ != nullptr && !alone()) {
    sites_->see(where, step_kind::compare_exchange, success);
    sites_->see(where, step_kind::compare_exchange, failure, order_role::on_failure);
  }
  const order on_success = overrides_.effective(success, where);
  const order on_failure = overrides_.effective(failure, where, order_role::on_failure);
  const std::uint64_t wanted = expected;
  const bool succeeded = is_weak()
                             ? compare_exchange_weakly(index, expected, desired, on_success, on_failure, weak, where)
                             : compare_exchange_at_once(index, expected, desired, on_success, where);
  observe(mix(expected, succeeded ? 1 : 0));
  if (succeeded && desired != wanted) somebody_changed_something();
  return succeeded;
}

bool machine::compare_exchange_at_once(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order how,
                                       const site& where) {
  if (!alone()) drain_buffer();
  step& noted = note(step_kind::compare_exchange, locations_[index].at, locations_[index].size, how, where);
  const interleaving_memory::found source = strong_.load(current_, index);
  check_initialised(source.initialised);
  noted.found = source.value;
  noted.from = source.step;
  noted.written = desired;
  noted.success = source.value == expected;
  if (source.value != expected) {
    expected = source.value;
    return false;
  }
  strong_.store_now(current_, index, desired, alone() ? 0 : this_step());
  return true;
}

// Each store that it may read is a way to go on: success, if it holds what is expected and no other read-modify-write
// has read it; failure otherwise. A weak one may also fail for no reason, so often as is left of that.
bool machine::compare_exchange_weakly(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order success,
                                      order failure, bool may_fail, const site& where) {
  std::array<weak_memory::store_index, 64> all;
  const order either = success == order::seq_cst || failure == order::seq_cst ? order::relaxed : success;
  std::size_t count = weak_.readable(current_, index, either, all.data(), all.size());
  const auto impossible = [&](weak_memory::store_index i) {
    const weak_memory::store_record& r = weak_.record(i);
    const bool succeeds = r.value == expected;
    if (succeeds && r.is_read_by_one) return true;
    return !weak_.may_read(current_, index, i, succeeds ? success : failure);
  };
  count = static_cast<std::size_t>(std::remove_if(all.begin(), all.begin() + count, impossible) - all.begin());
  unsigned ways = static_cast<unsigned>(count);
  const bool spurious = may_fail && !alone() && failures_left_ > 0 && weak_.record(all[0]).value == expected;
  if (spurious) ++ways;
  const unsigned chosen = ways > 1 && !alone() ? pick(ways, 4000 + current_) : 0;
  const bool for_no_reason = chosen == count;
  const weak_memory::store_index from = all[for_no_reason ? 0 : chosen];
  const weak_memory::store_record source = weak_.record(from);
  check_initialised(source.initialised);
  const bool succeeds = source.value == expected && !for_no_reason;
  if (for_no_reason) --failures_left_;
  step& noted = note(step_kind::compare_exchange, locations_[index].at, locations_[index].size,
                     succeeds ? success : failure, where);
  noted.found = source.value;
  noted.from = source.step;
  noted.written = desired;
  noted.success = succeeds;
  noted.overtaken = from != weak_.newest(index);
  if (alone()) {
    if (succeeds) weak_.write_alone(index, desired);
  } else {
    weak_.read(current_, index, from, succeeds ? success : failure);
    if (succeeds && !weak_.write_after_read(current_, index, from, desired, success, this_step())) too_many_stores();
  }
  expected = source.value;
  return succeeds;
}

void machine::fence(order how, const site& where) {
  const order effective = overrides_.effective(how, where);
  // Only a seq_cst one touches what other threads see: their buffer's drain, the total order.
  before_access(effective == order::seq_cst && options_.model != memory_model::sc);
  if (sites_ != nullptr && !alone()) sites_->see(where, step_kind::fence, how);
  note(step_kind::fence, nullptr, 0, effective, where);
  if (alone()) return;
  if (is_weak()) {
    weak_.fence(current_, effective);
  } else if (effective == order::seq_cst) {
    drain_buffer();
  }
}

void machine::light_fence(const site& where) {
  if (options_.model != memory_model::tso) fence(order::seq_cst, where);
}

void machine::heavy_fence(const site& where) {
  fence(order::seq_cst, where);
  if (options_.model != memory_model::tso || alone()) return;
  for (unsigned t = 0; t < thread_count_; ++t) {
    while (strong_.has_buffered(t)) flush(t);
  }
}

void machine::plain(const void* at, std::size_t bytes, bool writes, const site& where) {
  before_access(false);
  const std::uint16_t mark = valid_mark(at, bytes);
  if (mark < model_heap::first_location) {
    heap_.set_marks(at, bytes, plain_mark(plain_locations_.size()));
    plain_locations_.push_back({at, bytes, false, 0, 0, {}});
  } else if (mark != plain_mark((mark - model_heap::first_location) / 2u)) {
    refute(violation_kind::cannot_explore, "a location is accessed both as an atomic and as a plain one");
  }
  plain_location& cell = plain_locations_[(heap_.mark_at(at) - model_heap::first_location) / 2u];
  note(writes ? step_kind::plain_write : step_kind::plain_read, at, static_cast<std::uint8_t>(bytes), order::relaxed,
       where);
  if (!writes && !cell.initialised) refute(violation_kind::uninitialised, "an item is read that nobody has put there");
  if (alone()) {
    cell.initialised = true;
    return;
  }
  clock& mine = known(current_);
  const auto unordered = [&](unsigned other, std::int16_t when) { return other != current_ && when > mine.of[other]; };
  bool race = unordered(cell.writer, cell.written_at);
  unsigned rival = cell.writer;
  const char* what_rival_does = "writes";
  for (unsigned t = 0; writes && t < thread_count_; ++t) {
    if (!unordered(t, cell.read_at[t])) continue;
    race = true;
    rival = t;
    what_rival_does = "reads";
  }
  if (race) {
    refute(violation_kind::data_race, fmt::format("thread {} {} what thread {} {}, and nothing orders the two",
                                                  current_, writes ? "overwrites" : "reads", rival, what_rival_does));
  }
  const std::int16_t now = ++mine.of[current_];
  if (writes) {
    cell.initialised = true;
    cell.writer = static_cast<std::uint8_t>(current_);
    cell.written_at = now;
    cell.read_at = {};
  } else {
    cell.read_at[current_] = now;
    std::uint64_t content = 0;
    for (std::size_t done = 0; done < bytes; done += 8) {
      std::uint64_t part = 0;
      __builtin_memcpy(&part, static_cast<const std::byte*>(at) + done, std::min<std::size_t>(8, bytes - done));
      content = mix(content, part);
    }
    observe(content);
  }
}

void* machine::allocate(std::size_t bytes, std::size_t alignment) {
  void* const place = heap_.allocate(bytes, alignment);
  if (place == nullptr) {
    refute(violation_kind::cannot_explore,
           fmt::format("more than {} KB allocated in one execution: the scenario allocates without limit, or its "
                       "capacity is too large",
                       model_heap::heap_bytes / 1024));
  }
  if (!alone()) observe(heap_.offset(place));
  return place;
}

// Whoever reads or writes what is freed must be ordered before that: plain accesses are no scheduling points, so another
// execution need not show it.
void machine::check_nobody_uses(const void* place) {
  const model_heap::block* const doomed = heap_.live_block(place);
  if (doomed == nullptr || alone()) return;
  const clock& mine = known(current_);
  const auto unordered = [&](unsigned other, std::int16_t when) { return other != current_ && when > mine.of[other]; };
  for (const plain_location& cell : plain_locations_) {
    const std::size_t offset = heap_.offset(cell.at);
    if (offset < doomed->offset || offset >= doomed->offset + doomed->bytes) continue;
    bool used = unordered(cell.writer, cell.written_at);
    for (unsigned t = 0; t < thread_count_; ++t) used = used || unordered(t, cell.read_at[t]);
    if (used) refute(violation_kind::bad_access, "memory is freed while another thread may still be using it");
  }
}

void machine::deallocate(void* place) {
  before_access(true);
  if (heap_.contains(place)) check_nobody_uses(place);
  if (!heap_.contains(place) || !heap_.deallocate(place)) {
    refute(violation_kind::bad_access, "memory is freed that is not allocated (twice, or never)");
  }
}

}  // namespace schedlab::verify
