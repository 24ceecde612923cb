// Everything that the explored program's memory holds at one moment of an execution: its heap, its atomic and plain
// locations, what threads know of them, and what mutexes hand over. It makes no choices and finds no faults; the ports
// of the machine do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/lockstep/model_heap.hpp"
#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/memory/interleaving_memory.hpp"
#include "harness/verify/memory/memory_model.hpp"
#include "harness/verify/memory/view.hpp"
#include "harness/verify/memory/weak_memory.hpp"

namespace schedlab::verify {

// A location of a freed block is forgotten: its `at` is null.
struct atomic_location {
  const void* address;
  std::uint8_t size;
};

struct plain_location {
  const void* address;
  std::size_t bytes;
  bool initialised;
  std::uint8_t writer;
  std::int16_t written_at;
  std::array<std::int16_t, most_threads> read_at;
};

class memory_state {
 public:
  memory_state() { atomics_.reserve(most_locations); }

  void reset(memory_model model, weak_memory::fence_rule fences);

  memory_model model() const { return model_; }
  bool is_weak() const { return model_ == memory_model::weak; }
  bool is_buffered() const { return model_ == memory_model::tso; }

  model_heap& heap() { return heap_; }
  interleaving_memory& strong() { return strong_; }  // used for sc and tso
  weak_memory& weak() { return weak_; }

  // Locations in the order of their first access; both memories number the atomic ones like this.
  std::vector<atomic_location>& atomics() { return atomics_; }
  std::vector<plain_location>& plains() { return plains_; }
  void add_atomic(const void* at, std::uint8_t size);

  // Forgets the locations in these bytes: what lies there afterwards is something else.
  void forget_locations_in(const void* place, std::size_t bytes);

  // What a mutex hands over from the thread that unlocked it last.
  view& handed_over_by(const void* mutex);

  clock& known(unsigned thread) { return is_weak() ? weak_.known(thread) : strong_.known(thread); }

  // The outside has waited for the threads 0 to `threads` - 1.
  void join_all(unsigned threads);

  std::uint64_t identity(const void* at) const { return heap_.offset(at) + 1; }

  // A hash of everything on which later steps of the unfinished threads can depend.
  std::uint64_t hash(unsigned threads, const std::vector<unsigned>& unfinished) const;

 private:
  struct mutex_location {
    const void* address;
    view released;
  };

  memory_model model_ = memory_model::sc;
  model_heap heap_;
  interleaving_memory strong_;
  weak_memory weak_;
  std::vector<atomic_location> atomics_;
  std::vector<plain_location> plains_;
  std::vector<mutex_location> mutexes_;
  mutable std::vector<weak_memory::handed_over> handed_over_;  // used by hash(), kept for its storage
};

}  // namespace schedlab::verify
