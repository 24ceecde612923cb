// Blocks of a few sizes for what a task needs beside itself: a callable too large to lie inside, or the node that a
// queue carries. They are kept in lists per thread, so that making and ending a task does not ask the general
// allocator. A thread that ends more tasks than it makes hands whole chains of blocks to a shared list; a thread that
// has none left finds them there.
//
// Who may call what: any thread, anything. Larger blocks come from operator new.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "../queues/memory/atomic.hpp"
#include "../queues/memory/native_memory.hpp"

namespace schedlab {

class pooled_blocks {
 public:
  static constexpr std::size_t smallest = 64;
  static constexpr std::size_t largest = 1024;
  static constexpr std::size_t chain_length = 64;
  static constexpr std::size_t most_chains = 1024;  // in the shared list, per size

  static void* take(std::size_t bytes, std::size_t alignment) {
    if (!is_pooled(bytes, alignment)) return ::operator new (bytes, std::align_val_t{alignment});
    return mine().take(size_class(bytes));
  }
  static void give_back(void* block, std::size_t bytes, std::size_t alignment) noexcept {
    if (!is_pooled(bytes, alignment)) return ::operator delete (block, std::align_val_t{alignment});
    mine().give_back(block, size_class(bytes));
  }

  // The bytes of all blocks together, of those in use and of those that are kept.
  static std::size_t bytes_held() { return held().load(order::relaxed); }  // relaxed: a statistic

 private:
  static constexpr std::size_t classes = std::bit_width(largest) - std::bit_width(smallest) + 1;
  static constexpr std::align_val_t alignment_of_blocks{64};

  struct free_block {
    free_block* next;
  };
  struct chain {
    free_block* first = nullptr;
    std::size_t length = 0;

    void push(void* block) noexcept {
      first = ::new (block) free_block{first};
      ++length;
    }
    void* pop() noexcept {
      free_block* const block = first;
      first = block->next;
      --length;
      return block;
    }
    void free_all(std::size_t size_class) noexcept {
      held().fetch_add(0 - length * (smallest << size_class), order::relaxed);  // relaxed: a statistic
      while (length > 0) ::operator delete(pop(), alignment_of_blocks);
    }
  };

  static void* make(std::size_t size_class) {
    void* const block = ::operator new(smallest << size_class, alignment_of_blocks);
    held().fetch_add(smallest << size_class, order::relaxed);  // relaxed: a statistic
    return block;
  }
  static atomic<std::size_t, native_memory>& held() {
    static atomic<std::size_t, native_memory> bytes{0};
    return bytes;
  }

  // The chains that all threads share. They are never destroyed: threads may end after main does.
  class shared_chains {
   public:
    void put(chain given, std::size_t size_class) noexcept {
      if (!keeps(given, size_class)) given.free_all(size_class);
    }
    chain get(std::size_t size_class) {
      const std::lock_guard held(mutex_);
      auto& chains = chains_[size_class];
      if (chains.empty()) return {};
      const chain found = chains.back();
      chains.pop_back();
      return found;
    }

   private:
    // The limit keeps a burst from making a process large for good.
    bool keeps(chain given, std::size_t size_class) noexcept {
      const std::lock_guard held(mutex_);
      auto& chains = chains_[size_class];
      if (chains.size() == most_chains) return false;
      try {
        chains.push_back(given);
        return true;
      } catch (...) {
        return false;  // no memory to remember the chain
      }
    }

    std::mutex mutex_;
    std::array<std::vector<chain>, classes> chains_;
  };
  static shared_chains& shared() {
    alignas(shared_chains) static std::byte place[sizeof(shared_chains)];
    static auto* const all = ::new (place) shared_chains;
    return *all;
  }

  // One thread's blocks of one size: a chain in use and a full one, so that a thread which takes and gives by turns
  // never asks the shared list.
  struct home {
    chain used;
    chain full;
  };

  class of_thread {
   public:
    of_thread() = default;
    of_thread(const of_thread&) = delete;
    of_thread& operator=(const of_thread&) = delete;
    ~of_thread() {
      for (std::size_t k = 0; k < classes; ++k) {
        for (const chain& rest : {homes_[k].used, homes_[k].full}) {
          if (rest.length > 0) shared().put(rest, k);
        }
      }
    }

    void* take(std::size_t size_class) {
      home& from = homes_[size_class];
      if (from.used.length == 0) [[unlikely]] {
        from.used = from.full.length > 0 ? std::exchange(from.full, {}) : shared().get(size_class);
        if (from.used.length == 0) return make(size_class);
      }
      return from.used.pop();
    }
    void give_back(void* block, std::size_t size_class) noexcept {
      home& to = homes_[size_class];
      to.used.push(block);
      if (to.used.length < chain_length) return;
      if (to.full.length > 0) shared().put(to.full, size_class);
      to.full = std::exchange(to.used, {});
    }

   private:
    std::array<home, classes> homes_{};
  };
  static of_thread& mine() {
    thread_local of_thread blocks;
    return blocks;
  }

  static constexpr bool is_pooled(std::size_t bytes, std::size_t alignment) {
    return bytes <= largest && alignment <= static_cast<std::size_t>(alignment_of_blocks);
  }
  static constexpr std::size_t size_class(std::size_t bytes) {
    return bytes <= smallest ? 0 : static_cast<std::size_t>(std::bit_width(bytes - 1) - std::bit_width(smallest - 1));
  }
};

}  // namespace schedlab
