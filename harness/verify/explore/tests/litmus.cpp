#include "harness/verify/explore/tests/litmus.hpp"

#include <array>

#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"

namespace schedlab::verify {
namespace {

// Interprets a litmus program, and collects its outcomes at the end of each execution.
class litmus_interpreter final : public program {
 public:
  explicit litmus_interpreter(const litmus_program& interpreted) : interpreted_(interpreted), found_(interpreted) {}

  unsigned threads() const override { return static_cast<unsigned>(interpreted_.threads.size()); }

  void set_up() override {
    found_.reset();
    variables_ = ::new (machine::here().heap().allocate(sizeof(variables), alignof(variables))) variables;
  }

  void run(unsigned thread) override {
    for (const instruction& one : interpreted_.threads[thread]) perform(thread, one);
  }

  void tear_down() override {
    all.insert(found_.text([this](variable v) { return place(v).load(order::relaxed); }));
    variables_->~variables();
    machine::here().heap().deallocate(variables_);
  }

  outcomes all;

 private:
  using word = atomic<std::uint32_t, checked_memory>;
  struct variables {
    word x{0};
    word y{0};
    word z{0};
    word w{0};
  };

  word& place(variable v) const {
    return v == variable::x   ? variables_->x
           : v == variable::y ? variables_->y
           : v == variable::z ? variables_->z
                              : variables_->w;
  }

  void perform(unsigned thread, const instruction& one) {
    word& at = place(one.place);
    switch (one.kind) {
      case instruction_kind::read:
        return found_.read(thread, at.load(one.memory_order));
      case instruction_kind::write:
        return at.store(one.value, one.memory_order);
      case instruction_kind::add:
        return found_.read(thread, at.fetch_add(one.value, one.memory_order));
      case instruction_kind::exchange:
        return found_.read(thread, at.exchange(one.value, one.memory_order));
      case instruction_kind::compare_exchange: {
        std::uint32_t expected = one.expected;
        at.compare_exchange_strong(expected, one.value, one.memory_order, one.on_failure);
        return found_.read(thread, expected);
      }
      case instruction_kind::fence:
        return checked_memory::fence(one.memory_order);
    }
  }

  const litmus_program& interpreted_;
  outcome_text found_;
  variables* variables_ = nullptr;
};

outcomes with(outcomes some, const outcomes& more) {
  some.insert(more.begin(), more.end());
  return some;
}

void check_model(const litmus_program& program, memory_model model, axioms by, const outcomes& expected) {
  INFO("model " << word(model));
  const litmus_run reduced = run_litmus(program, model, false);
  const litmus_run naive = run_litmus(program, model, true);
  INFO("executions " << reduced.explored.executions << ", naive " << naive.explored.executions);
  CHECK(naive.explored.ended_as == exploration::verdict::clean);
  CHECK(reduced.explored.ended_as == exploration::verdict::clean);
  CHECK(naive.all == expected);
  CHECK(reduced.all == expected);
  CHECK(allowed(program, by) == expected);
}

}  // namespace

litmus_run run_litmus(const litmus_program& program, memory_model model, bool naive, unsigned preemptions) {
  litmus_interpreter interpreter(program);
  machine on;
  exploration how = explore_once(on, interpreter, {.model = model, .preemptions = preemptions, .naive = naive},
                                 {.executions = 5'000'000});
  return {interpreter.all, std::move(how)};
}

void check_litmus(const std::string& name, const litmus_program& program, const known_outcomes& known) {
  INFO(name << ": " << text(program));
  const outcomes tso = with(known.sc, known.tso_adds);
  const outcomes weak = with(tso, known.weak_adds);
  // Each column adds something new.
  CHECK(weak.size() == known.sc.size() + known.tso_adds.size() + known.weak_adds.size());
  check_model(program, memory_model::sc, axioms::sc, known.sc);
  check_model(program, memory_model::tso, axioms::tso, tso);
  check_model(program, memory_model::weak, axioms::machine, weak);
  CHECK(allowed(program, axioms::cpp20) == with(weak, known.cannot_be_shown));
}

}  // namespace schedlab::verify
