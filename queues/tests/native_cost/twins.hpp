// The Vyukov ring and the WPOL queue as one would write them by hand over std::atomic: the same algorithms with no memory
// policy, no vocabulary and no sites, to compare machine code with.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "queues/queue.hpp"
#include "queues/wpol/wpol_error.hpp"

// The order with which a twin hands its slot over; a dearer order shows that the comparison can fail.
#ifndef SCHEDLAB_TWIN_HAND_OVER
#define SCHEDLAB_TWIN_HAND_OVER std::memory_order_release
#endif

namespace schedlab::twin {

class backoff {
 public:
  void after_loss() {
    for (unsigned i = 0; i < pauses_; ++i) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#elif defined(__aarch64__)
      asm volatile("yield");
#endif
    }
    if (pauses_ != 64) pauses_ *= 2;
  }

 private:
  unsigned pauses_ = 8;
};

class vyukov_ring {
  struct slot {
    std::atomic<std::uint64_t> turn;
    std::uint64_t item;
  };

 public:
  vyukov_ring(slot* slots, std::uint64_t capacity) : slots_(slots), mask_(capacity - 1) {}

  push_status try_push(std::uint64_t&& item) {
    std::uint64_t position = tail_.load(std::memory_order_relaxed);
    backoff losses;
    for (;;) {
      slot& target = slots_[position & mask_];
      const std::uint64_t turn = target.turn.load(std::memory_order_acquire);
      const auto lead = static_cast<std::int64_t>(turn - 2 * position);
      if (lead == 0) {
        if (tail_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
          target.item = item;
          target.turn.store(2 * position + 1, SCHEDLAB_TWIN_HAND_OVER);
          return push_status::ok;
        }
        losses.after_loss();
      } else if (lead < 0) {
        return push_status::full;
      } else {
        position = tail_.load(std::memory_order_relaxed);
      }
    }
  }

  pop_status try_pop(std::uint64_t& item) {
    std::uint64_t position = head_.load(std::memory_order_relaxed);
    backoff losses;
    for (;;) {
      slot& source = slots_[position & mask_];
      const std::uint64_t turn = source.turn.load(std::memory_order_acquire);
      const auto lead = static_cast<std::int64_t>(turn - full_turn(position));
      if (lead == 0) {
        if (head_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
          item = source.item;
          source.turn.store(2 * (position + mask_ + 1), SCHEDLAB_TWIN_HAND_OVER);
          return pop_status::ok;
        }
        losses.after_loss();
      } else if (lead < 0) {
        return pop_status::empty;
      } else {
        position = head_.load(std::memory_order_relaxed);
      }
    }
  }

 private:
  // A function like ours: clang 19 subtracts the sum written in place with an instruction more.
  static std::uint64_t full_turn(std::uint64_t position) { return 2 * position + 1; }

  slot* const slots_;
  const std::uint64_t mask_;
  alignas(64) std::atomic<std::uint64_t> tail_{0};
  alignas(64) std::atomic<std::uint64_t> head_{0};
};

#if defined(__cpp_lib_atomic_ref)  // LLVM's library lacks it before version 19

// Over the specified layout.
class wpol_queue {
 public:
  wpol_queue(void* region, std::size_t size, std::uint32_t capacity)
      : size_(size), region_(region), bytes_(static_cast<unsigned char*>(region)), mask_(capacity - 1) {}

  std::size_t size() const { return size_; }
  void* region() const { return region_; }

  push_status try_push(std::uint32_t&& number) {
    check(number < ~std::uint32_t{0}, "twin", "item", number, "a number below 2^32 - 1");
    return push_answer(push(number));
  }
  pop_status try_pop(std::uint32_t& number) { return pop_answer(pop(number)); }

 private:
  using word = std::atomic_ref<std::uint64_t>;

  static constexpr std::uint32_t retry_limit = 1024;

  static push_status push_answer(wpol_error error) {
    if (error == wpol_error::none) return push_status::ok;
    return error == wpol_error::contended ? push_status::contended : push_status::full;
  }
  static pop_status pop_answer(wpol_error error) {
    if (error == wpol_error::none) return pop_status::ok;
    return error == wpol_error::contended ? pop_status::contended : pop_status::empty;
  }

  std::uint32_t lap_of(std::uint64_t position) const {
    return static_cast<std::uint32_t>(position >> static_cast<unsigned>(__builtin_ctz(mask_ + 1)));
  }
  static word at(unsigned char* place) { return word(*reinterpret_cast<std::uint64_t*>(place)); }
  word head() const { return at(bytes_ + 8); }
  word tail() const { return at(bytes_ + 16); }
  word entry_at(std::uint64_t position) const { return at(bytes_ + 64 + (position & mask_) * 8); }

  wpol_error push(std::uint32_t number) {
    if (number == ~std::uint32_t{0}) return wpol_error::number_out_of_range;
    search from(tail());
    const wpol_error error = fill_next(from, number);
    from.leave_hint();
    return error;
  }

  wpol_error pop(std::uint32_t& number) {
    search from(head());
    const wpol_error error = empty_next(from, number);
    from.leave_hint();
    return error;
  }

  class search {
   public:
    explicit search(word hint) : hint_(hint) {
      hinted_position_ = hint_.load(std::memory_order_acquire);
      position_ = hinted_position_;
    }
    std::uint64_t position() const { return position_; }
    void pass(std::uint32_t laps, std::uint32_t capacity) { position_ += std::uint64_t{capacity} * (laps - 1) + 1; }
    void leave_hint() {
      if (position_ == hinted_position_ || hint_.load(std::memory_order_relaxed) != hinted_position_) return;
      hint_.store(position_, std::memory_order_release);
    }

   private:
    word hint_;
    std::uint64_t hinted_position_;
    std::uint64_t position_;
  };

  wpol_error fill_next(search& from, std::uint32_t number) {
    for (std::uint32_t losses = 0; losses < retry_limit;) {
      const std::uint32_t lap = lap_of(from.position());
      word entry = entry_at(from.position());
      std::uint64_t found = entry.load(std::memory_order_acquire);
      const std::uint32_t ahead = static_cast<std::uint32_t>(found >> 32) - lap;
      if (found == std::uint64_t{lap} << 32) {
        const std::uint64_t full = std::uint64_t{lap} << 32 | (number + 1);
        if (entry.compare_exchange_strong(found, full, std::memory_order_acq_rel, std::memory_order_relaxed)) {
          from.pass(1, mask_ + 1);
          return wpol_error::none;
        }
        ++losses;
      } else if (const std::uint32_t laps = ahead + (static_cast<std::uint32_t>(found) == 0 ? 0 : 1); laps > 0) {
        from.pass(laps, mask_ + 1);
      } else {
        return wpol_error::full;
      }
    }
    return wpol_error::contended;
  }

  wpol_error empty_next(search& from, std::uint32_t& number) {
    for (std::uint32_t losses = 0; losses < retry_limit;) {
      const std::uint32_t lap = lap_of(from.position());
      word entry = entry_at(from.position());
      std::uint64_t found = entry.load(std::memory_order_acquire);
      if (found == std::uint64_t{lap} << 32) return wpol_error::empty;
      if (static_cast<std::uint32_t>(found >> 32) == lap) {
        const std::uint64_t empty = std::uint64_t{lap + 1} << 32;
        if (entry.compare_exchange_strong(found, empty, std::memory_order_acq_rel, std::memory_order_relaxed)) {
          number = static_cast<std::uint32_t>(found) - 1;
          from.pass(1, mask_ + 1);
          return wpol_error::none;
        }
        ++losses;
      } else {
        from.pass(static_cast<std::uint32_t>(found >> 32) - lap, mask_ + 1);
      }
    }
    return wpol_error::contended;
  }

  const std::size_t size_;
  void* const region_;
  unsigned char* bytes_;
  std::uint32_t mask_;
};

#endif

}  // namespace schedlab::twin
