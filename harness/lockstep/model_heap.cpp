#include "harness/lockstep/model_heap.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "harness/base/hashing.hpp"

namespace schedlab::verify {

model_heap::model_heap()
    : region_(static_cast<std::byte*>(::operator new (region_bytes, std::align_val_t{4096}))),
      shadow_(region_bytes / granule, unallocated) {
  std::fill(shadow_.begin() + heap_bytes / granule, shadow_.end(), unused);
}

void model_heap::reset() {
  std::fill_n(shadow_.begin(), used_ / granule, unallocated);
  for (const std::size_t i : marked_on_stacks_) shadow_[i] = unused;
  marked_on_stacks_.clear();
  blocks_.clear();
  used_ = 0;
}

void* model_heap::allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t align = std::max(alignment, granule);
  const std::size_t begin = (used_ + align - 1) / align * align;
  const std::size_t whole = (std::max<std::size_t>(bytes, 1) + granule - 1) / granule * granule;
  if (begin + whole + gap > heap_bytes) return nullptr;
  used_ = begin + whole + gap;
  blocks_.push_back({begin, bytes, true, true});
  return make_unused(blocks_.back());
}

unsigned model_heap::freed_alike(std::size_t bytes, std::size_t alignment) const {
  return static_cast<unsigned>(std::count_if(blocks_.begin(), blocks_.end(), [&](const block& candidate) {
    return could_serve(candidate, bytes, alignment);
  }));
}

void* model_heap::allocate_again(std::size_t bytes, std::size_t alignment, unsigned which) {
  for (block& candidate : blocks_) {
    if (!could_serve(candidate, bytes, alignment) || which-- > 0) continue;
    candidate.live = true;
    return make_unused(candidate);
  }
  return nullptr;
}

void* model_heap::make_unused(const block& taken) {
  std::byte* const place = region_.get() + taken.offset;
  set_marks(place, taken.bytes, unused);
  std::memset(place, 0, taken.bytes + gap);
  return place;
}

const model_heap::block* model_heap::live_block(const void* place) const {
  for (const block& candidate : blocks_) {
    if (candidate.live && candidate.offset == offset(place)) return &candidate;
  }
  return nullptr;
}

bool model_heap::is_written_beyond(const block& one) const {
  const std::byte* const end = region_.get() + one.offset + one.bytes;
  return std::any_of(end, end + gap, [](std::byte b) { return b != std::byte{}; });
}

bool model_heap::deallocate(void* place) {
  const block* const found = live_block(place);
  if (found == nullptr) return false;
  blocks_[static_cast<std::size_t>(found - blocks_.data())].live = false;
  set_marks(place, found->bytes, freed);
  return true;
}

void model_heap::leave_out_of_states(const void* place) {
  const block* const found = live_block(place);
  if (found != nullptr) blocks_[static_cast<std::size_t>(found - blocks_.data())].counts = false;
}

std::uint64_t model_heap::hash_of_contents() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < blocks_.size(); ++i) {
    if (!blocks_[i].live || !blocks_[i].counts) continue;
    const std::byte* const bytes = region_.get() + blocks_[i].offset;
    for (std::size_t done = 0; done < blocks_[i].bytes; done += 8) {
      std::uint64_t part = 0;
      std::memcpy(&part, bytes + done, 8);  // the bytes between blocks are never written
      if (part != 0) sum = mix(sum + done, part);
    }
    sum = mix(sum, i);
  }
  return sum;
}

void model_heap::set_marks(const void* place, std::size_t bytes, std::uint16_t value) {
  const std::size_t first = offset(place) / granule;
  const std::size_t last = (offset(place) + std::max<std::size_t>(bytes, 1) - 1) / granule;
  for (std::size_t i = first; i <= last; ++i) {
    shadow_[i] = value;
    if (i >= heap_bytes / granule) marked_on_stacks_.push_back(i);
  }
}

}  // namespace schedlab::verify
