// Bytes of the memory policy for an object that is being made. They are given back if its construction throws;
// otherwise the maker keeps them. Bare.
#pragma once

#include "bare.hpp"

namespace schedlab {

template <class Memory>
class storage {
 public:
  storage(size_t bytes, size_t alignment)
      : place_(Memory::allocate(bytes, alignment)), bytes_(bytes), alignment_(alignment) {}
  storage(const storage&) = delete;
  storage& operator=(const storage&) = delete;
  ~storage() {
    if (place_ != nullptr) Memory::deallocate(place_, bytes_, alignment_);
  }

  void* place() const { return place_; }
  void keep() { place_ = nullptr; }

 private:
  void* place_;
  const size_t bytes_;
  const size_t alignment_;
};

}  // namespace schedlab
