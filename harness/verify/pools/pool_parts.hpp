// The two parts of a pool that can be explored alone, which are small enough to be explored further than a whole pool:
// the event count, with the simplest work there is (a number that a thread with work raises and workers lower), and the
// ledger, with slots that hold a task or not. They know these words of a scenario (pool_program.hpp):
//   event count   submit, forks (work that only the first worker can do, and is woken for), waits (work whose worker
//                 waits until other work was taken), meet (three pieces; none is over before all were taken), stop
//   ledger        submit, submits, drain, stop
#pragma once

#include <algorithm>
#include <array>

#include "harness/verify/machine/checked_memory.hpp"
#include "harness/verify/subjects/subject.hpp"
#include "queues/memory/atomic.hpp"
#include "schedulers/idle/event_count.hpp"
#include "schedulers/ledger.hpp"

namespace schedlab::verify {

// The threads outside come first.
template <class Part>
class part_program final : public explored_program {
 public:
  explicit part_program(const scenario& planned) : planned_(planned) {}

  unsigned threads() const override { return planned_.thread_count(); }

  void set_up() override {
    model_heap& heap = machine::here().heap();
    unused_ = heap.allocate(8, 8);  // the first block's content is no part of a state: model_heap::hash_of_contents
    part_ = ::new (heap.allocate(sizeof(Part), alignof(Part))) Part(planned_);
    if (!machine::here().recording()) return;
    fields_ = {};
    part_->describe(fields_);
  }

  void run(unsigned thread) override {
    if (thread >= outsiders()) {
      part_->work(thread - outsiders());
    } else {
      const auto& operations = planned_.threads[thread];
      for (std::size_t k = 0; k < operations.size(); ++k) {
        part_->do_one(operations[k].action, thread);
        machine::here().forget_locals(k + 1);
      }
    }
    machine::here().forget_locals(100);
  }

  void tear_down() override {
    if (const char* const wrong = part_->wrong_at_the_end()) machine::here().refute(violation_kind::assertion, wrong);
    part_->~Part();
    machine::here().heap().deallocate(part_);
    machine::here().heap().deallocate(unused_);
  }

  const field_list& fields() const override { return fields_; }

 private:
  unsigned outsiders() const { return static_cast<unsigned>(planned_.threads.size()); }

  const scenario planned_;
  void* unused_ = nullptr;
  Part* part_ = nullptr;
  field_list fields_;
};

using explored_number = atomic<std::uint32_t, checked_memory>;

class event_count_part {
 public:
  explicit event_count_part(const scenario& planned)
      : events_(std::max(planned.workers, planned.seats), (planned.workers + 1) / 2),
        first_(std::max(planned.workers, planned.seats) - planned.workers),
        somebody_waits_(planned.uses(verb::waits)),
        somebody_meets_(planned.uses(verb::meet)) {
    for (const auto& thread : planned.threads) {
      for (const planned_operation& p : thread) {
        expected_ += p.action == verb::stop ? 0 : p.action == verb::meet ? 3 : 1;
      }
    }
  }

  void do_one(verb asked, unsigned) {
    if (asked == verb::submit) {
      // release: pairs with the acquire in lower.
      for_all_.fetch_add(1, order::release);
      events_.wake_one();
    } else if (asked == verb::forks) {
      // release: pairs with the acquire in lower.
      for_the_first_.fetch_add(1, order::release);
      events_.wake(first_);
    } else if (asked == verb::waits) {
      // release: pairs with the acquire in lower.
      waiting_.fetch_add(1, order::release);
      events_.wake_one();
    } else if (asked == verb::meet) {
      for (int pieces = 0; pieces < 3; ++pieces) {
        // release: pairs with the acquire in lower.
        meeting_.fetch_add(1, order::release);
        events_.wake_one();
      }
    } else {
      // acquire: pairs with the release in lower. Work that is never taken means a worker that was not woken.
      while (taken_.load(order::acquire) < expected_) checked_memory::pause();
      // release: pairs with the acquire in work.
      closed_.store(1, order::release);
      events_.wake_all();
    }
  }

  // Does what a pool's worker does.
  void work(unsigned explored) {
    const unsigned id = first_ + explored;
    while (!is_closed()) {
      std::uint32_t found = look(id);
      if (found > 0) {
        wait_for_taken(found);
        continue;
      }
      auto standing = events_.fall_idle().counted_as;
      while (found == 0 && !is_closed()) {
        if (standing == searching) found = look(id);
        if (found > 0) break;
        machine::here().forget_locals(standing == searching ? 1 : 2);
        const bool was_relied_upon = events_.prepare(id, standing);
        found = look(id);
        if (found > 0 || is_closed()) {
          standing = events_.cancel(id);
          if (found > 0) events_.wake_one(was_relied_upon);
        } else {
          events_.commit(id);
          standing = searching;
        }
      }
      if (events_.get_up(standing)) events_.wake_one();
      wait_for_taken(found);
      machine::here().forget_locals(3);
    }
  }

  const char* wrong_at_the_end() {
    if (!events_.is_at_rest()) return "all are gone, and somebody is counted as searching or sleeping";
    return who_falls_idle_is_seen() ? nullptr : "somebody has fallen idle, and it says that nobody is";
  }

  void describe(field_list& fields) const {
    events_.describe(fields);
    fields("work", &for_all_, sizeof for_all_);
    fields("work for the first worker", &for_the_first_, sizeof for_the_first_);
    fields("waiting work", &waiting_, sizeof waiting_);
    fields("meeting work", &meeting_, sizeof meeting_);
    fields("taken", &taken_, sizeof taken_);
    fields("closed", &closed_, sizeof closed_);
  }

 private:
  static constexpr auto searching = event_count<checked_memory>::standing::searching;

  // acquire: pairs with the release in do_one.
  bool is_closed() const { return closed_.load(order::acquire) != 0; }
  // Takes a piece of work, if there is one. Returns how many pieces must be taken before it is over.
  std::uint32_t look(unsigned id) {
    if (lower(for_all_) || (id == first_ && lower(for_the_first_))) return 1;
    if (somebody_waits_ && lower(waiting_)) return 2;
    return somebody_meets_ && lower(meeting_) ? 3 : 0;
  }
  void wait_for_taken(std::uint32_t enough) {
    if (enough <= 1) return;
    machine::here().forget_locals(4);
    while (taken_.load(order::relaxed) < enough) checked_memory::pause();  // relaxed: it orders nothing
  }
  bool who_falls_idle_is_seen() {
    const auto standing = events_.fall_idle().counted_as;
    const bool seen = !events_.is_at_rest();
    static_cast<void>(events_.get_up(standing));
    return seen && events_.is_at_rest();
  }
  bool lower(explored_number& work) {
    std::uint32_t now = work.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
    while (now > 0) {
      // acquire: pairs with the release in do_one.
      if (!work.compare_exchange_strong(now, now - 1, order::acquire, order::relaxed)) continue;
      // release: pairs with the acquire in do_one.
      taken_.fetch_add(1, order::release);
      return true;
    }
    return false;
  }

  event_count<checked_memory> events_;
  const unsigned first_;  // the number of the first explored worker
  const bool somebody_waits_;
  const bool somebody_meets_;
  std::uint32_t expected_ = 0;
  explored_number for_all_{0};
  explored_number for_the_first_{0};
  explored_number waiting_{0};
  explored_number meeting_{0};
  explored_number taken_{0};
  explored_number closed_{0};
};

class ledger_part {
 public:
  explicit ledger_part(const scenario& planned) : books_(planned.workers) {
    for (task_slot& t : tasks_) checked_memory::writes(&t.runs, sizeof t.runs, {"", 0, "nobody"});
  }

  void do_one(verb asked, unsigned thread) {
    if (asked == verb::drain) {
      books_.wait();
    } else if (asked == verb::stop) {
      books_.begin_stop();
      books_.wait();
      books_.close();
    } else {
      if (books_.accept_from_outside()) put(asked == verb::submits ? full_of_two : full, thread);
      return;
    }
    for (const task_slot& t : tasks_) {
      if (t.submitter == thread + 1) require_run(t);
    }
  }

  void work(unsigned id) {
    for (;;) {
      if (run_one(id)) continue;
      books_.tell_if_over();
      bool found = false;
      while (!found && !books_.closed()) {
        machine::here().forget_locals(1);
        found = run_one(id);
        if (!found) checked_memory::pause();
      }
      if (!found) return;
    }
  }

  const char* wrong_at_the_end() const {
    for (const task_slot& t : tasks_) {
      if (t.submitter != 0 && t.runs != 1) return "something accepted was not run once";
    }
    return books_.over() == books_.accepted_or_refused() ? nullptr : "the books do not agree";
  }

  void describe(field_list& fields) const {
    books_.describe(fields);
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      fields("task", i, "", &tasks_[i].holds, sizeof tasks_[i].holds);
      fields("runs of task", i, "", &tasks_[i].runs, sizeof tasks_[i].runs);
    }
  }

 private:
  static constexpr std::uint32_t full = 1;
  static constexpr std::uint32_t full_of_two = 2;  // a task that submits another one
  static constexpr std::uint32_t taken = 3;

  struct task_slot {
    explored_number holds{0};
    std::uint64_t runs = 0;
    std::uint32_t submitter = 0;  // the outsider, from 1; a task that another one submitted has its submitter's
  };

  void put(std::uint32_t what, unsigned thread) {
    if (used_ == tasks_.size()) machine::here().refute(violation_kind::cannot_explore, "more than 6 tasks");
    task_slot& into = tasks_[used_++];
    into.submitter = thread + 1;
    // release: pairs with the acquire in run_one.
    into.holds.store(what, order::release);
  }

  bool run_one(unsigned id) {
    for (task_slot& t : tasks_) {
      std::uint32_t now = t.holds.load(order::relaxed);  // relaxed: confirmed by the compare-exchange
      if (now == 0 || now == taken) continue;
      const std::uint32_t what = now;
      // acquire: pairs with the release in put.
      if (!t.holds.compare_exchange_strong(now, taken, order::acquire, order::relaxed)) continue;
      if (what == full_of_two) {
        books_.accept_from(id);
        put(full, t.submitter - 1);
      }
      checked_memory::writes(&t.runs, sizeof t.runs, {"", 0, "a task"});
      ++t.runs;
      books_.finish(id);
      return true;
    }
    return false;
  }

  static void require_run(const task_slot& t) {
    checked_memory::reads(&t.runs, sizeof t.runs, {"", 0, "who waited for it"});
    if (t.runs != 1)
      machine::here().refute(violation_kind::assertion, "a task has not run, and its submitter has waited for it");
  }

  ledger<checked_memory> books_;
  std::array<task_slot, 6> tasks_;
  std::size_t used_ = 0;
};

}  // namespace schedlab::verify
