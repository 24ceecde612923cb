// An item that owns memory, as a task owns what it has captured: a block of the explored memory that holds the item's
// number. A design that forgets an item leaks, one that takes an item twice finds it empty, and a read that nothing
// orders is a race.
#pragma once

#include <cstdint>
#include <new>
#include <utility>

#include "harness/verify/machine/checked_memory.hpp"

namespace schedlab::verify {

class owned_item {
 public:
  owned_item() = default;
  // The item's memory is always fresh: only the structure's own blocks may be handed out again.
  explicit owned_item(std::uint64_t number)
      : content_(static_cast<std::uint64_t*>(machine::here().heap().allocate(sizeof number, alignof(std::uint64_t)))) {
    if (content_ == nullptr) machine::here().refute(violation_kind::cannot_explore, "too many items for the memory");
    checked_memory::writes(content_, sizeof *content_, {"", 0, "the pusher"});
    *content_ = number;
  }
  owned_item(owned_item&& other) noexcept : content_(std::exchange(other.content_, nullptr)) {}
  owned_item& operator=(owned_item&& other) noexcept {
    drop();
    content_ = std::exchange(other.content_, nullptr);
    return *this;
  }
  ~owned_item() { drop(); }

  bool is_empty() const { return content_ == nullptr; }

  std::uint64_t number() const {
    if (is_empty()) machine::here().refute(violation_kind::assertion, "an item came out whose content was moved away");
    checked_memory::reads(content_, sizeof *content_, {"", 0, "the popper"});
    return *content_;
  }

 private:
  void drop() {
    if (!is_empty()) checked_memory::deallocate(content_, sizeof *content_, alignof(std::uint64_t));
  }

  std::uint64_t* content_ = nullptr;
};

}  // namespace schedlab::verify
