#include "harness/verify/memory/memory_state.hpp"

#include "harness/base/hashing.hpp"

namespace schedlab::verify {
namespace {

template <class Memory>
clock known_to_all(const Memory& memory, const std::vector<unsigned>& threads) {
  clock least;
  least.times += std::int16_t{INT16_MAX};
  for (const unsigned t : threads) {
    const lanes mine = memory.known(t).times;
    least.times = mine < least.times ? mine : least.times;
  }
  return least;
}

}  // namespace

void memory_state::reset(memory_model model, weak_memory::fence_rule fences) {
  model_ = model;
  heap_.reset();
  is_weak() ? weak_.reset(fences) : strong_.reset(is_buffered());
  atomics_.clear();
  plains_.clear();
  mutexes_.clear();
}

void memory_state::add_atomic(const void* at, std::uint8_t size) {
  atomics_.push_back({at, size});
  is_weak() ? weak_.add_location(identity(at)) : strong_.add_location(identity(at));
}

void memory_state::forget_locations_in(const void* place, std::size_t bytes) {
  const auto is_there = [&](const void* at) { return at != nullptr && heap_.offset(at) - heap_.offset(place) < bytes; };
  for (std::size_t i = 0; i < atomics_.size(); ++i) {
    if (!is_there(atomics_[i].address)) continue;
    atomics_[i].address = nullptr;
    is_weak() ? weak_.forget_location(i) : strong_.forget_location(i);
  }
  for (plain_location& p : plains_) {
    if (is_there(p.address)) p.address = nullptr;
  }
  std::erase_if(mutexes_, [&](const mutex_location& m) { return is_there(m.address); });
}

view& memory_state::handed_over_by(const void* mutex) {
  for (mutex_location& m : mutexes_) {
    if (m.address == mutex) return m.released;
  }
  mutexes_.push_back({mutex, {}});
  return mutexes_.back().released;
}

void memory_state::join_all(unsigned threads) {
  if (is_weak()) return weak_.join_all(outside_thread, threads);
  for (unsigned t = 0; t < threads; ++t) strong_.known(outside_thread).join(strong_.known(t));
}

std::uint64_t memory_state::hash(unsigned threads, const std::vector<unsigned>& unfinished) const {
  if (unfinished.empty() && is_weak()) return 0;
  const clock common = is_weak() ? known_to_all(weak_, unfinished) : known_to_all(strong_, unfinished);
  const auto count_of = [](std::int16_t number) { return static_cast<std::uint64_t>(number); };
  std::uint64_t sum = 0;
  handed_over_.clear();
  for (const mutex_location& m : mutexes_) {
    handed_over_.push_back({identity(m.address), &m.released});
    if (!is_weak()) sum += mix(identity(m.address), interleaving_memory::hash_of(m.released.known, common));
  }
  sum = mix(sum, is_weak() ? weak_.hash(unfinished, handed_over_) : strong_.hash(common, unfinished));
  for (const plain_location& p : plains_) {
    if (p.address == nullptr) continue;
    std::uint64_t one = p.initialised ? 1 : 0;
    if (p.written_at > common.times[p.writer]) one = mix(mix(one, p.writer), count_of(p.written_at));
    for (unsigned t = 0; t < threads; ++t) {
      if (p.read_at[t] > common.times[t]) one = mix(mix(one, t), count_of(p.read_at[t]));
    }
    sum += mix(one, identity(p.address));
  }
  sum = mix(sum, heap_.hash_of_contents());
  for (const model_heap::block& b : heap_.blocks()) {
    if (!b.live) sum += mix(b.offset, b.bytes);
  }
  return sum;
}

}  // namespace schedlab::verify
