#include "harness/verify/explore/tests/axioms.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "harness/verify/explore/tests/relation.hpp"
#include "harness/verify/memory/weak_memory.hpp"

namespace schedlab::verify {
namespace {

struct event {
  std::size_t thread;
  instruction call;
  bool is_read = false;
  bool is_write = false;
  bool is_fence = false;
  bool is_locked = false;  // on x86: a read-modify-write, or a compare-exchange that fails
  order memory_order = order::relaxed;
};

constexpr std::size_t initially = ~std::size_t{0};  // the thread of the initial stores

// One candidate execution: its events, reads-from and modification order.
class candidate {
 public:
  // Bit i of `successes`: the i-th compare-exchange succeeds.
  candidate(const litmus_program& program, unsigned successes) : program_(program) {
    for (std::size_t v = 0; v < variable_count; ++v) {
      events_.push_back({initially, write(static_cast<variable>(v), 0, order::relaxed), false, true});
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      for (const instruction& one : program.threads[t]) add_event(t, one, successes);
    }
    for (std::size_t a = 0; a < events_.size(); ++a) {
      for (std::size_t b = variable_count; b < events_.size(); ++b) {
        const bool first = events_[a].thread == initially;
        if (first || (events_[a].thread == events_[b].thread && a < b)) sequenced_.add(a, b);
      }
    }
  }

  void collect(axioms by, outcomes& into) { choose_source(by, 0, into); }

 private:
  void add_event(std::size_t thread, const instruction& one, unsigned& successes) {
    const bool conditional = one.kind == instruction_kind::compare_exchange;
    const bool fails = conditional && (successes & 1) == 0;
    if (conditional) successes >>= 1;
    const bool is_fence = one.kind == instruction_kind::fence;
    const bool is_read = reads(one);
    const bool is_write = !is_fence && one.kind != instruction_kind::read && !fails;
    const bool is_locked = is_read && one.kind != instruction_kind::read;
    events_.push_back({thread, one, is_read, is_write, is_fence, is_locked, fails ? one.on_failure : one.memory_order});
  }

  bool same_place(std::size_t a, std::size_t b) const {
    return !events_[a].is_fence && !events_[b].is_fence && events_[a].call.place == events_[b].call.place;
  }

  void choose_source(axioms by, std::size_t reader, outcomes& into) {
    while (reader < events_.size() && !events_[reader].is_read) ++reader;
    if (reader == events_.size()) {
      if (values_fit()) choose_order(by, 0, into);
      return;
    }
    for (std::size_t w = 0; w < events_.size(); ++w) {
      if (!events_[w].is_write || w == reader || !same_place(w, reader)) continue;
      source_[reader] = w;
      choose_source(by, reader + 1, into);
    }
  }

  // What the event reads; nothing if values only explain each other.
  std::optional<std::uint32_t> value_read(std::size_t reader, std::size_t depth) const {
    return depth > events_.size() ? std::nullopt : value_written(source_[reader], depth);
  }
  std::optional<std::uint32_t> value_written(std::size_t writer, std::size_t depth) const {
    const instruction& what = events_[writer].call;
    if (what.kind != instruction_kind::add) return what.value;
    const auto before = value_read(writer, depth + 1);
    return before ? std::optional(*before + what.value) : std::nullopt;
  }

  bool values_fit() const {
    for (std::size_t e = 0; e < events_.size(); ++e) {
      if (!events_[e].is_read) continue;
      const auto value = value_read(e, 0);
      if (!value) return false;
      const bool conditional = events_[e].call.kind == instruction_kind::compare_exchange;
      if (conditional && (*value == events_[e].call.expected) != events_[e].is_write) return false;
    }
    return true;
  }

  void choose_order(axioms by, std::size_t place, outcomes& into) {
    if (place == variable_count) return judge(by, into);
    std::vector<std::size_t>& order = orders_[place];
    order.clear();
    for (std::size_t e = 0; e < events_.size(); ++e) {
      if (events_[e].is_write && static_cast<std::size_t>(events_[e].call.place) == place) order.push_back(e);
    }
    do {
      if (order_is_atomic(order)) choose_order(by, place + 1, into);
    } while (std::next_permutation(order.begin() + 1, order.end()));  // the initial store stays first
  }

  // A read-modify-write comes directly behind the store that it reads.
  bool order_is_atomic(const std::vector<std::size_t>& order) const {
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (events_[order[i]].is_read && (i == 0 || order[i - 1] != source_[order[i]])) return false;
    }
    return true;
  }

  void judge(axioms by, outcomes& into) {
    reads_from_ = modified_ = {};
    for (std::size_t e = 0; e < events_.size(); ++e) {
      if (events_[e].is_read) reads_from_.add(source_[e], e);
    }
    for (const auto& order : orders_) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) modified_.add(order[i], order[j]);
      }
    }
    const auto different = [](std::size_t a, std::size_t b) { return a != b; };
    read_before_ = (reads_from_.inverse() * modified_).where(different);
    const bool fulfilled = by == axioms::sc ? is_sc() : by == axioms::tso ? is_tso() : is_cpp20(by == axioms::machine);
    if (fulfilled) into.insert(text());
  }

  bool is_sc() const { return (sequenced_ | reads_from_ | modified_ | read_before_).acyclic(); }

  // A store may be performed after later loads of its thread, which read it before others can.
  bool is_tso() const {
    const auto nearby = [this](std::size_t a, std::size_t b) { return same_place(a, b); };
    if (!(sequenced_.where(nearby) | reads_from_ | modified_ | read_before_).acyclic()) return false;
    const relation kept = sequenced_.where([this](std::size_t a, std::size_t b) {
      const event& first = events_[a];
      const event& second = events_[b];
      const bool delayable = first.is_write && !first.is_read && first.memory_order != order::seq_cst;
      const bool overtaken = delayable && second.is_read && !second.is_locked;
      return !overtaken && !first.is_fence && !second.is_fence;
    });
    const relation fenced = (sequenced_.where([this](std::size_t, std::size_t b) { return is_full_fence(b); }) *
                             sequenced_.where([this](std::size_t a, std::size_t) { return is_full_fence(a); }));
    const relation from_others =
        reads_from_.where([this](std::size_t a, std::size_t b) { return events_[a].thread != events_[b].thread; });
    return (kept | fenced | from_others | modified_ | read_before_).acyclic();
  }

  bool is_full_fence(std::size_t e) const { return events_[e].is_fence && events_[e].memory_order == order::seq_cst; }

  bool is_cpp20(bool on_a_machine) const {
    if (on_a_machine && !(sequenced_ | reads_from_).acyclic()) return false;
    const relation synchronised = synchronises_with();
    const relation happens_before = (sequenced_ | synchronised).closure();
    const relation coherence_ordered = (reads_from_ | modified_ | read_before_).closure();
    if (!happens_before.irreflexive() || !(happens_before * coherence_ordered).irreflexive()) return false;

    const relation total = forced_total_order(happens_before, coherence_ordered);
    if (on_a_machine) return (total | sequenced_ | reads_from_).acyclic();
    const auto both_seq_cst = [this](std::size_t a, std::size_t b) { return is_seq_cst(a) && is_seq_cst(b); };
    const relation strongly_before =
        (sequenced_ | synchronised.where(both_seq_cst) | sequenced_ * happens_before * sequenced_).closure();
    return (total | strongly_before.where(both_seq_cst)).acyclic();
  }

  // A release operation, or a fence before a store, together with the reader of that store or of a read-modify-write
  // that continues it, or together with a fence behind that read.
  relation synchronises_with() const {
    const relation read_and_modified =
        reads_from_.where([this](std::size_t, std::size_t b) { return events_[b].is_write; });
    const relation taken_over = read_and_modified.closure().or_same() * reads_from_;
    const relation released = relation().or_same().where([this](std::size_t, std::size_t b) {
      return does_release(b);
    }) | sequenced_.where([this](std::size_t a, std::size_t) {
      return events_[a].is_fence && releases(events_[a].memory_order);
    });
    const relation acquired = relation().or_same().where([this](std::size_t, std::size_t b) {
      return does_acquire(b);
    }) | sequenced_.where([this](std::size_t, std::size_t b) {
      return events_[b].is_fence && acquires(events_[b].memory_order);
    });
    return released * taken_over * acquired;
  }

  bool does_release(std::size_t e) const {
    return e < events_.size() && events_[e].is_write && releases(events_[e].memory_order);
  }
  bool does_acquire(std::size_t e) const {
    return e < events_.size() && events_[e].is_read && acquires(events_[e].memory_order);
  }
  bool is_seq_cst(std::size_t e) const { return e < events_.size() && events_[e].memory_order == order::seq_cst; }

  // [atomics.order]/4: the pairs that the total order of seq_cst operations must have this way round.
  relation forced_total_order(const relation& happens_before, const relation& coherence_ordered) const {
    const relation begins = relation().or_same().where([this](std::size_t a, std::size_t) { return is_seq_cst(a); }) |
                            happens_before.where([this](std::size_t a, std::size_t) { return is_full_fence(a); });
    const relation ends = relation().or_same().where([this](std::size_t, std::size_t b) { return is_seq_cst(b); }) |
                          happens_before.where([this](std::size_t, std::size_t b) { return is_full_fence(b); });
    return begins * coherence_ordered * ends;
  }

  std::string text() const {
    outcome_text said(program_);
    for (std::size_t e = 0; e < events_.size(); ++e) {
      if (events_[e].is_read) said.read(events_[e].thread, *value_read(e, 0));
    }
    return said.text([this](variable v) { return *value_written(orders_[static_cast<std::size_t>(v)].back(), 0); });
  }

  const litmus_program& program_;
  std::vector<event> events_;
  relation sequenced_;  // program order; the initial stores before everything
  std::array<std::size_t, relation::most_events> source_{};
  std::array<std::vector<std::size_t>, variable_count> orders_;
  relation reads_from_;
  relation modified_;     // modification order
  relation read_before_;  // a store that overwrites what was read
};

}  // namespace

outcomes allowed(const litmus_program& program, axioms by) {
  unsigned conditionals = 0;
  for (const auto& thread : program.threads) {
    for (const instruction& one : thread) conditionals += one.kind == instruction_kind::compare_exchange ? 1 : 0;
  }
  outcomes all;
  for (unsigned successes = 0; successes < 1u << conditionals; ++successes) {
    candidate(program, successes).collect(by, all);
  }
  return all;
}

}  // namespace schedlab::verify
