// Leaving out states that were seen before must not leave out a history. Every own design runs tiny scenarios in every
// model, once with all interleavings of all accesses and no memory of states, and once as explorations usually run; the
// histories that can come out must be the same.
#include <fmt/format.h>

#include <set>

#include "harness/verify/explore/explorer.hpp"
#include "harness/verify/queues/checked_queue.hpp"
#include "harness/verify/queues/queue_program.hpp"
#include "queues/as_written/chase_lev_deque_as_written.hpp"
#include "queues/as_written/wpol_queue_as_written.hpp"
#include "queues/chase_lev_deque.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/tests/catch.hpp"
#include "queues/vyukov_ring.hpp"
#include "queues/wpol/wpol_in_own_region.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

template <class Item, class Memory>
using ring = vyukov_ring<Item, Memory>;
template <class Item, class Memory>
using deque_of = chase_lev_deque<Item, Memory>;
template <class, class Memory>
using wpol = wpol_in_own_region<wpol_queue<Memory>>;
template <class, class Memory>
using wpol_written = wpol_in_own_region<wpol_queue_as_written<Memory>>;
template <class, class Memory>
using tasks = wpol_tasks<Memory>;

// No verdict is stored about these.
constexpr checked_source no_verdict{"", ""};

const checked_queue<ring> weak_ring(no_verdict);
const checked_queue<vyukov_ring_strong> strong_ring(no_verdict);
const checked_queue<wpol> wpol_ring(no_verdict);
const checked_queue<wpol_written> wpol_as_written(no_verdict);
const checked_queue<tasks> wpol_with_tasks(no_verdict);
const checked_queue<deque_of> doubling_deque(no_verdict);
const checked_queue<chase_lev_deque_fixed> fixed_deque(no_verdict);
const checked_queue<chase_lev_deque_as_written> deque_as_written(no_verdict);
const checked_queue<mutex_queue> with_mutex(no_verdict);

// A queue's program that writes its histories down, with what was taken out at the end.
class history_collector final : public program {
 public:
  history_collector(const queue_subject& subject, const scenario& planned)
      : plays_(subject, planned,
               planned.uses(verb::allocate) ? specification::for_free_list(planned.capacity)
                                            : specification::for_traits(subject.traits(), planned.capacity)) {}

  unsigned threads() const override { return plays_.threads(); }
  void set_up() override { plays_.set_up(); }
  void run(unsigned thread) override { plays_.run(thread); }
  void tear_down() override {
    plays_.tear_down();
    histories.insert(text_of(machine::here().history()));
  }

  std::set<std::string> histories;

 private:
  static std::string text_of(const std::vector<placed_operation>& history) {
    std::string said;
    for (const placed_operation& one : history) {
      said += fmt::format("{} {} {} {} after {:x}; ", one.call.thread, word(one.call.action), one.call.item,
                          word(one.call.reply), one.predecessors);
    }
    return said;
  }

  queue_program plays_;
};

struct finding {
  exploration explored;
  std::set<std::string> histories;
};

finding run(const queue_subject& subject, const scenario& planned, memory_model model, unsigned preemptions,
            bool naive) {
  history_collector collector(subject, planned);
  machine on;
  exploration how =
      explore_once(on, collector, {.model = model, .preemptions = preemptions, .naive = naive}, {.seconds = 20});
  return {std::move(how), std::move(collector.histories)};
}

void check_agreement(const queue_subject& subject, const char* text, unsigned preemptions = no_limit) {
  const auto planned = parse_scenario(text);
  REQUIRE(planned);
  for (const memory_model model : all_models) {
    INFO(subject.traits().name << ", " << word(model) << ": " << planned->text());
    const finding naive = run(subject, *planned, model, preemptions, true);
    const finding reduced = run(subject, *planned, model, preemptions, false);
    INFO("executions: naive " << naive.explored.executions << ", reduced " << reduced.explored.executions);
    CHECK(naive.explored.ended_as == reduced.explored.ended_as);
    CHECK(naive.explored.found.kind == reduced.explored.found.kind);
    CHECK(naive.explored.ended_as != exploration::verdict::unfinished);
    CHECK(reduced.explored.executions <= naive.explored.executions);
    // An unsound design ends both at its first wrong history, but not at the same one.
    if (naive.explored.ended_as == exploration::verdict::clean) CHECK(reduced.histories == naive.histories);
    CHECK(subject.traits().sound == (naive.explored.ended_as == exploration::verdict::clean));
  }
}

}  // namespace

TEST_CASE("reduction: the rings have the same histories without it") {
  for (const queue_subject* subject : std::initializer_list<const queue_subject*>{&weak_ring, &strong_ring}) {
    check_agreement(*subject, "capacity 1; push | pop");
    check_agreement(*subject, "capacity 1; before: push; push | pop");
    check_agreement(*subject, "capacity 2; push | push");
    check_agreement(*subject, "capacity 2; before: push; pop | pop");
  }
  check_agreement(weak_ring, "capacity 2; push pop | pop");
}

TEST_CASE("reduction: the WPOL queues have the same histories without it") {
  check_agreement(wpol_ring, "capacity 1; push | pop");
  check_agreement(wpol_ring, "capacity 2; before: push; pop | pop");
  check_agreement(wpol_ring, "capacity 2; push | push");
  check_agreement(wpol_ring, "capacity 1; allocate | allocate");
  check_agreement(wpol_as_written, "capacity 2; push pop | push");
}

TEST_CASE("reduction: the deques have the same histories without it") {
  for (const queue_subject* subject : std::initializer_list<const queue_subject*>{&doubling_deque, &fixed_deque}) {
    check_agreement(*subject, "capacity 2; push | steal");
    check_agreement(*subject, "capacity 2; before: push; pop | steal");
    check_agreement(*subject, "capacity 2; before: push push; pop | steal");
  }
  check_agreement(deque_as_written, "capacity 2; before: push; pop | steal");
}

TEST_CASE("reduction: the mutex queue has the same histories without it") {
  check_agreement(with_mutex, "capacity 1; push | pop");
  check_agreement(with_mutex, "capacity 1; push push | pop");
  check_agreement(with_mutex, "capacity 1; push | push | pop");
}

// Where all interleavings are too many: the same bound on preemptions for both. It also tells whether a bounded search
// may forget a state that it reached with more preemptions than before.
TEST_CASE("reduction: the same histories up to two preemptions") {
  check_agreement(strong_ring, "capacity 2; push pop | pop", 2);
  check_agreement(wpol_ring, "capacity 2; allocate free | allocate", 1);
  check_agreement(wpol_ring, "capacity 1; push pop | push | pop", 1);
  check_agreement(wpol_with_tasks, "capacity 1; push | pop", 2);
  check_agreement(wpol_with_tasks, "capacity 2; before: push; pop | pop", 2);
  check_agreement(doubling_deque, "capacity 1; before: push; push | steal", 2);
  check_agreement(doubling_deque, "capacity 2; push pop | steal | steal", 1);
  check_agreement(fixed_deque, "capacity 1; before: push; pop push | steal", 2);
  check_agreement(with_mutex, "capacity 1; push pop | pop push", 2);
}
