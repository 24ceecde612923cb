#include "harness/verify/machine/plain_port.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace schedlab::verify {
namespace {

// What a choice decides. This is a part of the choice's signature, together with the thread.
constexpr std::uint32_t which_block = 6000;
constexpr std::uint32_t whether_there_is_memory = 7000;

// What a thread knows of the others: their actions up to certain times of their clocks.
class knowledge {
 public:
  knowledge(unsigned thread, const clock& known) : thread_(thread), known_(known) {}
  bool lacks(unsigned other, std::int16_t when) const { return other != thread_ && when > known_.times[other]; }

 private:
  const unsigned thread_;
  const clock known_;
};

std::uint64_t hash_of_content(const void* at, std::size_t bytes) {
  std::uint64_t content = 0;
  for (std::size_t done = 0; done < bytes; done += 8) {
    std::uint64_t part = 0;
    __builtin_memcpy(&part, static_cast<const std::byte*>(at) + done, std::min<std::size_t>(8, bytes - done));
    content = mix(content, part);
  }
  return content;
}

}  // namespace

void plain_port::access(const void* at, std::size_t bytes, bool writes, const site& where) {
  threads_.before_access(false);
  plain_location& cell = locations_.plain_at(at, bytes);
  threads_.note(writes ? step_kind::plain_write : step_kind::plain_read, at, static_cast<std::uint8_t>(bytes),
                order::relaxed, where);
  if (!writes && !cell.initialised) {
    threads_.refute(violation_kind::uninitialised, "an item is read that nobody has put there");
  }
  if (threads_.alone()) {
    cell.initialised = true;
    return;
  }
  check_ordered(cell, writes);
  take_note(cell, writes);
  if (!writes) threads_.observe(hash_of_content(at, bytes));
}

void plain_port::check_ordered(const plain_location& cell, bool writes) {
  const knowledge mine(threads_.current(), memory_.known(threads_.current()));
  bool race = mine.lacks(cell.writer, cell.written_at);
  unsigned rival = cell.writer;
  const char* what_rival_does = "writes";
  for (unsigned t = 0; writes && t < threads_.thread_count(); ++t) {
    if (!mine.lacks(t, cell.read_at[t])) continue;
    race = true;
    rival = t;
    what_rival_does = "reads";
  }
  if (race) {
    threads_.refute(violation_kind::data_race,
                    fmt::format("thread {} {} what thread {} {}, and nothing orders the two", threads_.current(),
                                writes ? "overwrites" : "reads", rival, what_rival_does));
  }
}

void plain_port::take_note(plain_location& cell, bool writes) {
  const unsigned self = threads_.current();
  const std::int16_t now = ++memory_.known(self).times[self];
  if (writes) {
    cell.initialised = true;
    cell.writer = static_cast<std::uint8_t>(self);
    cell.written_at = now;
    cell.read_at = {};
  } else {
    cell.read_at[self] = now;
  }
}

// A place for a new block: fresh memory or a freed block of the same size. Which of them is a choice, so it is made at
// a scheduling point, where another thread may free a block first.
void* plain_port::place_for(std::size_t bytes, std::size_t alignment) {
  model_heap& heap = memory_.heap();
  if (!threads_.reuses_left()) return heap.allocate(bytes, alignment);
  threads_.before_access(true);
  const unsigned freed = heap.freed_alike(bytes, alignment);
  const unsigned chosen = freed == 0 ? 0 : threads_.pick(1 + freed, which_block + threads_.current());
  if (chosen == 0) return heap.allocate(bytes, alignment);
  threads_.take_reuse();
  return heap.allocate_again(bytes, alignment, chosen - 1);
}

void* plain_port::allocate(std::size_t bytes, std::size_t alignment) {
  if (threads_.allocation_may_fail()) {
    threads_.before_access(true);
    if (threads_.pick(2, whether_there_is_memory + threads_.current()) == 1) {
      threads_.take_failed_allocation();
      threads_.observe(whether_there_is_memory);
      throw std::bad_alloc();
    }
  }
  void* const place = place_for(bytes, alignment);
  if (place == nullptr) {
    threads_.refute(violation_kind::cannot_explore,
                    fmt::format("more than {} KB allocated in one execution: the scenario allocates without limit, or "
                                "its capacity is too large",
                                model_heap::heap_bytes / 1024));
  }
  if (!threads_.alone()) threads_.observe(memory_.heap().offset(place));
  return place;
}

void plain_port::deallocate(void* place) {
  threads_.before_access(true);
  model_heap& heap = memory_.heap();
  const model_heap::block* const doomed = heap.contains(place) ? heap.live_block(place) : nullptr;
  if (doomed == nullptr) {
    threads_.refute(violation_kind::bad_access, "memory is freed that is not allocated (twice, or never)");
  }
  if (heap.is_written_beyond(*doomed)) {
    threads_.refute(violation_kind::bad_access,
                    fmt::format("{} bytes were allocated, and something was written behind them", doomed->bytes));
  }
  if (!threads_.alone()) check_nobody_uses(place, doomed->bytes, "memory is freed");
  memory_.forget_locations_in(place, doomed->bytes);
  heap.deallocate(place);
}

void plain_port::begins(const void* at, std::size_t bytes) {
  memory_.forget_locations_in(at, bytes);
  memory_.heap().set_marks(at, bytes, model_heap::unused);
}

// A structure in a frame ends with its frame; its place then counts as freed memory.
void plain_port::ends(const void* at, std::size_t bytes) {
  threads_.before_access(false);
  if (!threads_.alone()) check_nobody_uses(at, bytes, "a frame is left");
  memory_.forget_locations_in(at, bytes);
  memory_.heap().set_marks(at, bytes, model_heap::freed);
}

// A thread that reads or writes a block must do so before the block is freed. This is checked by the clocks, because
// plain accesses are no scheduling points and no other execution need show the fault.
void plain_port::check_nobody_uses(const void* place, std::size_t bytes, const char* what) {
  const knowledge mine(threads_.current(), memory_.known(threads_.current()));
  for (const plain_location& cell : memory_.plains()) {
    if (cell.address == nullptr || memory_.heap().offset(cell.address) - memory_.heap().offset(place) >= bytes) {
      continue;
    }
    bool used = mine.lacks(cell.writer, cell.written_at);
    for (unsigned t = 0; t < threads_.thread_count(); ++t) used = used || mine.lacks(t, cell.read_at[t]);
    if (used) {
      threads_.refute(violation_kind::bad_access, fmt::format("{} while another thread may still be using it", what));
    }
  }
}

}  // namespace schedlab::verify
