// A task: a callable without arguments and without a result, moved and never copied, run once. Callables of up to 48 bytes
// lie inside; larger ones go into a pooled block. A task has 56 bytes: with the word that a queue or a deque
// keeps beside each (a sequence number, a job's header) it fills one cache line.
//
// A task belongs to one thread at a time; a thread that hands it on must order the two (release and acquire).
#pragma once

#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "pooled_blocks.hpp"

namespace schedlab {

class task {
 public:
  static constexpr std::size_t inline_bytes = 48;

  static constexpr bool has_room(std::size_t bytes, std::size_t alignment) {
    return bytes <= inline_bytes && alignment <= alignof(void*);
  }
  template <class F>
  static constexpr bool fits_inline = has_room(sizeof(F), alignof(F)) && std::is_nothrow_move_constructible_v<F>;

  task() noexcept = default;

  // Takes the callable over. May throw what moving the callable throws, and std::bad_alloc if it is large.
  template <class F>
    requires(!std::same_as<std::decay_t<F>, task> && std::invocable<std::decay_t<F>&>)
  task(F&& callable) : kind_(&kind_of<std::decay_t<F>>) {  // NOLINT: a callable is a task
    using callable_type = std::decay_t<F>;
    if constexpr (fits_inline<callable_type>) {
      ::new (static_cast<void*>(storage_)) callable_type(std::forward<F>(callable));
    } else {
      void* const block = pooled_blocks::take(sizeof(callable_type), alignof(callable_type));
      try {
        keep(::new (block) callable_type(std::forward<F>(callable)));
      } catch (...) {
        pooled_blocks::give_back(block, sizeof(callable_type), alignof(callable_type));
        throw;
      }
    }
  }

  task(task&& other) noexcept : kind_(std::exchange(other.kind_, nullptr)) {
    if (kind_ != nullptr) kind_->move(other.storage_, storage_);
  }
  task& operator=(task&& other) noexcept {
    if (this != &other) {
      drop();
      kind_ = std::exchange(other.kind_, nullptr);
      if (kind_ != nullptr) kind_->move(other.storage_, storage_);
    }
    return *this;
  }
  ~task() { drop(); }

  explicit operator bool() const noexcept { return kind_ != nullptr; }

  // Runs the callable and destroys it; the task is empty then. An exception of the callable goes to the caller.
  void operator()() {
    const kind* const mine = std::exchange(kind_, nullptr);
    mine->run_and_destroy(storage_);
  }

 private:
  struct kind {
    void (*run_and_destroy)(std::byte* storage);
    void (*destroy)(std::byte* storage) noexcept;
    void (*move)(std::byte* from, std::byte* to) noexcept;
  };

  // Destroys the callable at the end, also when it throws.
  template <class F>
  struct ended {
    F& callable;
    ~ended() {
      if constexpr (fits_inline<F>) {
        callable.~F();
      } else {
        callable.~F();
        pooled_blocks::give_back(&callable, sizeof(F), alignof(F));
      }
    }
  };

  template <class F>
  static F& content(std::byte* storage) {
    if constexpr (fits_inline<F>) {
      return *std::launder(reinterpret_cast<F*>(storage));
    } else {
      return **std::launder(reinterpret_cast<F**>(storage));
    }
  }

  template <class F>
  static constexpr kind kind_of{
      .run_and_destroy =
          [](std::byte* storage) {
            const ended<F> then{content<F>(storage)};
            then.callable();
          },
      .destroy = [](std::byte* storage) noexcept { const ended<F> at_once{content<F>(storage)}; },
      .move =
          [](std::byte* from, std::byte* to) noexcept {
            if constexpr (fits_inline<F>) {
              F& moved = content<F>(from);
              ::new (static_cast<void*>(to)) F(std::move(moved));
              moved.~F();
            } else {
              ::new (static_cast<void*>(to)) F*(&content<F>(from));
            }
          },
  };

  template <class F>
  void keep(F* large) {
    ::new (static_cast<void*>(storage_)) F*(large);
  }

  void drop() noexcept {
    if (kind_ != nullptr) kind_->destroy(storage_);
    kind_ = nullptr;
  }

  const kind* kind_ = nullptr;
  alignas(void*) std::byte storage_[inline_bytes];
};

static_assert(sizeof(task) == 56);

}  // namespace schedlab
