// Plain shared storage for one item, without atomicity: threads that touch it must be ordered by an acquire and a
// release elsewhere. The memory policy is told of every access, which is how the checker finds data races. Bare.
//
// A cell starts empty. `put` constructs an item in it, `take` moves the item out and ends its life. Dropping a cell
// does not destroy what is inside: the structure that owns it knows which cells are full.
//
// Items must not throw when they are moved, neither into a cell nor from there into a variable of the caller: a thread
// that has claimed a slot passes it on only afterwards, and no other thread could do that for it.
#pragma once

#include "bare.hpp"
#include "site.hpp"

namespace schedlab {

template <class T, class Memory>
class plain_cell {
  static_assert(__is_nothrow_constructible(T, T&&), "the item's move constructor and destructor must be noexcept");
  static_assert(__is_nothrow_assignable(T&, T&&), "the item's move assignment must be noexcept");

 public:
  plain_cell() noexcept = default;
  plain_cell(const plain_cell&) = delete;
  plain_cell& operator=(const plain_cell&) = delete;

  void put(T&& item, site where = site::here()) {
    Memory::writes(bytes_, sizeof(T), where);
    ::new (static_cast<void*>(bytes_)) T(static_cast<T&&>(item));
  }

  T take(site where = site::here()) {
    // Taking a trivial item only reads; any other move leaves the source changed.
    if constexpr (__is_trivially_copyable(T)) {
      Memory::reads(bytes_, sizeof(T), where);
      return *content();
    } else {
      Memory::writes(bytes_, sizeof(T), where);
      T item(static_cast<T&&>(*content()));
      content()->~T();
      return item;
    }
  }

 private:
  T* content() { return __builtin_launder(reinterpret_cast<T*>(bytes_)); }

  alignas(T) unsigned char bytes_[sizeof(T)];
};

}  // namespace schedlab
