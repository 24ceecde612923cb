// How the machine explores: the same every time, within its bound, and again on request.
#include <set>

#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using number = atomic<std::uint32_t, checked_memory>;

struct message {
  number flag{0};
  plain_cell<std::uint32_t, checked_memory> item;
};

constexpr int raised_on_line = __LINE__ + 5;
constexpr int seen_on_line = __LINE__ + 7;
small_program<message> message_passing() {
  return small_program<message>({[](message& s) {
                                   s.item.put(1);
                                   s.flag.store(1, release);
                                 },
                                 [](message& s) {
                                   if (s.flag.load(acquire) == 1) s.item.take();
                                 }});
}

struct counters {
  number x{0};
  number y{0};
  number z{0};
};

// Wrong only if the second thread begins, the first one makes one of its two steps, and the second one goes on: two
// preemptions. Going on after the other one has ended is none.
small_program<counters> wrong_after_two_preemptions() {
  return small_program<counters>({[](counters& s) {
                                    s.x.store(1, seq_cst);
                                    s.y.store(1, seq_cst);
                                  },
                                  [](counters& s) {
                                    const bool early = s.x.load(seq_cst) == 0;
                                    const bool between = s.x.load(seq_cst) == 1 && s.y.load(seq_cst) == 0;
                                    require(!(early && between), "seen in two moments");
                                  }});
}

small_program<counters> three_writers() {
  const auto writes = [](counters& s) {
    s.x.fetch_add(1, relaxed);
    s.y.store(s.x.load(relaxed), release);
    s.z.fetch_add(s.y.load(acquire), relaxed);
  };
  return small_program<counters>({writes, writes});
}

}  // namespace

TEST_CASE("machine: the bound on preemptions is kept") {
  for (const memory_model model : all_models) {
    small_program<counters> program = wrong_after_two_preemptions();
    for (const unsigned too_few : {0u, 1u}) {
      const exploration found = explored(program, {.model = model, .preemptions = too_few});
      CHECK(found.ended_as == exploration::verdict::clean);
    }
    const exploration found = explored(program, {.model = model, .preemptions = 2});
    CHECK(found.ended_as == exploration::verdict::refuted);
    CHECK(found.preemptions == 2);
  }
}

TEST_CASE("machine: a counter-example has as few preemptions as can be") {
  small_program<counters> program = wrong_after_two_preemptions();
  machine on;
  CHECK(explore(on, program, {.model = memory_model::sc}).preemptions == 2);
}

TEST_CASE("machine: an exploration is the same every time") {
  for (const memory_model model : all_models) {
    for (const bool naive : {false, true}) {
      small_program<counters> program = three_writers();
      const exploration once = explored(program, {.model = model, .naive = naive});
      const exploration again = explored(program, {.model = model, .naive = naive});
      CHECK(once.ended_as == exploration::verdict::clean);
      CHECK(once.executions == again.executions);
      CHECK(once.states == again.states);
      CHECK(once.longest_operation == again.longest_operation);
      CHECK((once.states == 0) == naive);
    }
  }
}

TEST_CASE("machine: reduction leaves little to do") {
  small_program<counters> program = three_writers();
  for (const memory_model model : all_models) {
    const exploration reduced = explored(program, {.model = model});
    const exploration naive = explored(program, {.model = model, .naive = true});
    INFO(word(model) << ": " << reduced.executions << " of " << naive.executions);
    CHECK(reduced.executions * 2 < naive.executions);
  }
}

TEST_CASE("machine: a program that depends on more than its choices is refused") {
  std::uint32_t outlives = 0;
  small_program<counters> forgetful({[&](counters& s) {
                                       s.z.load(relaxed);
                                       if (++outlives % 2 == 0) s.x.load(relaxed);
                                       s.x.store(1, relaxed);
                                       s.y.store(1, relaxed);
                                     },
                                     [](counters& s) {
                                       s.x.load(relaxed);
                                       s.y.load(relaxed);
                                     }});
  for (const memory_model model : all_models) {
    outlives = 0;
    const exploration found = explored(forgetful, {.model = model, .naive = true});
    CHECK(found.ended_as == exploration::verdict::impossible);
    CHECK(found.found.kind == violation_kind::cannot_explore);
  }
}

TEST_CASE("machine: limits are kept, and then nothing is claimed") {
  small_program<counters> program = three_writers();
  machine on;
  const exploration some = explore_once(on, program, {.model = memory_model::weak, .naive = true}, {.executions = 10});
  CHECK(some.ended_as == exploration::verdict::unfinished);
  CHECK(some.executions == 10);
}

TEST_CASE("machine: a weaker order on one line is enough to break a message") {
  small_program<message> program = message_passing();
  const auto with_override = [&](memory_model model, int line, const char* file = __FILE__) {
    machine on;
    on.overrides().set({{file, line, order_role::only, relaxed}});
    return explore_once(on, program, {.model = model}).found.kind;
  };
  CHECK(explored(program, memory_model::weak).found.kind == violation_kind::none);
  CHECK(with_override(memory_model::weak, raised_on_line) == violation_kind::data_race);
  CHECK(with_override(memory_model::weak, seen_on_line) == violation_kind::data_race);
  CHECK(with_override(memory_model::weak, seen_on_line - 1) == violation_kind::none);
  CHECK(with_override(memory_model::weak, raised_on_line, "another_file.cpp") == violation_kind::none);
  CHECK(with_override(memory_model::tso, raised_on_line) == violation_kind::none);
}

TEST_CASE("machine: the orders that a program has are found") {
  small_program<message> program = message_passing();
  machine on;
  order_sites sites;
  on.collect_sites(&sites);
  explore_once(on, program, {.model = memory_model::sc});
  REQUIRE(sites.all().size() == 2);
  CHECK(sites.all().at({__FILE__, raised_on_line, order_role::only}).written == release);
  CHECK(sites.all().at({__FILE__, seen_on_line, order_role::only}).written == acquire);
}

TEST_CASE("machine: a counter-example can be repeated, and then says its steps") {
  small_program<counters> program = wrong_after_two_preemptions();
  for (const memory_model model : all_models) {
    const machine_options options{.model = model};
    machine on;
    const exploration found = explore_once(on, program, options);
    REQUIRE(found.ended_as == exploration::verdict::refuted);
    CHECK(on.recorded().empty());
    replay(on, program, options, found.choices);
    CHECK(on.found().kind == found.found.kind);
    CHECK(on.found().text == found.found.text);
    unsigned loads = 0;
    for (const step& one : on.recorded()) loads += one.kind == step_kind::load ? 1 : 0;
    CHECK(loads == 3);
    CHECK(on.recorded().back().found == 0);  // of y
  }
}

TEST_CASE("machine: two in one thread take turns") {
  small_program<counters> program = three_writers();
  machine first;
  const exploration alone = explore_once(first, program, {.model = memory_model::sc});
  {
    machine second;
    CHECK(explore_once(second, program, {.model = memory_model::sc}).executions == alone.executions);
  }
  CHECK(explore_once(first, program, {.model = memory_model::sc}).executions == alone.executions);
}

// A load that could return an overtaken store for ever would make every spin loop endless; here it may twice.
TEST_CASE("machine: an overtaken store is read at most twice in a row") {
  std::set<std::uint32_t> sums;
  std::uint32_t now = 0;
  small_program<counters> reader(
      {[](counters& s) {
         s.x.store(1, relaxed);
         s.y.store(1, relaxed);
       },
       [&](counters& s) {
         if (s.y.load(relaxed) == 0) return;
         for (int i = 0; i < 4; ++i) now += s.x.load(relaxed);
       }},
      [&](counters&) { sums.insert(now); }, [&](counters&) { now = 0; });
  CHECK(explored(reader, memory_model::weak).ended_as == exploration::verdict::clean);
  CHECK(sums == std::set<std::uint32_t>{0, 2, 3, 4});
}
