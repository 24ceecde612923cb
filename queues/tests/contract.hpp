// The contract suite: which scenarios a design is put through, by its traits. Only those that apply become test cases,
// each named "<design>: <scenario>" and tagged with the design's name; the long ones are also tagged [stress].
#pragma once

#include <cstring>

#include "queues/memory/counting_memory.hpp"
#include "queues/memory/native_memory.hpp"
#include "queues/tests/allocation_count.hpp"
#include "queues/tests/catch.hpp"
#include "queues/tests/contract_concurrent.hpp"
#include "queues/tests/contract_deque.hpp"
#include "queues/tests/contract_edges.hpp"
#include "queues/tests/contract_memory.hpp"
#include "queues/tests/contract_priority.hpp"
#include "queues/tests/contract_resources.hpp"
#include "queues/tests/contract_sequential.hpp"
#include "queues/tests/declared_semantics.hpp"
#include "queues/tests/defects.hpp"
#include "queues/tests/watchdog.hpp"

namespace schedlab::contract {

inline void expect(const violation& found) {
  INFO(found.value_or("as promised"));
  REQUIRE_FALSE(found.has_value());
}

// Subject::design<Item, Memory> is the line of the catalogue.
template <class Subject>
class suite {
  static constexpr queue_traits traits = Subject::template design<std::uint64_t, native_memory>::traits;
  static constexpr bool is_peer = traits.kind == design_kind::peer;
  // ThreadSanitizer does not understand the fences of some libraries, and their races would not be ours to mend.
  static constexpr bool beyond_sanitizer = thread_sanitizer && is_peer;
  static constexpr bool concurrent = traits.producers != multiplicity::same_thread && !beyond_sanitizer;
  static constexpr bool carries_anything = traits.item == item_kind::movable;
  static constexpr bool carries_copies = carries_anything || traits.item == item_kind::copied;

  template <class Item, class Memory>
  using design = typename Subject::template design<Item, Memory>;

  using item = std::conditional_t<traits.item == item_kind::index, std::uint32_t, std::uint64_t>;
  static constexpr bool takes_memory = !std::is_same_v<design<item, native_memory>, design<item, counting_memory>>;
  static constexpr bool takes_item =
      !std::is_same_v<design<std::uint64_t, native_memory>, design<void*, native_memory>>;

  template <class Memory>
  struct of_items {
    template <class Item>
    using queue = design<Item, Memory>;
  };

 public:
  explicit suite(const char* name) : name_(name) {}

  bool add_all() const {
    add("declares_itself", [] { declares_itself(); });
    if constexpr (!is_peer) {
      add_quick<item>("refuses_capacities", []<class Queue>() { return refuses_capacities<Queue, item>(); });
    }
    if constexpr (traits.kind == design_kind::yardstick) {
      add_quick<item>("answers_ok", []<class Queue>() { return answers_ok<Queue, item>(); });
    } else if constexpr (!traits.sound) {
      add_quick<item>("fails_as_predicted", []<class Queue>() { return fails_as_predicted<Queue, item>(); });
    } else {
      add_sequential();
      add_edges();
      add_items();
      add_resources();
      if constexpr (traits.by_priority()) add_priorities();
      if constexpr (concurrent) add_concurrent();
      if constexpr (concurrent && traits.kind == design_kind::peer) add_declared();
    }
    return true;
  }

 private:
  void add_sequential() const {
    add_quick<item>("starts_empty", []<class Queue>() { return starts_empty<Queue, item>(); });
    add_quick<item>("full_then_empty", []<class Queue>() { return full_then_empty<Queue, item>(); });
    add_quick<item>("wraps_around", []<class Queue>() { return wraps_around<Queue, item>(); });
    add_quick<item>("agrees_with_model", []<class Queue>() { return agrees_with_model<Queue, item>(); });
    if constexpr (requires(design<item, native_memory> queue, item * items) { queue.try_push_batch(items, 1); }) {
      add_quick<item>("carries_batches", []<class Queue>() { return carries_batches<Queue, item>(); });
    }
  }

  void add_edges() const {
    if constexpr (is_peer) {
      add("carries_both_ends", [] { note("carries_both_ends", carries_both_ends<design<item, native_memory>, item>); });
    } else {
      add_quick<item>("carries_both_ends", []<class Queue>() { return carries_both_ends<Queue, item>(); });
    }
    if constexpr (traits.item == item_kind::index) {
      add_quick<item>("survives_what_is_no_item",
                      []<class Queue>() { return survives_what_is_no_item<Queue, item>(); });
    }
    if constexpr (takes_memory) {
      add("counts_past_the_wrap", [] { expect(counts_past_the_wrap<design<item, late_memory>, item>()); });
    }
  }

  void add_items() const {
    if constexpr (traits.item == item_kind::word && takes_item) {
      add_quick<void*>("carries_pointers", []<class Queue>() { return full_then_empty<Queue, void*>(); });
    }
    if constexpr (carries_copies) {
      add_quick<big_item>("carries_64_bytes", []<class Queue>() { return full_then_empty<Queue, big_item>(); });
    }
    if constexpr (carries_anything) {
      add_quick<move_only_item>("carries_move_only_items",
                                []<class Queue>() { return full_then_empty<Queue, move_only_item>(); });
      add_demanding<8>("carries_items_not_made_of_nothing");
      add_demanding<64>("carries_items_aligned_to_64");
      add_demanding<128>("carries_items_aligned_to_128");
      add("destructors_run", [] {
        expect(destructors_run<of_items<native_memory>::template queue>());
        if constexpr (takes_memory) expect(destructors_run<of_items<counting_memory>::template queue>());
      });
    }
  }

  template <std::size_t Alignment>
  void add_demanding(const char* name) const {
    using demanding = demanding_item<Alignment>;
    add_quick<demanding>(name, []<class Queue>() { return full_then_empty<Queue, demanding>(); });
  }

  void add_resources() const {
    if constexpr (!traits.allocates) {
      add_quick<item>("allocates_nothing", []<class Queue>() { return allocates_nothing<Queue, item>(allocations); });
    }
    if constexpr (takes_memory) {
      add("uses_its_memory_policy", [] { expect(uses_its_memory_policy<design<item, witnessing_memory>, item>()); });
    }
    add("memory_runs_out", [] { memory_runs_out_of_it(); });
  }

  void add_priorities() const {
    add_quick<item>("most_urgent_first", []<class Queue>() { return most_urgent_first<Queue, item>(); });
    add_quick<item>("priorities_agree_with_model",
                    []<class Queue>() { return priorities_agree_with_model<Queue, item>(); });
    if constexpr (carries_anything) {
      add_quick<move_only_item>("orders_move_only_items",
                                []<class Queue>() { return most_urgent_first<Queue, move_only_item>(); });
    }
    if constexpr (concurrent) {
      add(
          "urgent_items_overtake", [] { urgent_items_overtake_for_every_mix(); }, "[stress]");
    }
  }

  void add_concurrent() const {
    if constexpr (traits.order == item_order::deque) {
      add(
          "owner_races_thieves", [] { owner_races_thieves<1, 2, 7, 64, 300>(); }, "[stress]");
      add(
          "owner_races_thieves_for_the_last_item", [] { owner_races_thieves<1>(); }, "[stress]");
    } else {
      add(
          "exactly_once", [] { exactly_once_for_every_mix(); }, "[stress]");
      add(
          "exactly_once_when_tiny", [] { exactly_once_when_tiny(); }, "[stress]");
      if constexpr (carries_copies)
        add(
            "exactly_once_64_bytes", [] { exactly_once_64_bytes(); }, "[stress]");
      if constexpr (traits.strength == try_strength::strong && traits.producers == multiplicity::many &&
                    traits.consumers == multiplicity::many) {
        add(
            "never_wrongly_full_or_empty", [] { never_wrong(); }, "[stress]");
      }
    }
  }

  void add_declared() const {
    add("is_as_declared", [] { expect(declared_semantics<design<item, native_memory>, item>(briefly).run()); });
    add(
        "is_as_declared_for_long",
        [] { expect(declared_semantics<design<item, native_memory>, item>(for_long).run()); }, "[stress]");
  }
  static constexpr std::chrono::milliseconds briefly{20};
  static constexpr std::chrono::milliseconds for_long{200};

  void add(const char* scenario, void (*body)(), const char* more_tags = "") const {
    const std::string title = text(name_, ": ", scenario);
    const std::string tags = text("[", name_, "]", more_tags);
    REGISTER_TEST_CASE(body, title, tags);
  }

  // Adds a scenario that runs over native memory and then, if the design takes a policy, over counting memory.
  template <class Item, class Scenario>
  void add_quick(const char* name, Scenario) const {
    add(name, [] {
      expect(Scenario().template operator()<design<Item, native_memory>>());
      if constexpr (takes_memory) expect(Scenario().template operator()<design<Item, counting_memory>>());
    });
  }

  static void declares_itself() {
    const watchdog limit("declares_itself");
    using native = design<item, native_memory>;
    CHECK((traits.order == item_order::deque ? deque<native, item> : queue<native, item>));
    CHECK(std::strlen(traits.name) > 0);
    if constexpr (traits.order != item_order::deque) {
      CHECK(traits.by_priority() == takes_priorities<decltype(attach_alone(std::declval<native&>())), item>);
    }
    // Both sides on one thread, or neither.
    CHECK((traits.producers == multiplicity::same_thread) == (traits.consumers == multiplicity::same_thread));
    if (traits.may_report_empty_spuriously) CHECK(traits.strength == try_strength::weak);
    if (traits.hides_finished_pushes) CHECK(traits.may_report_empty_spuriously);
    if (traits.shared_memory) CHECK((!traits.allocates && traits.item != item_kind::movable));
    if (traits.kind != design_kind::yardstick) CHECK(std::strlen(traits.paper) > 0);
  }

  static constexpr const char* as_ours = "as own designs do";

  // A fault of a library is noted and fails nothing. The scenario runs in a child process, which may die of it.
  template <class Scenario>
  static void note(const char* scenario, Scenario run) {
    if constexpr (beyond_sanitizer) return;
    const child_outcome noted = in_child(
        [run] {
          const violation found = run();
          std::fprintf(stderr, "%s", found.value_or(as_ours).c_str());
          return 0;
        },
        /*limit_s=*/3);
    if (noted.signal == 0 && noted.error_output == as_ours) return;
    std::printf("  %s: %s, noted: %s\n", traits.name, scenario, how_it_ended(noted).c_str());
  }

  static void memory_runs_out_of_it() {
    using carried = std::conditional_t<carries_anything, tracked, item>;
    if constexpr (is_peer) {
      note("memory_runs_out", [] { return memory_runs_out<design<item, native_memory>, item>(blocks_held); });
    } else {
      const watchdog limit(text(traits.name, " memory_runs_out"));
      expect(memory_runs_out<design<carried, lonely_memory>, carried>(blocks_held));
    }
  }

  static std::vector<unsigned> crowd_sizes(multiplicity side) {
    return side == multiplicity::many ? std::vector<unsigned>{1, 2, 4} : std::vector<unsigned>{1};
  }

  static void exactly_once_for_every_mix() {
    for (const unsigned producers : crowd_sizes(traits.producers)) {
      for (const unsigned consumers : crowd_sizes(traits.consumers)) {
        crowd who{.producers = producers, .consumers = consumers};
        on_both_memories<item>(who);
      }
    }
  }

  static void urgent_items_overtake_for_every_mix() {
    for (const unsigned producers : crowd_sizes(traits.producers)) {
      for (const unsigned consumers : crowd_sizes(traits.consumers)) {
        const watchdog limit(text(traits.name, " urgent items, ", producers, "p", consumers, "c"));
        expect(urgent_items_overtake<design<item, native_memory>, item>(producers, consumers, 100'000 / slowdown));
      }
    }
  }

  // With this capacity push and pop meet at the same slot all the time.
  static void exactly_once_when_tiny() {
    const unsigned most = traits.producers == multiplicity::many && traits.consumers == multiplicity::many ? 2 : 1;
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{2}}) {
      crowd who{.producers = most, .consumers = most, .items = 200'000 / slowdown, .capacity = capacity};
      who.time_box /= 2;
      on_both_memories<item>(who);
    }
  }

  static void exactly_once_64_bytes() {
    crowd who{.producers = crowd_sizes(traits.producers).front(), .consumers = crowd_sizes(traits.consumers).back()};
    who.items /= 4;
    on_both_memories<big_item>(who);
  }

  // Counting is slower and changes no algorithm: a tenth of the items will do.
  template <class Item>
  static void on_both_memories(crowd who) {
    const watchdog limit(text(traits.name, " ", who.name()));
    expect(exactly_once<design<Item, native_memory>, Item>(who));
    if constexpr (takes_memory) {
      who.items /= 10;
      who.time_box /= 4;
      expect(exactly_once<design<Item, counting_memory>, Item>(who));
    }
  }

  template <unsigned... Bursts>
  static void owner_races_thieves() {
    for (const unsigned thieves : {1u, 2u, 3u}) {
      // The smallest capacity grows, or is full, while it is being robbed.
      for (const std::size_t capacity : {std::size_t{1}, std::size_t{1024}}) {
        robbery what{.thieves = thieves, .bursts = {Bursts...}, .capacity = capacity};
        const watchdog limit(text(traits.name, " ", what.name()));
        expect(owner_against_thieves<design<item, native_memory>, item>(what));
        what.items /= 10;
        what.time_box /= 4;
        expect(owner_against_thieves<design<item, counting_memory>, item>(what));
      }
    }
  }

  static void never_wrong() {
    const watchdog limit(text(traits.name, " never_wrongly_full_or_empty"));
    using native = design<item, native_memory>;
    constexpr std::uint64_t rounds = 400'000 / slowdown;
    expect(never_wrongly_full_or_empty<native, item>(4, /*items=*/8, /*capacity=*/8, rounds));
    expect(never_wrongly_full_or_empty<native, item>(4, /*items=*/4, /*capacity=*/8, rounds));
    expect(never_wrongly_full_or_empty<native, item>(2, /*items=*/2, /*capacity=*/2, rounds));
  }

  const char* name_;
};

// Called once per unit, while static objects are initialised.
template <class Subject>
bool add_suite(const char* name) {
  return suite<Subject>(name).add_all();
}

}  // namespace schedlab::contract
