// What the traits say of a library, held against that library. A promise must not be seen broken. Of a weakness that the
// traits admit it is printed whether it was seen: that tells words that were tested from words of caution.
#pragma once

#include "queues/tests/weakness_scenarios.hpp"

namespace schedlab::contract {

// The same design under the name of a stronger one: its order is kept.
template <class Queue>
class claiming_strict_order : public Queue {
  static constexpr queue_traits with_strict_order() {
    queue_traits claimed = Queue::traits;
    claimed.relaxation = 0;
    return claimed;
  }

 public:
  using Queue::Queue;
  static constexpr queue_traits traits = with_strict_order();
};

// A queue or a deque; `each` is how long one scenario may take.
template <class Queue, class Item>
class declared_semantics {
  static constexpr queue_traits traits = Queue::traits;
  static constexpr bool many_push = traits.producers == multiplicity::many;
  static constexpr bool many_pop = traits.consumers == multiplicity::many;
  static constexpr bool strong = traits.strength == try_strength::strong;

 public:
  explicit declared_semantics(std::chrono::milliseconds each) : each_(each) {}

  violation run() {
    look_for_hidden_items();
    if constexpr (many_push && many_pop) look_for_wrong_answers();
    if constexpr (traits.bounded) look_at_capacity();
    if constexpr (!is_deque<Queue>) look_at_order();
    if (!admitted_.empty()) std::printf("  %s: %s\n", traits.name, admitted_.c_str());
    return broken_.empty() ? violation{} : violation(broken_);
  }

 private:
  void look_for_hidden_items() {
    std::uint64_t hidden = hidden_from_the_only_consumer<Queue, Item>(1, each_);
    if constexpr (many_push) hidden += hidden_from_the_only_consumer<Queue, Item>(3, each_);
    if constexpr (many_push && many_pop) {
      hidden += hidden_after_rounds<Queue, Item>(/*others_push=*/false, each_);
      hidden += hidden_after_rounds<Queue, Item>(/*others_push=*/true, each_);
    }
    see("hides a finished push", !traits.hides_finished_pushes, hidden);
  }

  void look_for_wrong_answers() {
    const auto [empty, full] = circulate<Queue, Item>(4, 4, 8, ~std::uint64_t{0}, each_);
    see("says empty and never was", !traits.may_report_empty_spuriously, empty);
    see("says full and never was", strong || !traits.bounded, full);
    if constexpr (traits.bounded) {
      see("says full, then empty with nothing taken out", strong, full_and_empty<Queue, Item>(each_));
    }
  }

  void look_at_capacity() {
    see("says full to the only producer and is not", strong,
        wrongly_full_for_the_only_producer<Queue, Item>(many_pop ? 2 : 1, each_));
    if constexpr (many_push) {
      const fillings filled = fill_together<Queue, Item>(each_);
      see("takes more than its capacity", true, filled.too_many);
      see("is full before its capacity is used", strong, filled.too_few);
    }
  }

  void look_at_order() {
    if constexpr (many_push) {
      const std::uint64_t overtakers = overtakers_of_one<Queue, Item>(each_);
      const bool promised = traits.order == item_order::fifo;
      const bool broken = overtakers > traits.relaxation;
      see("lets more items overtake one than it says", promised, broken ? overtakers : 0);
    }
    if constexpr (traits.relaxation > 0) {
      const crowd who{.producers = 1, .consumers = many_pop ? 4u : 1u, .items = 100'000 / slowdown, .capacity = 64};
      const bool kept = !exactly_once<claiming_strict_order<Queue>, Item>(who);
      see("delivers the items of one producer out of order", false, kept ? 0 : 1);
    }
  }

  void see(const char* what, bool promised_not_to, std::uint64_t times) {
    std::string& list = promised_not_to ? broken_ : admitted_;
    if (promised_not_to && times == 0) return;
    if (!list.empty()) list += "; ";
    list += text(what, times == 0 ? std::string(": not seen") : text(": seen, ", times));
  }

  const std::chrono::milliseconds each_;
  std::string broken_;
  std::string admitted_;
};

}  // namespace schedlab::contract
