// Compares the traits of a library with what the library does. A promise must not be seen broken. For each weakness
// that the traits admit it is printed whether it was seen: that tells tested statements from cautious ones.
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

 public:
  explicit declared_semantics(std::chrono::milliseconds each) : each_(each) {}

  violation run() {
    look_for_hidden_items();
    if constexpr (many_push && many_pop) look_for_wrong_answers();
    if constexpr (traits.bounded) look_at_capacity();
    if constexpr (!is_deque<Queue>) look_at_order();
    print_admitted();
    return broken_.empty() ? violation{} : violation(broken_);
  }

 private:
  struct weakness {
    const char* promise;
    bool admitted;
    std::uint64_t times = 0;
  };

  void look_for_hidden_items() {
    see(hides_, "from the only consumer", hidden_from_the_only_consumer<Queue, Item>(1, each_));
    if constexpr (many_push) {
      see(hides_, "behind other pushes", hidden_from_the_only_consumer<Queue, Item>(3, each_));
    }
    if constexpr (many_push && many_pop) {
      see(hides_, "from who pushed it", hidden_from_its_own_producer<Queue, Item>(each_));
      see(hides_, "by other pops", hidden_by_other_pops<Queue, Item>(each_));
    }
  }

  void look_for_wrong_answers() {
    constexpr auto without_end = ~std::uint64_t{0};
    const wrong_answers few = circulate<Queue, Item>(4, /*items=*/4, /*capacity=*/8, without_end, each_);
    const wrong_answers many = circulate<Queue, Item>(4, /*items=*/8, /*capacity=*/8, without_end, each_);
    see(empty_, "4 threads, 4 and 8 items", few.empty + many.empty);
    see(full_, "4 threads, 4 and 8 items", few.full + many.full);
    if constexpr (traits.bounded) see(full_, "then empty, with nothing taken out", full_and_empty<Queue, Item>(each_));
  }

  void look_at_capacity() {
    see(full_, "to the only producer",
        wrongly_full_for_the_only_producer<Queue, Item>(/*consumers=*/many_pop ? 2 : 1, each_));
    if constexpr (many_push) {
      const fillings filled = fill_together<Queue, Item>(each_);
      see(too_many_, "3 threads", filled.too_many);
      see(full_, "before its capacity is used", filled.too_few);
    }
  }

  void look_at_order() {
    if constexpr (many_push) {
      const std::uint64_t overtakers = overtakers_of_one<Queue, Item>(each_);
      see(overtakes_, "at most, by producers in turn", overtakers > traits.relaxation ? overtakers : 0);
    }
    if constexpr (traits.relaxation > 0) {
      const crowd who{.producers = 1, .consumers = many_pop ? 4u : 1u, .items = 100'000 / slowdown, .capacity = 64};
      const violation found = exactly_once<claiming_strict_order<Queue>, Item>(who);
      see(disorder_, "", found ? 1 : 0);
    }
  }

  void see(weakness& of, const char* how, std::uint64_t times) {
    of.times += times;
    if (times == 0 || of.admitted) return;
    broken_ += text(broken_.empty() ? "" : "; ", of.promise, " (", how, "): ", times);
  }

  void print_admitted() const {
    std::string line;
    for (const weakness* one : {&hides_, &empty_, &full_, &overtakes_, &disorder_}) {
      if (!one->admitted) continue;
      line += text(line.empty() ? "" : "; ", one->promise, one->times == 0 ? ": not seen" : ": seen");
    }
    if (!line.empty()) std::printf("  %s admits: %s\n", traits.name, line.c_str());
  }

  const std::chrono::milliseconds each_;
  weakness hides_{"hides a finished push", traits.hides_finished_pushes};
  weakness empty_{"says empty and was not", traits.may_report_empty_spuriously};
  weakness full_{"says full and was not", traits.strength == try_strength::weak&& traits.bounded};
  weakness too_many_{"takes more than its capacity", false};
  weakness overtakes_{"lets items overtake", traits.order == item_order::producer_fifo};
  weakness disorder_{"keeps no strict order", traits.relaxation > 0};
  std::string broken_;
};

}  // namespace schedlab::contract
