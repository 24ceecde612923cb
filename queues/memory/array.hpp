// A fixed number of default-constructed elements on storage of the memory policy, aligned to a cache line. An array that
// threads share is never swapped, so every thread may read where it lies without ordering. Bare.
#pragma once

#include "check.hpp"
#include "storage.hpp"

namespace schedlab {

template <class T, class Memory>
class array {
 public:
  explicit array(size_t size) {
    check(size <= ~size_t{0} / 2 / sizeof(T), "array", "size", size, "one whose elements memory could hold");
    storage<Memory> room(size * sizeof(T), alignment);
    beginning made{static_cast<T*>(room.place())};
    for (; made.size < size; ++made.size) ::new (static_cast<void*>(made.elements + made.size)) T;
    made.size = 0;
    room.keep();
    elements_ = made.elements;
    size_ = size;
  }
  array(const array&) = delete;
  array& operator=(const array&) = delete;
  ~array() {
    for (size_t i = 0; i < size_; ++i) elements_[i].~T();
    Memory::deallocate(elements_, size_ * sizeof(T), alignment);
  }

  void swap(array& other) {
    T* const elements = elements_;
    const size_t size = size_;
    elements_ = other.elements_;
    size_ = other.size_;
    other.elements_ = elements;
    other.size_ = size;
  }

  T& operator[](size_t index) const { return elements_[index]; }
  size_t size() const { return size_; }

 private:
  static constexpr size_t alignment = alignof(T) > cache_line ? alignof(T) : cache_line;

  // The elements made so far; they are destroyed again if the next one throws.
  struct beginning {
    ~beginning() {
      while (size > 0) elements[--size].~T();
    }

    T* const elements;
    size_t size = 0;
  };

  T* elements_;
  size_t size_;
};

}  // namespace schedlab
