// What the tests of the WPOL queue share: a region of raw bytes, and the list of the queue's forms.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <tuple>

#include "queues/as_written/wpol_queue_as_written.hpp"
#include "queues/tests/catch.hpp"
#include "queues/wpol/wpol_queue.hpp"

namespace schedlab {

// Zeroed bytes that begin at a multiple of 64.
class region_bytes {
 public:
  explicit region_bytes(std::size_t size) : size_(size), bytes_(static_cast<unsigned char*>(allocate(size))) {
    std::memset(bytes_.get(), 0, size);
  }
  void* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

  template <class Number>
  Number at(std::size_t offset) const {
    Number number;
    std::memcpy(&number, bytes_.get() + offset, sizeof number);
    return number;
  }
  template <class Number>
  void set(std::size_t offset, Number number) {
    std::memcpy(bytes_.get() + offset, &number, sizeof number);
  }

 private:
  static void* allocate(std::size_t size) { return ::operator new (size, std::align_val_t{64}); }
  struct release {
    void operator()(unsigned char* bytes) const { ::operator delete (bytes, std::align_val_t{64}); }
  };

  std::size_t size_;
  std::unique_ptr<unsigned char, release> bytes_;
};

template <class Wpol>
region_bytes region_for(std::uint32_t capacity) {
  return region_bytes(Wpol::region_type::required_bytes(capacity));
}

// Initialises the region and attaches to it.
template <class Wpol>
Wpol queue_in(region_bytes& region, std::uint32_t capacity) {
  Wpol queue;
  REQUIRE(Wpol::initialise(region.data(), region.size(), capacity) == wpol_error::none);
  REQUIRE(Wpol::attach(region.data(), region.size(), capacity, queue) == wpol_error::none);
  return queue;
}

// The forms have different signatures where a priority travels with the entry.
template <class Wpol>
wpol_error pop_slot(Wpol& queue, std::uint32_t& slot) {
  if constexpr (requires { queue.pop(slot); }) {
    return queue.pop(slot);
  } else {
    std::uint32_t priority = 0;
    return queue.pop(slot, priority);
  }
}

using repaired_wpol_forms = std::tuple<wpol_queue<>, wpol_queue_padded<>, wpol_queue_backoff<>>;
using wpol_forms = std::tuple<wpol_queue_as_written<>, wpol_queue<>, wpol_queue_padded<>, wpol_queue_backoff<>>;

}  // namespace schedlab
