#include "harness/verify/queues/queue_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

#include "harness/base/hashing.hpp"
#include "harness/verify/machine/checked_memory.hpp"

namespace schedlab::verify {

role role_of(const queue_subject& subject, std::span<const planned_operation> operations, bool first) {
  const auto only = [&](verb asked) {
    return std::all_of(operations.begin(), operations.end(), [asked](const auto& p) { return p.action == asked; });
  };
  if (subject.is_deque()) return first ? role::owner : role::thief;
  if (only(verb::push)) return role::producer;
  if (only(verb::pop)) return role::consumer;
  return role::both;
}

// Tells the machine where operations begin and end, and moves the payloads.
class queue_program::thread_script : public script {
 public:
  thread_script(queue_program& whole, std::span<const planned_operation> operations)
      : whole_(whole), rest_(operations) {
    items_are_wide = whole.planned_.items == scenario::item_form::wide;
  }

  const planned_operation* next() override {
    while (!rest_.empty()) {
      now_ = rest_.front();
      rest_ = rest_.subspan(1);
      if (now_.action == verb::free) {
        if (held_count_ == 0) continue;
        now_.item = held_[0];
        std::copy(held_ + 1, held_ + held_count_--, held_);
      }
      if (now_.action == verb::push || now_.action == verb::free) write_payload(now_.item);
      if (now_.action == verb::free) whole_.held_ &= ~(std::uint64_t{1} << now_.item);
      if (now_.action == verb::close) whole_.is_closing_ = true;
      begins(now_);
      return &now_;
    }
    return nullptr;
  }

  void done(answer said, std::uint64_t item) override {
    ends(now_, said, item);
    whole_.check_closed(now_, said);
    if (said != answer::ok || now_.action == verb::push || now_.action == verb::free) return;
    if (item >= scenario::most_items) {
      machine::here().refute(violation_kind::wrong_history, fmt::format("{} came out, which nobody put in", item),
                             complaint::invented);
    }
    if (now_.action == verb::allocate) {
      whole_.hold(item);
      held_[held_count_++] = item;
      write_payload(item);
    } else {
      checked_memory::reads(whole_.payloads_ + item, sizeof(std::uint64_t), {"", 0, "the popper"});
    }
  }

 protected:
  virtual void begins(const planned_operation& now) { machine::here().begin_operation(now.action, now.item); }
  virtual void ends(const planned_operation&, answer said, std::uint64_t item) {
    machine::here().end_operation(said, item);
  }

  queue_program& whole_;

 private:
  void write_payload(std::uint64_t item) {
    checked_memory::writes(whole_.payloads_ + item, sizeof(std::uint64_t), {"", 0, "the pusher"});
    whole_.payloads_[item] = item;
  }

  std::span<const planned_operation> rest_;
  planned_operation now_{};
  std::uint64_t held_[32];
  std::size_t held_count_ = 0;
};

// The operations before the threads run one after the other, so each answer is judged at once, however many there are.
class queue_program::sequential_script final : public thread_script {
 public:
  using thread_script::thread_script;

 private:
  void begins(const planned_operation&) override {}
  void ends(const planned_operation& now, answer said, std::uint64_t item) override {
    const operation what{now.action, said, outside_thread, item};
    machine::here().show_operation(what);
    const std::size_t were_inside = whole_.inside_.size();
    if (!whole_.promised_.apply(whole_.inside_, what, /*overlapped=*/false)) {
      machine::here().refute(violation_kind::wrong_history,
                             fmt::format("before the threads: {} of {} says {} where {} items were inside",
                                         word(now.action), item, word(said), were_inside));
    }
    if (!whole_.planned_.uses(verb::allocate)) whole_.check_size(whole_.inside_.size());
  }
};

queue_program::queue_program(const queue_subject& subject, const scenario& planned, const specification& promised)
    : subject_(subject), planned_(planned), promised_(promised) {}

void queue_program::set_up() {
  model_heap& heap = machine::here().heap();
  // These come first: the first block's content is the same in every execution, see model_heap::hash_of_contents.
  payloads_ = static_cast<std::uint64_t*>(heap.allocate(scenario::most_items * sizeof(std::uint64_t), 8));
  queue_ = heap.allocate(subject_.bytes(), subject_.alignment());
  held_ = steady_blocks_ = 0;
  is_closing_ = false;
  inside_ = promised_.initial();
  machine::here().constants() = planned_.constants;
  try {
    subject_.construct(queue_, planned_.capacity);
  } catch (const std::bad_alloc&) {
    heap.deallocate(queue_);
    queue_ = nullptr;
    return;
  }
  note_fields();
  play_before();
}

// Each run of operations is given one role, as far as a deque's steals allow.
void queue_program::play_before() {
  const auto& all = planned_.before;
  for (std::size_t i = 0; i < all.size();) {
    if (all[i].action == verb::steady) {
      require_steady();
      ++i;
      continue;
    }
    const bool steals = all[i].action == verb::steal;
    std::size_t end = i;
    while (end < all.size() && all[end].action != verb::steady && (all[end].action == verb::steal) == steals) ++end;
    sequential_script played(*this, std::span(all).subspan(i, end - i));
    subject_.run(queue_, steals ? role::thief : subject_.is_deque() ? role::owner : role::both, played);
    i = end;
  }
}

void queue_program::require_steady() {
  constexpr std::size_t waiting_to_be_freed = 2;
  const auto& blocks = machine::here().heap().blocks();
  const auto live =
      static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), [](const auto& b) { return b.live; }));
  if (steady_blocks_ != 0 && live > steady_blocks_ + waiting_to_be_freed) {
    machine::here().refute(
        violation_kind::leak,
        fmt::format("it held {} blocks of memory, and holds {} after more of the same", steady_blocks_, live));
  }
  steady_blocks_ = live;
}

void queue_program::check_size(std::size_t inside) {
  const std::optional<std::size_t> said = subject_.size(queue_);
  if (!said || *said == inside) return;
  machine::here().refute(violation_kind::assertion,
                         fmt::format("its size is {} where {} items are inside and nobody is at work", *said, inside));
}

std::size_t queue_program::inside_now() const {
  std::size_t inside = inside_.size();
  for (const auto& [call, predecessors] : machine::here().history()) {
    if (call.reply == answer::ok) inside += puts(call.action) ? 1 : takes(call.action) ? ~std::size_t{0} : 0;
  }
  return inside;
}

// A thread that waited for an item may return without one only when the queue is closed.
void queue_program::check_closed(const planned_operation& asked, answer said) const {
  if (asked.action != verb::wait_pop || said != answer::empty || is_closing_) return;
  machine::here().refute(violation_kind::assertion,
                         "a wait_pop says closed and drained, and nobody has begun to close");
}

void queue_program::run(unsigned thread) {
  if (queue_ == nullptr) return;
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
  machine::here().memory_lasts(true);
  if (queue_ == nullptr) {
    machine::here().heap().deallocate(payloads_);
    return;
  }
  note_fields();  // a structure that grew has new fields
  if (planned_.items == scenario::item_form::owned) {
    check_history(/*in_the_end=*/true);  // the destructor takes the remaining items
  } else {
    // Faults that can be found already are reported before a broken structure is asked for more.
    check_history(/*in_the_end=*/false);
    if (!planned_.uses(verb::allocate)) check_size(inside_now());
    take_out_the_rest();
    check_history(/*in_the_end=*/true);
  }
  subject_.destroy(queue_);
  machine::here().heap().deallocate(payloads_);
  machine::here().heap().deallocate(queue_);
}

namespace {

// Pops until nothing comes; then there must be room for as many as promised, and they come out again.
class rest_of_it final : public script {
 public:
  rest_of_it(verb takes, std::size_t room, std::function<void(std::uint64_t)> taken)
      : take_{takes, 0}, room_(room), taken_item_(std::move(taken)) {}

  const planned_operation* next() override {
    if (over_) return nullptr;
    machine::here().begin_operation(now().action, now().item);
    return &now();
  }

  void done(answer said, std::uint64_t item) override {
    machine::here().end_operation(said, item);
    if (pushed_ < to_push_) {
      ++pushed_;
      ++push_.item;
      over_ = said != answer::ok;
      return;
    }
    if (said == answer::ok) {
      taken_item_(item);
      // Once the same item comes out again, it would do so for ever: once is enough to see.
      over_ = item < scenario::most_items && std::exchange(out_[item], true);
    } else if (to_push_ == 0 && room_ > 0) {
      to_push_ = room_;
      out_ = {};
    } else {
      over_ = true;
    }
  }

 private:
  const planned_operation& now() const { return pushed_ < to_push_ ? push_ : take_; }

  const planned_operation take_;
  planned_operation push_{verb::push, scenario::most_items - 8};
  const std::size_t room_;
  const std::function<void(std::uint64_t)> taken_item_;
  std::size_t to_push_ = 0;
  std::size_t pushed_ = 0;
  bool over_ = false;
  std::array<bool, scenario::most_items> out_{};
};

}  // namespace

void queue_program::take_out_the_rest() {
  const bool slots = planned_.uses(verb::allocate);
  // An unbounded design has room for another item, a bounded one for its capacity, as far as a history can be judged.
  constexpr std::size_t most_room = 4;
  const std::size_t room = slots ? 0 : promised_.is_bounded() ? std::min(planned_.capacity, most_room) : 1;
  rest_of_it rest(slots ? verb::allocate : verb::pop, room, [this, slots](std::uint64_t item) {
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

// Under sc one order must explain all answers together. Where stores take effect late, no thread can see what all
// others see (two threads may see two stores in opposite orders), so an answer that changes nothing must be right
// beside the operations that change something, but not beside every other such answer (A. Raad et al., "On library
// correctness under weak memory consistency", POPL 2019; H.-H. Dang et al., "Compass", PLDI 2022).
std::vector<placed_operation> queue_program::first_wrong_part() const {
  const machine& on = machine::here();
  const std::vector<placed_operation> all = on.history();
  const auto is_right = [&](const std::vector<placed_operation>& part) {
    return is_linearizable(promised_, inside_, part);
  };
  if (on.model() == memory_model::sc) return is_right(all) ? std::vector<placed_operation>{} : all;
  std::uint64_t changing = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].call.reply == answer::ok) changing |= std::uint64_t{1} << i;
  }
  auto those = only_those(all, changing);
  if (!is_right(those)) return those;
  for (std::size_t i = 0; i < all.size(); ++i) {
    // Which operations it overlapped is seen in the whole history only.
    if ((changing >> i & 1) != 0 || promised_.is_excused(all[i].call, is_overlapped(all, i))) continue;
    auto and_one = only_those(all, changing | std::uint64_t{1} << i);
    if (!is_right(and_one)) return and_one;
  }
  return {};
}

namespace {

// The explanation numbers the outside like a thread; here it gets its name.
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
  const auto [known, is_new] = judged_.try_emplace(mix(inside_.hash(), on.history_hash()), true);
  if (is_new) known->second = first_wrong_part().empty();
  if (is_new && promised_.sees_finished_pushes()) check_hidden_items();
  if (known->second) return;
  const explanation why = explain(promised_, inside_, first_wrong_part());
  if (!in_the_end && why.kind == complaint::other) return;  // the explanation at the end will say more
  on.refute(violation_kind::wrong_history, with_the_outside_named(why.text), why.kind);
}

// Even where an empty answer may be wrong, it must not hide an item that was inside all the time.
void queue_program::check_hidden_items() const {
  const std::vector<placed_operation> all = machine::here().history();
  const auto is_before = [&](std::size_t first, std::size_t second) {
    return (all[second].predecessors >> first & 1) != 0;
  };
  const auto stays_beyond = [&](std::uint64_t item, std::size_t empty) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const operation& one = all[i].call;
      if (takes(one.action) && one.reply == answer::ok && one.item == item) return is_before(empty, i);
    }
    return true;
  };
  const auto refute_if_hidden = [&](std::uint64_t item, std::size_t empty) {
    if (!stays_beyond(item, empty)) return;
    machine::here().refute(
        violation_kind::wrong_history,
        fmt::format("thread {} was told empty although item {} was there all the time", all[empty].call.thread, item),
        complaint::spurious_empty);
  };
  for (std::size_t empty = 0; empty < all.size(); ++empty) {
    if (!takes(all[empty].call.action) || all[empty].call.reply != answer::empty) continue;
    for (std::size_t i = 0; i < inside_.size(); ++i) refute_if_hidden(inside_[i].item, empty);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const operation& one = all[i].call;
      if (puts(one.action) && one.reply == answer::ok && is_before(i, empty)) refute_if_hidden(one.item, empty);
    }
  }
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
