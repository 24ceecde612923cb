// The memory in which an explored program lives: one region for its objects, for what it allocates, and for its
// threads' stacks. Every execution lays it out anew in the same way, so the same choices lead to the same addresses. A
// shadow value per four bytes says what is there: nothing, freed memory, or which location of the program.
//
// A freed block may be handed out again, as by every real allocator: a thread that still holds the old address then
// finds something else there (ABA). Or it stays freed, so that every use of it is caught. The caller chooses between
// the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "harness/lockstep/most_threads.hpp"

namespace schedlab::verify {

class model_heap {
 public:
  static constexpr std::size_t heap_bytes = std::size_t{1} << 18;
  static constexpr std::size_t stack_bytes = std::size_t{1} << 17;

  enum mark : std::uint16_t { unallocated, freed, unused, first_location };

  struct block {
    std::size_t offset;
    std::size_t bytes;
    bool live;
    bool counts = true;  // whether its content is a part of states
  };

  model_heap();

  // Prepares for the next execution. This costs as much as the last execution used.
  void reset();

  // A new block in memory that was never used in this execution; null if the region is full. Blocks do not touch.
  void* allocate(std::size_t bytes, std::size_t alignment);
  // The number of freed blocks that could serve instead, and one of them, by its number from 0.
  unsigned freed_alike(std::size_t bytes, std::size_t alignment) const;
  void* allocate_again(std::size_t bytes, std::size_t alignment, unsigned which);
  // False if there is no such live block.
  bool deallocate(void* place);

  // Leaves the content of this block out of states: it is only a statistic.
  void leave_out_of_states(const void* place);

  // The live block that begins there; null if there is none.
  const block* live_block(const void* place) const;
  // Whether a byte behind the block was written; the bytes between blocks belong to no object.
  bool is_written_beyond(const block& one) const;

  bool contains(const void* place) const {
    return static_cast<std::size_t>(static_cast<const std::byte*>(place) - region_.get()) < region_bytes;
  }
  std::size_t offset(const void* place) const {
    return static_cast<std::size_t>(static_cast<const std::byte*>(place) - region_.get());
  }
  // The mark of the four bytes there.
  std::uint16_t mark_at(const void* place) const { return shadow_[offset(place) / granule]; }
  void set_marks(const void* place, std::size_t bytes, std::uint16_t value);

  void* stack(unsigned thread) { return region_.get() + heap_bytes + thread * stack_bytes; }

  const std::vector<block>& blocks() const { return blocks_; }

  // A hash of all plain bytes in it, from the second block on: an atomic's value is kept elsewhere, a structure's plain
  // members are here.
  std::uint64_t hash_of_contents() const;

 private:
  static constexpr std::size_t granule = 4;
  static constexpr std::size_t region_bytes = heap_bytes + most_threads * stack_bytes;
  static constexpr std::size_t gap = 16;

  struct release {
    void operator()(std::byte* region) const { ::operator delete (region, std::align_val_t{4096}); }
  };

  bool could_serve(const block& candidate, std::size_t bytes, std::size_t alignment) const {
    return !candidate.live && candidate.bytes == bytes && candidate.offset % alignment == 0;
  }
  void* make_unused(const block& taken);

  std::unique_ptr<std::byte, release> region_;
  std::vector<std::uint16_t> shadow_;
  std::vector<block> blocks_;
  std::vector<std::size_t> marked_on_stacks_;
  std::size_t used_ = 0;
};

}  // namespace schedlab::verify
