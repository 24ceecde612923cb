#include "harness/verify/memory/weak_memory.hpp"

#include <algorithm>

namespace schedlab::verify {

void weak_memory::reset(fence_rule rule) {
  rule_ = rule;
  for (thread_state& t : threads_) t = {};
  locations_.clear();
  stores_.clear();
  in_total_order_ = {};
}

void weak_memory::add_location(std::uint64_t identity) {
  locations_.push_back({static_cast<store_index>(stores_.size()), identity});
  stores_.push_back({0, 0, none, 0, false, false, false, {}});
}

std::int16_t weak_memory::lowest(unsigned thread, std::size_t location, order how) const {
  const std::int16_t known = threads_[thread].current.at(location);
  return how == order::seq_cst ? std::max(known, in_total_order_.at(location)) : known;
}

std::size_t weak_memory::readable(unsigned thread, std::size_t location, order how, store_index* into,
                                  std::size_t most) const {
  const std::int16_t low = lowest(thread, location, how);
  const thread_state& reader = threads_[thread];
  const bool tired = reader.overtaken_reads[location] >= stale_reads;
  std::size_t count = 0;
  for (store_index i = locations_[location].newest; i != none && count < most; i = stores_[i].older) {
    const std::int16_t timestamp = stores_[i].timestamp;
    if (timestamp < low) break;
    if (tired && count > 0 && timestamp <= reader.overtaken_timestamp[location]) break;
    into[count++] = i;
  }
  return count;
}

void weak_memory::read(unsigned thread, std::size_t location, store_index from, order how) {
  const store_record& source = stores_[from];
  thread_state& reader = threads_[thread];
  if (from == locations_[location].newest) {
    reader.overtaken_reads[location] = 0;
  } else if (reader.overtaken_reads[location] > 0 && reader.overtaken_timestamp[location] == source.timestamp) {
    ++reader.overtaken_reads[location];
  } else {
    reader.overtaken_timestamp[location] = source.timestamp;
    reader.overtaken_reads[location] = 1;
  }
  reader.current.raise(location, source.timestamp);
  reader.acquirable.raise(location, source.timestamp);
  reader.acquirable.join(source.released);
  if (acquires(how)) reader.current.join(source.released);
  if (how == order::seq_cst && rule_ == fence_rule::cxx20) in_total_order_.raise(location, source.timestamp);
}

std::size_t weak_memory::writable(unsigned thread, std::size_t location, order how, store_index* into,
                                  std::size_t most) const {
  const std::int16_t low = lowest(thread, location, how);
  std::size_t count = 0;
  bool open = true;  // whether a store may come directly behind this one
  for (store_index i = locations_[location].newest; i != none && count < most; i = stores_[i].older) {
    if (open) into[count++] = i;
    if (stores_[i].timestamp <= low) break;
    open = !stores_[i].follows_closely;
  }
  return count;
}

bool weak_memory::insert(unsigned thread, std::size_t location, store_index after, std::uint64_t value, order how,
                         std::uint32_t step, bool closely) {
  location_state& to = locations_[location];
  store_index newer = none;
  for (store_index i = to.newest; i != after; i = stores_[i].older) newer = i;
  const int before = stores_[after].timestamp;
  const int timestamp = newer == none ? before + spacing : (before + stores_[newer].timestamp) / 2;
  if (timestamp == before || timestamp > INT16_MAX) return false;
  const auto stamp = static_cast<std::int16_t>(timestamp);

  const auto index = static_cast<store_index>(stores_.size());
  thread_state& writer = threads_[thread];
  writer.current.raise(location, stamp);
  writer.acquirable.raise(location, stamp);
  writer.stored.raise(location, stamp);
  stores_.push_back(
      {value, step, after, stamp, true, closely, false, releases(how) ? writer.current : writer.released});
  stores_.back().released.raise(location, stamp);
  (newer == none ? to.newest : stores_[newer].older) = index;
  if (newer == none) writer.overtaken_reads[location] = 0;
  if (how == order::seq_cst) in_total_order_.raise(location, stamp);
  if (closely) {
    stores_[after].is_read_by_one = true;
    stores_.back().released.join(stores_[after].released);
  }
  return true;
}

bool weak_memory::write(unsigned thread, std::size_t location, store_index after, std::uint64_t value, order how,
                        std::uint32_t step) {
  return insert(thread, location, after, value, how, step, false);
}

bool weak_memory::write_after_read(unsigned thread, std::size_t location, store_index read_from, std::uint64_t value,
                                   order how, std::uint32_t step) {
  return insert(thread, location, read_from, value, how, step, true);
}

void weak_memory::write_alone(std::size_t location, std::uint64_t value) {
  store_record& only = stores_[locations_[location].newest];
  only.value = value;
  only.initialised = true;
}

void weak_memory::fence(unsigned thread, order how) {
  thread_state& t = threads_[thread];
  if (acquires(how)) t.current.join(t.acquirable);
  if (how == order::seq_cst) {
    t.current.join_seen(in_total_order_);
    in_total_order_.join_seen(rule_ == fence_rule::cxx20 ? t.current : t.stored);
    t.acquirable.join(t.current);
  }
  if (releases(how)) t.released = t.current;
}

void weak_memory::take_up(unsigned thread, const view& other) {
  threads_[thread].current.join(other);
  threads_[thread].acquirable.join(other);
}

void weak_memory::see_everything(unsigned thread) {
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    const std::int16_t newest = stores_[locations_[i].newest].timestamp;
    threads_[thread].current.raise(i, newest);
    threads_[thread].acquirable.raise(i, newest);
  }
}

void weak_memory::join_all(unsigned into, unsigned threads) {
  for (unsigned t = 0; t < threads; ++t) take_up(into, threads_[t].acquirable);
  see_everything(into);
}

// A timestamp is hashed as its rank among the stores that some unfinished thread may still read: two states that differ
// only in stores that no thread can see any more count as one.
std::uint64_t weak_memory::hash(const std::vector<unsigned>& unfinished,
                                const std::vector<handed_over>& by_mutexes) const {
  view known_to_all = threads_[unfinished.front()].current;
  for (const unsigned t : unfinished) {
    const view& other = threads_[t].current;
    known_to_all.known.times =
        other.known.times < known_to_all.known.times ? other.known.times : known_to_all.known.times;
    for (std::size_t i = 0; i < most_locations / 8; ++i) {
      known_to_all.seen[i] = other.seen[i] < known_to_all.seen[i] ? other.seen[i] : known_to_all.seen[i];
    }
  }
  std::uint64_t sum = 0;
  for (std::size_t location = 0; location < locations_.size(); ++location) {
    const location_state& here = locations_[location];
    if (here.identity == forgotten) continue;
    std::uint64_t stores = here.identity;
    for (store_index i = here.newest;; i = stores_[i].older) {
      const store_record& s = stores_[i];
      const std::uint64_t flags =
          (s.initialised ? 1u : 0u) | (s.follows_closely ? 2u : 0u) | (s.is_read_by_one ? 4u : 0u);
      stores = mix(mix(stores, s.value), flags);
      // Every thread knows what was set up before the threads.
      if (s.timestamp > 0) stores = mix(stores, hash_of(s.released, known_to_all));
      if (s.timestamp <= known_to_all.at(location) || s.older == none) break;
    }
    sum += stores;
  }
  for (const handed_over& one : by_mutexes) sum += mix(one.mutex, hash_of(*one.released, known_to_all));
  for (const unsigned t : unfinished) {
    const thread_state& s = threads_[t];
    sum = mix(sum, hash_of(s.current, known_to_all));
    sum = mix(sum, hash_of(s.acquirable, known_to_all));
    sum = mix(sum, hash_of(s.released, known_to_all));
    if (rule_ == fence_rule::cxx11) sum = mix(sum, hash_of(s.stored, known_to_all));
    for (std::size_t location = 0; location < locations_.size(); ++location) {
      const std::uint64_t identity = locations_[location].identity;
      if (identity != forgotten && s.overtaken_reads[location] != 0)
        sum += mix(mix(identity, s.overtaken_reads[location]), t);
    }
  }
  return mix(sum, hash_of(in_total_order_, known_to_all));
}

std::uint64_t weak_memory::hash_of(const view& some, const view& known_to_all) const {
  const lanes news = some.known.times > known_to_all.known.times ? some.known.times : lanes{};
  std::uint64_t halves[2];
  __builtin_memcpy(halves, &news, sizeof halves);
  std::uint64_t sum = mix(halves[0], halves[1]);
  for (std::size_t location = 0; location < locations_.size(); ++location) {
    const std::int16_t timestamp = some.at(location);
    if (timestamp <= known_to_all.at(location) || locations_[location].identity == forgotten) continue;
    std::uint64_t newer = 0;  // counted from the newest store on, so that forgotten stores do not change the number
    for (store_index i = locations_[location].newest; stores_[i].timestamp > timestamp; i = stores_[i].older) ++newer;
    sum += mix(locations_[location].identity, newer + 1);
  }
  return sum;
}

}  // namespace schedlab::verify
