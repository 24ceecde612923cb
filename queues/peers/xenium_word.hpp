// How a word travels through those queues of xenium that carry pointers only: number n as the pointer 2n + 1, which is
// never null, their word for nothing (nor 0x100, which an assertion of kirsch_kfifo_queue forbids). The queues keep marks
// in the upper bits of a pointer; each adapter says how many bits that leaves to an item.
#pragma once

#include <type_traits>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class xenium_word {
  static_assert(sizeof(Item) <= sizeof(uintptr_t), "an item is a number or a pointer");

 public:
  using pointer = unsigned char*;

  static pointer encode(Item item) {
    if constexpr (std::is_pointer_v<Item>) {
      return reinterpret_cast<pointer>(reinterpret_cast<uintptr_t>(item) << 1 | 1);
    } else {
      return reinterpret_cast<pointer>(static_cast<uintptr_t>(item) << 1 | 1);
    }
  }

  // `pop(word)` says whether it got a word; if not, the item is left alone.
  template <class Pop>
  static bool take(Pop pop, Item& item) {
    pointer word;
    if (!pop(word)) return false;
    item = decode(word);
    return true;
  }

 private:
  static Item decode(pointer word) {
    const uintptr_t number = reinterpret_cast<uintptr_t>(word) >> 1;
    if constexpr (std::is_pointer_v<Item>) {
      return reinterpret_cast<Item>(number);
    } else {
      return static_cast<Item>(number);
    }
  }
};

}  // namespace schedlab
