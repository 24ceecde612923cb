// Contract scenarios for deques: an owner against thieves. Every item arrives exactly once; what the owner pops is
// always the youngest that it pushed, and each thief sees items only in the order of their pushes.
#pragma once

#include "queues/tests/contract_concurrent.hpp"

namespace schedlab::contract {

struct robbery {
  unsigned thieves = 1;
  std::vector<unsigned> bursts;  // how many the owner pushes at once, one after the other and again
  std::uint64_t items = 1'000'000 / slowdown;
  std::size_t capacity = 1024;
  std::chrono::milliseconds time_box{1000};
  bool boxed = thieves + 1 > std::thread::hardware_concurrency();

  std::string name() const { return text(thieves, " thieves, bursts from ", bursts.front(), ", capacity ", capacity); }
};

template <class Deque, class Item>
class robbed_deque {
 public:
  explicit robbed_deque(const robbery& what) : robbery_(what), deque_(what.capacity), record_(1, what.thieves + 1) {}

  violation run() {
    began_ = test_clock::now();
    run_team(robbery_.thieves + 1, [this](unsigned member) {
      if (member == 0) {
        own();
      } else {
        steal(record_.received[member]);
      }
    });
    if (owner_error_) return text(robbery_.name(), ": ", *owner_error_);
    if (record_.total() < robbery_.items) {
      std::printf("  %s %s: %llu of %llu items within the time box\n", Deque::traits.name, robbery_.name().c_str(),
                  static_cast<unsigned long long>(record_.total()), static_cast<unsigned long long>(robbery_.items));
    }
    // The owner's pops go backwards by nature; own() has checked them, so they count as a thief's only once sorted.
    std::sort(record_.received[0].begin(), record_.received[0].end());
    if (const violation found = judged(record_, /*in_order=*/true)) return text(robbery_.name(), ": ", *found);
    return {};
  }

 private:
  // `inside_` is what the owner pushed and has not popped. A pop gives the youngest of it, or finds that thieves have
  // taken all: they take the oldest first, so if the youngest is gone everything is.
  void own() {
    auto&& handle = attach(deque_, owner_role{});
    for (std::size_t turn = 0; next_ < robbery_.items && !time_is_up() && !owner_error_; ++turn) {
      const unsigned burst = robbery_.bursts[turn % robbery_.bursts.size()];
      for (unsigned i = 0; i < burst && next_ < robbery_.items && push(handle); ++i) {
      }
      // It mostly pops down to the last item, for which the owner races the thieves.
      const std::uint64_t pops = turn % 4 == 3 ? burst / 2 : robbery_.items;
      for (std::uint64_t i = 0; i < pops && pop(handle); ++i) {
      }
    }
    while (pop(handle)) {
    }
    record_.pushed[0] = next_;
    owner_works_.store(false);
  }

  template <class Handle>
  bool push(Handle& handle) {
    if (handle.try_push(make_item<Item>(next_)) != push_status::ok) {
      if (!Deque::traits.bounded) owner_error_ = text("item ", next_, " was refused");
      return false;
    }
    inside_.push_back(next_++);
    return true;
  }

  template <class Handle>
  bool pop(Handle& handle) {
    Item item{};
    if (handle.try_pop(item) != pop_status::ok) {
      inside_.clear();
      return false;
    }
    record_.received[0].push_back(id_of(item));
    if (inside_.empty() || inside_.back() != id_of(item)) {
      owner_error_ = text("the owner got item ", id_of(item), " instead of ",
                          inside_.empty() ? std::string("nothing") : text("its youngest, ", inside_.back()));
      return false;
    }
    inside_.pop_back();
    return true;
  }

  void steal(std::vector<std::uint64_t>& received) {
    auto&& handle = attach(deque_, thief_role{});
    received.reserve(robbery_.items);
    Item item{};
    for (patience waits; waits.failures() < 64 || owner_works_.load();) {
      if (handle.steal(item) == steal_status::ok) {
        received.push_back(id_of(item));
        waits.succeeded();
      } else {
        waits.failed();
      }
    }
  }

  bool time_is_up() const { return robbery_.boxed && test_clock::now() - began_ > robbery_.time_box; }

  const robbery robbery_;
  Deque deque_;
  deliveries record_;
  std::atomic<bool> owner_works_{true};
  test_clock::time_point began_;
  // Only the owner uses these.
  std::uint64_t next_ = 0;
  std::vector<std::uint64_t> inside_;
  violation owner_error_;
};

template <class Deque, class Item>
violation owner_against_thieves(robbery what) {
  what.capacity = capacity_from<Deque>(what.capacity);
  return robbed_deque<Deque, Item>(what).run();
}

}  // namespace schedlab::contract
