// A pool's protocol explored: every worker is a thread that calls work(id), the other threads stand outside and do what a
// scenario says:
//   submit    a task
//   submits   a task that submits another one
//   waits     a task that waits until the next one, a submit, has begun: so no other worker may sleep meanwhile
//   meet      a task that submits three that wait until all three have begun
//   forks     run: fork_join of two children
//   nests     run: fork_join of a child that forks again, and one
//   spawns    run: a group of two children
//   forks_stolen, spawns_stolen   the same with a single child that is run by another worker: its parent waits until it is
//   drain
//   stop      lets the workers end; somebody must
// Threads outside come first. The capacity is a worker's deque's at first, or a bounded queue's.
//
// Every task and child adds one to a plain word of its own. Whoever waited for it reads that word: if the wait did not
// order the two, that is a data race. In the end what was accepted has run once, what was refused never, and the pool's
// own books agree.
#pragma once

#include <array>

#include "harness/verify/checked_memory.hpp"
#include "harness/verify/pool_watch.hpp"
#include "harness/verify/subject.hpp"
#include "queues/memory/atomic.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab::verify {

// Everything that a pool shares with those that explore it: made once, never written.
scheduler_setup explored_setup(const scenario& planned);

template <class Protocol>
class pool_program final : public explored_program {
 public:
  explicit pool_program(const scenario& planned) : planned_(planned), setup_(explored_setup(planned)) {}

  unsigned threads() const override { return planned_.thread_count(); }

  void set_up() override {
    model_heap& heap = machine::here().heap();
    unused_ = heap.allocate(8, 8);  // the first block's content is no part of a state: model_heap::hash_of_contents
    board_ = ::new (heap.allocate(sizeof(board), alignof(board))) board(number_of(outsiders(), 0) / most_parts);
    accepted_ = ::new (heap.allocate(sizeof *accepted_, 8)) accepted_words{};
    pool_ = ::new (heap.allocate(sizeof(Protocol), alignof(Protocol))) Protocol(setup_);
    heap.leave_out_of_states(pool_->desks());
    for (std::size_t i = 0; i < number_of(outsiders(), 0); ++i) {
      checked_memory::writes(&board_->runs[i], sizeof board_->runs[i], {"", 0, "nobody"});
    }
    note_fields();
  }

  void run(unsigned thread) override {
    worker_memory::here().reset();
    if (thread < outsiders()) {
      const auto& operations = planned_.threads[thread];
      for (std::size_t k = 0; k < operations.size(); ++k) {
        do_one(operations[k].asked, number_of(thread, k));
        machine::here().forget_locals(k + 1);
      }
    } else {
      pool_->work(thread - outsiders());
      machine::here().forget_locals(0);
    }
  }

  void tear_down() override {
    unsigned accepted = 0;
    unsigned refused = 0;
    for (unsigned t = 0; t < outsiders(); ++t) {
      const auto& operations = planned_.threads[t];
      for (std::size_t k = 0; k < operations.size(); ++k) {
        const verb asked = operations[k].asked;
        if (asked == verb::drain || asked == verb::stop) continue;
        const std::size_t number = number_of(t, k);
        const bool was_accepted = (*accepted_)[number / most_parts];
        (was_accepted ? accepted : refused) += 1;
        if (was_accepted && asked == verb::submits) accepted += 1;
        if (was_accepted && asked == verb::meet) accepted += 3;
        for (std::size_t part = 0; part < parts_of(asked); ++part) has_run(number + part, was_accepted ? 1 : 0);
      }
    }
    check_books(accepted, refused);
    pool_->~Protocol();
    model_heap& heap = machine::here().heap();
    for (void* const place : std::initializer_list<void*>{pool_, accepted_, board_, unused_}) heap.deallocate(place);
  }

  const field_list& fields() const override { return fields_; }

 private:
  static constexpr std::size_t most_parts = 5;  // of a task, with itself
  static constexpr std::size_t most_tasks = 12;

  using flag_type = atomic<std::uint32_t, checked_memory>;
  struct board {
    std::array<std::uint64_t, most_parts * most_tasks> runs{};
    std::array<flag_type, most_tasks> flags;  // what a task waits for has begun

    // Only those there are, for every location costs.
    explicit board(std::size_t tasks) {
      for (std::size_t i = 0; i < tasks; ++i) flags[i].store(0, order::relaxed);  // relaxed: before the threads
    }
  };
  using accepted_words = std::array<std::uint64_t, most_tasks>;

  unsigned outsiders() const { return static_cast<unsigned>(planned_.threads.size()); }

  // Of the task itself; its parts follow.
  std::size_t number_of(std::size_t thread, std::size_t operation) const {
    std::size_t before = operation;
    for (std::size_t t = 0; t < thread; ++t) before += planned_.threads[t].size();
    return before * most_parts;
  }
  static std::size_t parts_of(verb asked) {
    switch (asked) {
      case verb::submit:
      case verb::waits:
        return 1;
      case verb::submits:
      case verb::forks_stolen:
      case verb::spawns_stolen:
        return 2;
      case verb::forks:
      case verb::spawns:
        return 3;
      case verb::meet:
        return 4;
      case verb::nests:
        return 5;
      default:
        return 0;
    }
  }

  // Relaxed, so that it orders nothing that the pool ought to order.
  flag_type& flag_of(std::size_t number) { return board_->flags[number / most_parts]; }
  static void wait_for(flag_type& flag, std::uint32_t enough = 1) {
    while (flag.load(order::relaxed) < enough) checked_memory::pause();
  }

  // Its last deed: whoever was told that it has run may take away what it works on.
  void ends(std::size_t number) {
    std::uint64_t& runs = board_->runs[number];
    checked_memory::writes(&runs, sizeof runs, {"", 0, "a task"});
    if (++runs > 1) complain("task", number, "was run twice");
  }
  // By whoever has waited for it.
  void has_run(std::size_t number, std::uint64_t times) {
    checked_memory::reads(&board_->runs[number], sizeof(std::uint64_t), {"", 0, "who waited for it"});
    if (board_->runs[number] == times) return;
    complain("task", number, times == 0 ? "was refused and has run" : "has not run, and somebody was told that it has");
  }
  [[noreturn]] static void complain(const char* what, std::size_t number, const char* why) {
    machine::here().refute(violation_kind::assertion, std::string(what) + " " + std::to_string(number / most_parts) +
                                                          "." + std::to_string(number % most_parts) + " " + why);
  }

  void do_one(verb asked, std::size_t number) {
    bool accepted = false;
    switch (asked) {
      case verb::submit:
      case verb::submits:
      case verb::waits:
      case verb::meet:
        accepted = submit(asked, number, follows_one_that_waits(number));
        break;
      case verb::forks:
      case verb::nests:
      case verb::spawns:
      case verb::forks_stolen:
      case verb::spawns_stolen:
        accepted = run(asked, number);
        if (accepted) everything_has_run(asked, number);
        break;
      case verb::drain:
        pool_->drain();
        break;
      case verb::stop:
        pool_->end_work();
        break;
      default:
        break;
    }
    (*accepted_)[number / most_parts] = accepted ? 1 : 0;
    if (asked == verb::drain || asked == verb::stop) what_this_thread_submitted_has_run(number);
  }

  bool run(verb asked, std::size_t number) {
    try {
      pool_->run([this, asked, number] { root(asked, number); });
      return true;
    } catch (const std::runtime_error&) {  // stopped; nothing happens in here, for an exception belongs to no fiber
      return false;
    }
  }

  bool follows_one_that_waits(std::size_t number) const {
    const unsigned thread = machine::here().thread();
    const std::size_t k = (number - number_of(thread, 0)) / most_parts;
    return k > 0 && planned_.threads[thread][k - 1].asked == verb::waits;
  }

  // A callable lies in the explored memory, so it has no padding, which would differ from one execution to the next.
  bool submit(verb kind, std::size_t number, std::uint64_t one_waits) {
    const submit_status said = pool_->submit([this, asked = static_cast<std::uint64_t>(kind), number, one_waits] {
      worker_memory::here().begin(number);
      if (one_waits != 0) flag_of(number - most_parts).store(1, order::relaxed);
      if (asked == static_cast<std::uint64_t>(verb::waits)) wait_for(flag_of(number));
      if (asked == static_cast<std::uint64_t>(verb::submits))
        submit_inside(number + 1, [this, number] { plain(number + 1); });
      if (asked == static_cast<std::uint64_t>(verb::meet)) {
        for (std::size_t which = number + 1; which <= number + 3; ++which)
          submit_inside(which, [this, which] { meet(which); });
      }
      end_task(number);
    });
    return said == submit_status::accepted;
  }
  template <class F>
  void submit_inside(std::size_t number, F body) {
    if (pool_->submit(body) != submit_status::accepted)
      complain("task", number, "is of a running task, and was refused");
  }
  void plain(std::size_t number) {
    worker_memory::here().begin(number);
    end_task(number);
  }
  void meet(std::size_t number) {
    worker_memory::here().begin(number);
    flag_type& begun = flag_of(number);
    begun.fetch_add(1, order::relaxed);
    wait_for(begun, 3);
    end_task(number);
  }
  // Between two tasks a worker remembers none: its ways into the lanes hold nothing that decides anything (explored_setup).
  void end_task(std::size_t number) {
    ends(number);
    if (worker_memory::here().end(number)) worker_memory::here().is_all();
  }

  void root(verb asked, std::size_t number) {
    worker_memory::here().begin(number);
    const auto part = [this, number](std::size_t which) {
      return [this, number, which] {
        worker_memory::here().begin(number + which);
        ends(number + which);
        worker_memory::here().end(number + which);
      };
    };
    if (asked == verb::forks) {
      pool_->fork_join(part(1), part(2));
    } else if (asked == verb::nests) {
      pool_->fork_join(
          [&] {
            worker_memory::here().begin(number + 4);
            pool_->fork_join(part(1), part(2));
            has_run(number + 1, 1);
            has_run(number + 2, 1);
            ends(number + 4);
            worker_memory::here().end(number + 4);
          },
          part(3));
    } else if (asked == verb::spawns) {
      typename Protocol::group children(*pool_);
      children.spawn(part(1));
      children.spawn(part(2));
      children.sync();
    } else {
      flag_type& flag = flag_of(number);
      const auto child = [&flag, run = part(1)] {
        flag.store(1, order::relaxed);
        run();
      };
      const auto parent = [&flag] { wait_for(flag); };
      if (asked == verb::forks_stolen) {
        pool_->fork_join(child, parent);
      } else {
        typename Protocol::group children(*pool_);
        children.spawn(child);
        parent();
        children.sync();
      }
    }
    for (std::size_t which = 1; which < parts_of(asked); ++which) has_run(number + which, 1);
    end_task(number);
  }

  void everything_has_run(verb asked, std::size_t number) {
    for (std::size_t part = 0; part < parts_of(asked); ++part) has_run(number + part, 1);
  }
  void what_this_thread_submitted_has_run(std::size_t number) {
    const unsigned thread = machine::here().thread();
    const auto& operations = planned_.threads[thread];
    for (std::size_t k = 0; number_of(thread, k) < number; ++k) {
      const std::size_t earlier = number_of(thread, k);
      if ((*accepted_)[earlier / most_parts] != 0) everything_has_run(operations[k].asked, earlier);
    }
  }

  void check_books(unsigned accepted, unsigned refused) {
    const char* wrong = nullptr;
    {
      const scheduler_statistics all = pool_->statistics();
      if (all.accepted != accepted || all.refused != refused) wrong = "the books do not say what the threads were told";
      if (!all.adds_up() || all.queued != 0 || all.executing != 0) wrong = "the books do not add up";
    }
    if (wrong == nullptr && !pool_->is_at_rest())
      wrong = "all are gone, and the pool says that somebody searches or sleeps";
    if (wrong != nullptr) machine::here().refute(violation_kind::assertion, wrong);
  }

  void note_fields() {
    if (!machine::here().recording()) return;
    fields_ = {};
    pool_->describe(fields_);
    for (std::size_t i = 0; i < board_->runs.size(); ++i) {
      fields_("runs of task", i, "", &board_->runs[i], sizeof board_->runs[i]);
    }
  }

  const scenario planned_;
  const scheduler_setup setup_;
  void* unused_ = nullptr;
  board* board_ = nullptr;
  accepted_words* accepted_ = nullptr;
  Protocol* pool_ = nullptr;
  field_list fields_;
};

}  // namespace schedlab::verify
