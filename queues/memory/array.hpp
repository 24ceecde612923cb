// A fixed number of default-constructed elements on storage of the memory policy, aligned to a cache line. The length
// never changes, so the pointer can be read by every thread without ordering. Bare.
#pragma once

#include "queues/memory/bare.hpp"

namespace schedlab {

template <class T, class Memory>
class array {
 public:
  explicit array(size_t size) : elements_(static_cast<T*>(Memory::allocate(size * sizeof(T), alignment))), size_(size) {
    for (size_t i = 0; i < size_; ++i) ::new (static_cast<void*>(elements_ + i)) T;
  }
  array(const array&) = delete;
  array& operator=(const array&) = delete;
  ~array() {
    for (size_t i = 0; i < size_; ++i) elements_[i].~T();
    Memory::deallocate(elements_, size_ * sizeof(T), alignment);
  }

  T& operator[](size_t index) const { return elements_[index]; }
  size_t size() const { return size_; }

 private:
  static constexpr size_t alignment = alignof(T) > cache_line ? alignof(T) : cache_line;

  T* const elements_;
  const size_t size_;
};

}  // namespace schedlab
