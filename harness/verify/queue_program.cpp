#include "harness/verify/queue_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "harness/verify/checked_memory.hpp"

namespace schedlab::verify {

role role_of(const queue_subject& subject, std::span<const planned_operation> operations, bool first) {
  const auto only = [&](verb asked) {
    return std::all_of(operations.begin(), operations.end(), [asked](const auto& p) { return p.asked == asked; });
  };
  if (subject.is_deque()) return first ? role::owner : role::thief;
  if (only(verb::push)) return role::producer;
  if (only(verb::pop)) return role::consumer;
  return role::both;
}

// Tells the machine where operations begin and end, and carries the payloads.
class queue_program::thread_script final : public script {
 public:
  thread_script(queue_program& whole, std::span<const planned_operation> operations)
      : whole_(whole), rest_(operations) {}

  const planned_operation* next() override {
    while (!rest_.empty()) {
      now_ = rest_.front();
      rest_ = rest_.subspan(1);
      if (now_.asked == verb::free) {
        if (held_count_ == 0) continue;
        now_.item = held_[0];
        std::copy(held_ + 1, held_ + held_count_--, held_);
      }
      machine& on = machine::here();
      if (now_.asked == verb::push || now_.asked == verb::free) write_payload(now_.item);
      if (now_.asked == verb::free) whole_.held_ &= ~(std::uint64_t{1} << now_.item);
      on.begin_operation(now_.asked, now_.item);
      return &now_;
    }
    return nullptr;
  }

  void done(answer said, std::uint64_t item) override {
    machine& on = machine::here();
    on.end_operation(said, item);
    if (said != answer::ok || now_.asked == verb::push || now_.asked == verb::free) return;
    if (item >= scenario::most_items) {
      on.refute(violation_kind::wrong_history, fmt::format("{} came out, which nobody put in", item),
                complaint::invented);
    }
    if (now_.asked == verb::allocate) {
      whole_.hold(item);
      held_[held_count_++] = item;
      write_payload(item);
    } else {
      checked_memory::reads(whole_.payloads_ + item, sizeof(std::uint64_t), {"", 0, "the popper"});
    }
  }

 private:
  void write_payload(std::uint64_t item) {
    checked_memory::writes(whole_.payloads_ + item, sizeof(std::uint64_t), {"", 0, "the pusher"});
    whole_.payloads_[item] = item;
  }

  queue_program& whole_;
  std::span<const planned_operation> rest_;
  planned_operation now_{};
  std::uint64_t held_[32];
  std::size_t held_count_ = 0;
};

queue_program::queue_program(const queue_subject& subject, const scenario& planned, const specification& promised)
    : subject_(subject), planned_(planned), promised_(promised) {}

void queue_program::set_up() {
  model_heap& heap = machine::here().heap();
  // First, for what lies there is the same in every execution: see model_heap::hash_of_contents.
  payloads_ = static_cast<std::uint64_t*>(heap.allocate(scenario::most_items * sizeof(std::uint64_t), 8));
  queue_ = heap.allocate(subject_.bytes(), subject_.alignment());
  held_ = 0;
  subject_.construct(queue_, planned_.capacity);
  note_fields();
  play(planned_.before, subject_.is_deque() ? role::owner : role::both);
}

void queue_program::run(unsigned thread) {
  const auto& operations = planned_.threads[thread];
  play(operations, role_of(subject_, operations, thread == 0));
}

void queue_program::hold(std::uint64_t slot) {
  const std::uint64_t bit = std::uint64_t{1} << slot;
  if ((held_ & bit) != 0) {
    machine::here().refute(violation_kind::wrong_history, fmt::format("slot {} was given to two holders", slot),
                           complaint::doubled);
  }
  held_ |= bit;
}

void queue_program::play(std::span<const planned_operation> operations, role as) {
  if (operations.empty()) return;
  thread_script played(*this, operations);
  subject_.run(queue_, as, played);
}

void queue_program::tear_down() {
  note_fields();  // a structure that grew has new ones
  if (planned_.items_are_owned) {
    check_history(/*in_the_end=*/true);  // what is left is its destructor's
  } else {
    // What can be said already is said before a broken structure is asked for more.
    check_history(/*in_the_end=*/false);
    take_out_the_rest();
    check_history(/*in_the_end=*/true);
  }
  subject_.destroy(queue_);
  machine::here().heap().deallocate(payloads_);
  machine::here().heap().deallocate(queue_);
}

namespace {

// Pops until nothing comes; then a push and a pop must still work.
class rest_of_it final : public script {
 public:
  rest_of_it(verb takes, bool pushes, std::function<void(std::uint64_t)> taken)
      : take_{takes, 0}, pushes_(pushes), taken_item_(std::move(taken)) {}

  const planned_operation* next() override {
    if (over_) return nullptr;
    machine::here().begin_operation(now().asked, now().item);
    return &now();
  }

  void done(answer said, std::uint64_t item) override {
    machine::here().end_operation(said, item);
    if (said == answer::ok && !(pushed_ && after_push_ == 0)) {
      taken_item_(item);
      // Then something comes out again and again: once is enough to see.
      const std::uint64_t bit = item < scenario::most_items ? std::uint64_t{1} << item : 0;
      if ((out_ & bit) != 0) over_ = true;
      out_ |= bit;
    }
    if (over_) return;
    if (pushed_) {
      over_ = ++after_push_ == 2 || said != answer::ok;
    } else if (said != answer::ok) {
      over_ = !pushes_;
      pushed_ = pushes_;
    }
  }

 private:
  const planned_operation& now() const { return pushed_ && after_push_ == 0 ? push_ : take_; }

  const planned_operation take_;
  const planned_operation push_{verb::push, 9};
  const bool pushes_;
  const std::function<void(std::uint64_t)> taken_item_;
  bool pushed_ = false;
  bool over_ = false;
  std::uint64_t out_ = 0;  // items, a bit each
  int after_push_ = 0;
};

}  // namespace

void queue_program::take_out_the_rest() {
  const bool slots = planned_.uses(verb::allocate);
  rest_of_it rest(slots ? verb::allocate : verb::pop, !slots, [this, slots](std::uint64_t item) {
    if (slots && item < scenario::most_items) hold(item);
  });
  subject_.run(queue_, subject_.is_deque() ? role::owner : role::both, rest);
}

namespace {

std::vector<placed_operation> only_those(const std::vector<placed_operation>& all, std::uint64_t chosen) {
  std::vector<placed_operation> some;
  std::array<std::uint64_t, 64> bit{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((chosen >> i & 1) == 0) continue;
    bit[i] = std::uint64_t{1} << some.size();
    some.push_back(all[i]);
  }
  for (placed_operation& one : some) {
    std::uint64_t before = 0;
    for (std::uint64_t rest = one.predecessors & chosen; rest != 0; rest &= rest - 1) {
      before |= bit[static_cast<std::size_t>(__builtin_ctzll(rest))];
    }
    one.predecessors = before;
  }
  return some;
}

}  // namespace

// Under sc all answers together must have one order. Where stores take effect late, no thread can see what all others
// see (two may see two stores in opposite orders), so an answer that changes nothing must be right beside the operations
// that change something, but not beside every other such answer (A. Raad et al., "On library correctness under weak
// memory consistency", POPL 2019; H.-H. Dang et al., "Compass", PLDI 2022).
std::vector<placed_operation> queue_program::first_wrong_part() const {
  const machine& on = machine::here();
  const std::vector<placed_operation> all = on.history();
  const auto is_right = [&](const std::vector<placed_operation>& part) {
    return is_linearizable(promised_, promised_.initial(), part);
  };
  if (on.model() == memory_model::sc) return is_right(all) ? std::vector<placed_operation>{} : all;
  std::uint64_t changing = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].what.said == answer::ok) changing |= std::uint64_t{1} << i;
  }
  auto those = only_those(all, changing);
  if (!is_right(those)) return those;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((changing >> i & 1) != 0 || all[i].what.said == answer::contended) continue;
    auto and_one = only_those(all, changing | std::uint64_t{1} << i);
    if (!is_right(and_one)) return and_one;
  }
  return {};
}

namespace {

// The explanation counts the outside as a thread.
std::string with_the_outside_named(std::string text) {
  const std::string number = fmt::format("thread {}", outside_thread);
  for (const auto& [phrase, instead] :
       {std::pair{fmt::format("to {0} and to {0}", number), std::string("both afterwards")},
        std::pair{fmt::format("in the end {} was told empty", number), std::string("afterwards it says empty")},
        std::pair{number, std::string("who came afterwards")}}) {
    for (std::size_t at; (at = text.find(phrase)) != std::string::npos;) text.replace(at, phrase.size(), instead);
  }
  return text;
}

}  // namespace

void queue_program::check_history(bool in_the_end) {
  machine& on = machine::here();
  const auto [known, is_new] = judged_.try_emplace(on.history_hash(), true);
  if (is_new) known->second = first_wrong_part().empty();
  if (known->second) return;
  const explanation why = explain(promised_, promised_.initial(), first_wrong_part());
  if (!in_the_end && why.kind == complaint::other) return;  // the end will be more telling
  on.refute(violation_kind::wrong_history, with_the_outside_named(why.text), why.kind);
}

void queue_program::note_fields() {
  if (!machine::here().recording()) return;
  fields_ = {};
  subject_.describe(queue_, fields_);
  for (std::uint64_t i = 0; i < scenario::most_items; ++i) {
    fields_("content of item", i, "", payloads_ + i, sizeof(std::uint64_t));
  }
}

}  // namespace schedlab::verify
