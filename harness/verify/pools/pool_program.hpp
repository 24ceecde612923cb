// Explores a pool's protocol: every worker is a thread that calls work(id); the other threads stand outside and do what
// a scenario says:
//   submit    a task
//   submits   a task that submits another one
//   throws    a task that throws
//   ranks     a task that submits one of priority 1 and one of priority 2: a single worker runs the second one first
//   grows     a task that submits two, each of which submits one that submits one (where there is no room, inside another)
//   waits     a task that waits until the next one, a submit, has begun: so no other worker may sleep meanwhile
//   awaits    run: forks_stolen, and then its parent waits until the first submit of the next thread has begun
//   meet      a task that submits three that wait until all three have begun
//   gathers   the same, but two must have begun before any of the four is over
//   forks     run: fork_join of two children
//   nests     run: fork_join of a child that forks again, and one
//   spawns    run: a group of two children
//   forks_stolen, spawns_stolen   the same with a single child that is run by another worker: its parent waits until it is
//   forks_throwing, spawns_throwing   the same with two children that throw
//   drain
//   stop      lets the workers end; one thread must do it
// Threads outside come first. The capacity is that of a worker's deque at first, or of a bounded queue.
//
// At the end every accepted task has run once and to its end, no refused one has run (task_board.hpp), and the pool's
// own books agree.
#pragma once

#include "harness/verify/machine/checked_memory.hpp"
#include "harness/verify/pools/pool_watch.hpp"
#include "harness/verify/subjects/subject.hpp"
#include "harness/verify/subjects/task_board.hpp"
#include "schedulers/pool_worker.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab::verify {

// The set-up that the explored pools share: it is made once and never written.
scheduler_setup explored_setup(const scenario& planned);

template <class Protocol>
class pool_program final : public explored_program {
 public:
  explicit pool_program(const scenario& planned) : planned_(planned), setup_(explored_setup(planned)) {}

  unsigned threads() const override { return planned_.thread_count(); }

  void set_up() override {
    model_heap& heap = machine::here().heap();
    unused_ = heap.allocate(8, 8);  // the first block's content is no part of a state: model_heap::hash_of_contents
    board_.set_up();
    void* const place = heap.allocate(sizeof(Protocol), alignof(Protocol));
    pool_ = nullptr;
    try {
      pool_ = ::new (place) Protocol(setup_);
    } catch (const std::bad_alloc&) {
      heap.deallocate(place);
      return;
    }
    heap.leave_out_of_states(pool_->desks());
    note_fields();
  }

  void run(unsigned thread) override {
    worker_memory::here().reset();
    if (pool_ == nullptr) return;
    if (thread < outsiders()) {
      const auto& operations = planned_.threads[thread];
      for (std::size_t k = 0; k < operations.size(); ++k) {
        do_one(operations[k].action, board_.number_of(thread, k));
        machine::here().forget_locals(k + 1);
      }
    } else {
      machine::here().memory_lasts(true);  // a worker that cannot begin is a fault of its maker
      pool_->work(thread - outsiders(), 0, [] { machine::here().memory_lasts(false); });
      machine::here().forget_locals(0);
    }
  }

  void tear_down() override {
    machine::here().memory_lasts(true);
    if (pool_ != nullptr) check_all();
    board_.tear_down();
    machine::here().heap().deallocate(unused_);
  }

  const field_list& fields() const override { return fields_; }

 private:
  void check_all() {
    unsigned accepted = 0;
    unsigned refused = 0;
    for (unsigned t = 0; t < outsiders(); ++t) {
      const auto& operations = planned_.threads[t];
      for (std::size_t k = 0; k < operations.size(); ++k) {
        const verb asked = operations[k].action;
        if (asked == verb::drain || asked == verb::stop) continue;
        const std::size_t number = board_.number_of(t, k);
        (board_.exists(number) ? accepted : refused) += 1;
        for (std::size_t part = 0; part < board_.parts_of(asked); ++part) {
          if (part > 0 && board_.is_submitted(asked) && board_.exists(number + part)) ++accepted;
          board_.require(number + part);
        }
      }
    }
    check_books(accepted, refused);
    pool_->~Protocol();
    machine::here().heap().deallocate(pool_);
  }

  unsigned outsiders() const { return static_cast<unsigned>(planned_.threads.size()); }

  void do_one(verb asked, std::size_t number) {
    switch (asked) {
      case verb::drain:
        pool_->drain();
        break;
      case verb::stop:
        pool_->end_work();
        break;
      case verb::submit:
      case verb::submits:
      case verb::throws:
      case verb::ranks:
      case verb::grows:
      case verb::waits:
      case verb::meet:
      case verb::gathers:
        if (submit(asked, number, follows_one_that_waits(number))) board_.begins_to_exist(number);
        break;
      default:
        if (run(asked, number)) board_.require_all_of(asked, number);
        break;
    }
    if (asked == verb::drain || asked == verb::stop) what_this_thread_submitted_has_run(number);
  }

  // False if there was no memory. The caller acts on that after the exception is handled, not inside the handler.
  template <class F>
  static bool has_memory_for(F what) {
    try {
      what();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  bool run(verb asked, std::size_t number) {
    bool stopped = false;
    const bool had_memory = has_memory_for([&] {
      try {
        pool_->run([this, asked, number] { root(asked, number); });
      } catch (const std::runtime_error&) {
        stopped = true;
      }
    });
    return had_memory && !stopped;
  }

  bool follows_one_that_waits(std::size_t number) const {
    const unsigned thread = machine::here().thread();
    const std::size_t k = (number - board_.number_of(thread, 0)) / board_.most_parts;
    return k > 0 && planned_.threads[thread][k - 1].action == verb::waits;
  }

  // A callable lies in the explored memory, so it must have no padding, which would differ from one execution to the
  // next.
  bool submit(verb kind, std::size_t number, std::uint64_t one_waits) {
    submit_status said = submit_status::stopped;
    const bool had_memory = has_memory_for([&] {
      said = pool_->submit([this, asked = static_cast<std::uint64_t>(kind), number, one_waits] {
        worker_memory::here().begin(number);
        body(static_cast<verb>(asked), number, one_waits != 0);
        end_task(number);
        if (asked == static_cast<std::uint64_t>(verb::throws)) throw number;
      });
    });
    return had_memory && said == submit_status::accepted;
  }

  void body(verb asked, std::size_t number, bool one_waits) {
    if (one_waits) board_.flag_of(number - board_.most_parts).store(1, order::relaxed);
    if (asked == verb::submit) begun_by_threads_but_the_first(number);
    if (asked == verb::waits) board_.wait_for(board_.flag_of(number));
    if (asked == verb::submits) submit_inside(number + 1, [this, number] { plain(number + 1); });
    if (asked == verb::ranks) {
      submit_inside(
          number + 1, [this, number] { plain(number + 1); }, 1);
      submit_inside(
          number + 2, [this, number] { ranked(number + 2); }, 2);
    }
    if (asked == verb::grows) {
      submit_inside(number + 1, [this, number] { growing(number + 1, 2); });
      submit_inside(number + 4, [this, number] { growing(number + 4, 2); });
    }
    if (asked == verb::meet || asked == verb::gathers) {
      const std::uint64_t enough = asked == verb::meet ? 3 : 2;
      for (std::size_t which = number + 1; which <= number + 3; ++which) {
        submit_inside(which, [this, which, enough] { meet(which, enough); });
      }
      if (asked == verb::gathers) board_.wait_for(board_.flag_of(number), 2);
    }
  }

  template <class F>
  void submit_inside(std::size_t number, F what, int priority = 0) {
    submit_status said = submit_status::stopped;
    board_.begins_to_exist(number);  // it may run before submit returns
    const bool had_memory = has_memory_for([&] { said = pool_->submit(what, {.priority = priority}); });
    if (!had_memory) {
      board_.does_not_exist(number);
    } else if (said != submit_status::accepted) {
      board_.complain(number, "is of a running task, and was refused");
    }
  }
  void plain(std::size_t number) {
    worker_memory::here().begin(number);
    end_task(number);
  }
  void ranked(std::size_t number) {
    if (planned_.workers == 1 && board_.has_begun_to_count(number - 1))
      board_.complain(number, "ran after one of lower priority");
    plain(number);
  }
  // Submits `more` further tasks, each from inside the one before.
  void growing(std::size_t number, std::size_t more) {
    worker_memory::here().begin(number);
    if (more > 0) submit_inside(number + 1, [this, number, more] { growing(number + 1, more - 1); });
    end_task(number);
  }
  void meet(std::size_t number, std::uint64_t enough) {
    worker_memory::here().begin(number);
    task_board::flag& begun = board_.flag_of(number);
    begun.fetch_add(1, order::relaxed);
    board_.wait_for(begun, static_cast<std::uint32_t>(enough));
    end_task(number);
  }
  // Between two tasks a worker remembers no task, unless it keeps some for which there was no room.
  void end_task(std::size_t number) {
    board_.ends(number);
    if (!worker_memory::here().end(number)) return;
    using lanes_type = std::remove_reference_t<decltype(pool_->lanes())>;
    auto* const some_worker = static_cast<worker_of_some_pool*>(checked_memory::self());
    if (static_cast<pool_worker<lanes_type>*>(some_worker)->kept.is_empty()) worker_memory::here().is_all();
  }

  enum class deed : std::uint64_t { nothing, raises_flag, throws, forks };

  // A child. All its members are words, as in all callables here.
  struct child {
    pool_program* program;
    std::size_t number;
    deed does;

    void operator()() const {
      worker_memory::here().begin(number);
      struct at_the_end {
        const child& mine;
        ~at_the_end() {
          mine.program->board_.ends(mine.number);
          worker_memory::here().end(mine.number);
        }
      } const then{*this};
      if (does == deed::raises_flag) program->board_.flag_of(number).store(1, order::relaxed);
      if (does == deed::throws) throw number;
      if (does == deed::forks) program->fork(number - 3, deed::nothing);
    }
  };
  // A child that is moved, and whose destruction is waited for as well.
  struct spawned_child : child {
    explicit spawned_child(const child& plain) : child(plain) {}
    spawned_child(spawned_child&& other) noexcept : child(other) { other.program = nullptr; }
    spawned_child& operator=(spawned_child&&) = delete;
    ~spawned_child() {
      if (this->program != nullptr) this->program->board_.is_destroyed(this->number);
    }
  };

  void root(verb asked, std::size_t number) {
    worker_memory::here().begin(number);
    board_.begins_to_exist(number);
    const bool throwing = asked == verb::forks_throwing || asked == verb::spawns_throwing;
    const deed what = throwing ? deed::throws : deed::nothing;
    const auto parent = [this, number] { board_.wait_for(board_.flag_of(number)); };
    bool was_told = false;
    try {
      if (asked == verb::forks || asked == verb::forks_throwing) {
        fork(number, what);
      } else if (asked == verb::nests) {
        board_.begins_to_exist(number + 3);
        board_.begins_to_exist(number + 4);
        child inner{this, number + 3, deed::forks};
        child other{this, number + 4, deed::nothing};
        pool_->fork_join(inner, other);
      } else if (asked == verb::spawns || asked == verb::spawns_throwing) {
        typename Protocol::group children(*pool_);
        spawn(children, number + 1, what);
        spawn(children, number + 2, what);
        children.sync();
      } else if (asked == verb::spawns_stolen) {
        typename Protocol::group children(*pool_);
        if (spawn(children, number + 1, deed::raises_flag)) parent();
        children.sync();
      } else {
        board_.begins_to_exist(number + 1);
        child one{this, number + 1, deed::raises_flag};
        pool_->fork_join(one, parent);
        if (asked == verb::awaits) board_.wait_for(board_.flag_of_awaited_submit());
      }
    } catch (std::size_t) {
      was_told = true;
    }
    const bool one_threw = throwing && (board_.exists(number + 1) || board_.exists(number + 2));
    if (was_told != one_threw) board_.complain(number, "has a child that threw, and was not told");
    board_.require_parts(asked, number);
    end_task(number);
  }

  void fork(std::size_t number, deed what) {
    board_.begins_to_exist(number + 1);
    board_.begins_to_exist(number + 2);
    child one{this, number + 1, what};
    child other{this, number + 2, what};
    pool_->fork_join(one, other);
    board_.require(number + 1);
    board_.require(number + 2);
  }

  // False if there was no memory for the child.
  bool spawn(typename Protocol::group& into, std::size_t number, deed what) {
    spawned_child one(child{this, number, what});
    board_.begins_to_exist(number);  // it may run before spawn returns
    if (has_memory_for([&] { into.spawn(std::move(one)); })) return true;
    one.program = nullptr;
    board_.does_not_exist(number);
    return false;
  }

  // Notes the first submit of a thread that is not the first thread.
  void begun_by_threads_but_the_first(std::size_t number) {
    if (planned_.uses(verb::awaits) && number >= board_.number_of(1, 0)) {
      board_.flag_of_awaited_submit().store(1, order::relaxed);
    }
  }

  void what_this_thread_submitted_has_run(std::size_t number) {
    const unsigned thread = machine::here().thread();
    const auto& operations = planned_.threads[thread];
    for (std::size_t k = 0; board_.number_of(thread, k) < number; ++k) {
      board_.require_all_of(operations[k].action, board_.number_of(thread, k));
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
    board_.describe(fields_);
  }

  const scenario planned_;
  const scheduler_setup setup_;
  void* unused_ = nullptr;
  task_board board_{planned_};
  Protocol* pool_ = nullptr;
  field_list fields_;
};

}  // namespace schedlab::verify
