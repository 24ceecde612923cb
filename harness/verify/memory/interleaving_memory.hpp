// Memory in which every store has one moment at which all threads see it: at once (sc), or when it leaves its thread's
// store buffer (tso; S. Owens, S. Sarkar, P. Sewell, "A better x86 memory model: x86-TSO", TPHOLs 2009). Orders mean
// nothing here but that a seq_cst store, a seq_cst fence and a read-modify-write drain the buffer, as on x86; every
// access synchronises.
#pragma once

#include <array>
#include <vector>

#include "harness/base/hashing.hpp"
#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/memory/view.hpp"

namespace schedlab::verify {

class interleaving_memory {
 public:
  struct found {
    std::uint64_t value;
    std::uint32_t step;  // the step that stored it
    bool initialised;
  };

  void reset(bool buffered) {
    buffered_ = buffered;
    for (thread_state& t : threads_) {
      t.known = {};
      t.buffer.clear();
    }
    cells_.clear();
    contents_ = 0;
  }

  // Adds a location; locations are numbered in the order of their first access.
  void add_location(std::uint64_t identity) { cells_.push_back({0, {}, identity, 0, false}); }

  // Forgets a location that no longer matters: its value, and its stores that still wait in a buffer.
  void forget_location(std::size_t location) {
    cell& gone = cells_[location];
    if (gone.initialised) contents_ -= mix(gone.identity, gone.value);
    gone.identity = forgotten;
  }

  clock& known(unsigned thread) { return threads_[thread].known; }
  const clock& known(unsigned thread) const { return threads_[thread].known; }

  found load(unsigned thread, std::size_t location) {
    const auto& buffer = threads_[thread].buffer;
    for (std::size_t i = buffer.size(); i-- > 0;) {
      if (buffer[i].location == location) return {buffer[i].value, buffer[i].step, true};
    }
    return load_from_memory(thread, location);
  }

  void store(unsigned thread, std::size_t location, std::uint64_t value, std::uint32_t step) {
    if (buffered_) {
      threads_[thread].buffer.push_back({location, value, known(thread), step});
    } else {
      write(location, value, known(thread), step);
    }
  }

  // Performs the store of a read-modify-write; the thread's buffer must be empty.
  void store_now(unsigned thread, std::size_t location, std::uint64_t value, std::uint32_t step) {
    write(location, value, known(thread), step);
  }

  bool has_buffered(unsigned thread) const { return !threads_[thread].buffer.empty(); }

  // Makes the oldest waiting store take effect. Returns its location and value.
  std::pair<std::size_t, std::uint64_t> flush_one(unsigned thread) {
    auto& buffer = threads_[thread].buffer;
    const waiting oldest = buffer.front();
    buffer.erase(buffer.begin());
    write(oldest.location, oldest.value, oldest.known, oldest.step);
    return {oldest.location, oldest.value};
  }

  void drain(unsigned thread) {
    while (has_buffered(thread)) flush_one(thread);
  }

  std::uint32_t last_store(std::size_t location) const { return cells_[location].step; }

  // A hash of everything on which later steps can depend. A clock counts only where some unfinished thread knows less.
  std::uint64_t hash(const clock& known_to_all, const std::vector<unsigned>& unfinished) const {
    std::uint64_t sum = contents_;
    for (const cell& c : cells_) {
      if (c.identity != forgotten) sum += mix(c.identity, hash_of(c.published, known_to_all));
    }
    for (const unsigned t : unfinished) sum = mix(sum, hash_of(threads_[t].known, known_to_all));
    for (unsigned t = 0; t < most_threads; ++t) {
      for (const waiting& w : threads_[t].buffer) {
        sum = mix(mix(mix(sum, t), cells_[w.location].identity), w.value);
        sum = mix(sum, hash_of(w.known, known_to_all));
      }
    }
    return sum;
  }

  static std::uint64_t hash_of(const clock& some, const clock& known_to_all) {
    const lanes news = some.times > known_to_all.times ? some.times : lanes{};
    std::uint64_t halves[2];
    __builtin_memcpy(halves, &news, sizeof halves);
    return mix(halves[0], halves[1]);
  }

 private:
  static constexpr std::uint64_t forgotten = 0;  // an identity that no location has

  struct cell {
    std::uint64_t value;
    clock published;
    std::uint64_t identity;
    std::uint32_t step;
    bool initialised;
  };
  struct waiting {
    std::size_t location;
    std::uint64_t value;
    clock known;
    std::uint32_t step;
  };
  struct thread_state {
    clock known;
    std::vector<waiting> buffer;
  };

  found load_from_memory(unsigned thread, std::size_t location) {
    const cell& from = cells_[location];
    known(thread).join(from.published);
    return {from.value, from.step, from.initialised};
  }

  void write(std::size_t location, std::uint64_t value, const clock& published, std::uint32_t step) {
    cell& to = cells_[location];
    if (to.identity == forgotten) return;
    if (to.initialised) contents_ -= mix(to.identity, to.value);
    to.value = value;
    to.published = published;
    to.step = step;
    to.initialised = true;
    contents_ += mix(to.identity, value);
  }

  std::array<thread_state, most_threads> threads_;
  std::vector<cell> cells_;
  std::uint64_t contents_ = 0;
  bool buffered_ = false;
};

}  // namespace schedlab::verify
