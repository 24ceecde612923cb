// The vocabulary of shared atomics. A structure says *where* (an address), *what* (a verb) and *how ordered*; the
// memory policy supplies the verb. With native memory that is the instruction of a hand-written std::atomic; with the
// checker it is a step that can be interleaved. No access has a default order. Bare: compiles without a library.
//
//   atomic<T, Memory>     an object of exactly sizeof(T); its default constructor leaves it uninitialised, as memory is
//   atomic_at<T, Memory>  the same verbs over raw bytes: shared memory, a WebAssembly module, a mapped file
//
// T is an integer or a pointer of at most 8 bytes. Write one atomic access per source line: an access is then named by
// file:line, and a weaker order can be tried there without rebuilding.
#pragma once

#include "bare.hpp"
#include "order.hpp"
#include "site.hpp"

namespace schedlab {

// The verbs, written once; Self knows the address.
template <class Self, class T, class Memory>
class atomic_verbs {
  static_assert(sizeof(T) <= 8, "an atomic is at most 8 bytes");
  static_assert(__is_trivially_copyable(T), "an atomic is an integer or a pointer");

 public:
  T load(order how, site where = site::here()) const { return Memory::load(address(), how, where); }

  void store(T value, order how, site where = site::here()) { Memory::store(address(), value, how, where); }

  T exchange(T value, order how, site where = site::here()) { return Memory::exchange(address(), value, how, where); }

  // On failure `expected` holds the value that was found, read with order `failure`.
  bool compare_exchange_strong(T& expected, T desired, order success, order failure, site where = site::here()) {
    return Memory::compare_exchange(address(), expected, desired, success, failure, /*weak=*/false, where);
  }

  bool compare_exchange_weak(T& expected, T desired, order success, order failure, site where = site::here()) {
    return Memory::compare_exchange(address(), expected, desired, success, failure, /*weak=*/true, where);
  }

  T fetch_add(T amount, order how, site where = site::here()) {
    return Memory::fetch_add(address(), amount, how, where);
  }

 private:
  T* address() const { return static_cast<const Self*>(this)->address(); }
};

template <class T, class Memory>
class alignas(sizeof(T)) atomic : public atomic_verbs<atomic<T, Memory>, T, Memory> {
 public:
  atomic() noexcept = default;
  // A relaxed store: the thread that shares the object publishes it with an order of its own.
  explicit atomic(T initial, site where = site::here()) { this->store(initial, order::relaxed, where); }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T* address() const { return &value_; }

 private:
  mutable T value_;
};

template <class T, class Memory>
class atomic_at : public atomic_verbs<atomic_at<T, Memory>, T, Memory> {
 public:
  explicit atomic_at(void* bytes) : bytes_(static_cast<T*>(bytes)) {}

  T* address() const { return bytes_; }

 private:
  T* bytes_;
};

}  // namespace schedlab
