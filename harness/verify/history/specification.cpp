// The sequential machines: each has one rule for where an item goes in and one for where it comes out.
#include "harness/verify/history/specification.hpp"

#include <stdexcept>

#include "harness/base/hashing.hpp"

namespace schedlab::verify {

namespace {

ordering ordering_of(item_order order) {
  switch (order) {
    case item_order::fifo:
      return ordering::fifo;
    case item_order::producer_fifo:
      return ordering::producer_fifo;
    case item_order::deque:
      return ordering::deque;
    case item_order::highest_first:
      return ordering::highest_first;
    case item_order::lowest_first:
      return ordering::lowest_first;
    case item_order::none:
      break;
  }
  return ordering::bag;
}

// The place before the items at the end that come out later, so that equal items stay in the order in which they went
// in.
template <class ComesLater>
std::size_t before_all_that(const abstract_state& state, ComesLater comes_later) {
  std::size_t position = state.size();
  while (position > 0 && comes_later(state[position - 1])) --position;
  return position;
}

std::size_t position_of(const abstract_state& state, std::uint64_t item) {
  std::size_t position = 0;
  while (position < state.size() && state[position].item != item) ++position;
  return position;
}

bool is_front_of_its_producer(const abstract_state& state, std::size_t position) {
  return position == 0 || state[position - 1].thread != state[position].thread;
}

}  // namespace

std::uint64_t abstract_state::hash() const {
  std::uint64_t mixed = size_;
  for (std::size_t i = 0; i < size_; ++i) mixed = mix(mix(mixed, items_[i].item), items_[i].thread);
  return mixed;
}

specification specification::for_traits(const queue_traits& traits, std::size_t size) {
  specification made;
  made.order = traits.relaxation == 0 ? ordering_of(traits.order) : ordering::bag;
  made.capacity = traits.bounded ? size : 0;
  made.strength = traits.strength;
  made.may_report_empty_spuriously = traits.may_report_empty_spuriously;
  made.hides_finished_pushes = traits.hides_finished_pushes;
  return made;
}

specification specification::for_free_list(std::size_t slots) {
  if (slots > abstract_state::most_items) throw std::length_error("a free list to check has at most 64 slots");
  specification made;
  made.order = ordering::free_list;
  made.capacity = slots;
  return made;
}

abstract_state specification::initial() const {
  abstract_state state;
  if (order != ordering::free_list) return state;
  for (std::size_t slot = 0; slot < capacity; ++slot) state.insert(slot, {slot, 0});
  return state;
}

bool specification::apply(abstract_state& state, const operation& done, bool overlapped) const {
  if (done.reply != answer::ok) return allows(state, done, overlapped);
  if (!offers(done.action)) return false;
  return puts(done.action) ? put(state, done) : take(state, done);
}

bool specification::allows(const abstract_state& state, const operation& unchanging, bool overlapped) const {
  if (!offers(unchanging.action)) return false;
  if (is_excused(unchanging, overlapped)) return true;
  if (unchanging.reply == answer::full) {
    return unchanging.action == verb::push && is_bounded() && state.size() == capacity;
  }
  return unchanging.reply == answer::empty && takes(unchanging.action) && state.size() == 0;
}

bool specification::offers(verb asked) const {
  switch (asked) {
    case verb::push:
    case verb::pop:
    case verb::wait_pop:
      return order != ordering::free_list;
    case verb::close:
      return true;
    case verb::steal:
      return order == ordering::deque;
    case verb::allocate:
    case verb::free:
      return order == ordering::free_list;
    default:
      return false;
  }
}

bool specification::is_excused(const operation& done, bool overlapped) const {
  if (done.reply == answer::no_memory || done.reply == answer::done) return true;
  if (!overlapped) return false;
  switch (done.reply) {
    case answer::ok:
    case answer::no_memory:
    case answer::done:
      return false;
    case answer::full:
      return done.action == verb::push && strength == try_strength::weak;
    case answer::empty:
      return takes(done.action) && (strength == try_strength::weak || may_report_empty_spuriously);
    case answer::contended:
      return true;
  }
  return false;
}

bool specification::put(abstract_state& state, const operation& done) const {
  if (is_bounded() && state.size() >= capacity) return false;
  switch (order) {
    case ordering::fifo:
    case ordering::deque:
      return state.insert(state.size(), {done.item, 0});
    case ordering::producer_fifo: {
      const std::size_t place = before_all_that(state, [&](const auto& held) { return held.thread > done.thread; });
      return state.insert(place, {done.item, done.thread});
    }
    case ordering::highest_first:
    case ordering::lowest_first: {
      const auto comes_later = [&](const auto& held) { return more_urgent(order, done.item, held.item); };
      return state.insert(before_all_that(state, comes_later), {done.item, 0});
    }
    case ordering::free_list:
      if (done.item >= capacity || position_of(state, done.item) < state.size()) return false;
      [[fallthrough]];
    case ordering::bag: {
      const std::size_t place = before_all_that(state, [&](const auto& held) { return held.item > done.item; });
      return state.insert(place, {done.item, 0});
    }
  }
  return false;
}

bool specification::take(abstract_state& state, const operation& done) const {
  std::size_t position = 0;
  switch (order) {
    case ordering::fifo:
    case ordering::highest_first:
    case ordering::lowest_first:
      break;
    case ordering::deque:
      if (done.action != verb::steal && state.size() > 0) position = state.size() - 1;
      break;
    case ordering::producer_fifo:
    case ordering::bag:
    case ordering::free_list:
      position = position_of(state, done.item);
      break;
  }
  if (position >= state.size() || state[position].item != done.item) return false;
  if (order == ordering::producer_fifo && !is_front_of_its_producer(state, position)) return false;
  state.erase(position);
  return true;
}

}  // namespace schedlab::verify
