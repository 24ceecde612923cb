// A pool of workers over lanes (global_lane.hpp, stealing_lanes.hpp): how work is accepted, run, waited for and ended.
// The pool makes no threads of its own: a thread that calls work(id) is worker `id` until the pool stops. threaded.hpp
// makes such threads; in the model checker the explored threads make these calls.
//
// A thread that brings work puts it into a lane and then wakes a sleeping worker, if there is one. A worker takes the
// next job from its lane; if the lane is empty, the worker searches, idles and sleeps as idle_loop.hpp says. A join
// (joining_pool.hpp) runs other work until its children are over; if there is no other work it idles like any worker,
// and the worker that finishes a stolen child wakes it. The ledger (ledger.hpp) counts what was accepted and what is
// over.
//
// A lane may be full, or there may be no memory to make room in it. Then a worker that submits a task runs the task at
// once, inside the submission. If 64 submissions are already nested like this, or if the stack is nearly used up, the
// worker keeps the task (overflow.hpp) and runs it between two others.
//
// Progress: that of the lanes; a parked pool sleeps. Who may call what: work(id) one thread per id; fork_join and group
// inside tasks; run, drain and stop outside of tasks; submit any thread.
#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "../queues/memory/array.hpp"
#include "desk.hpp"
#include "idle_loop.hpp"
#include "job.hpp"
#include "ledger.hpp"
#include "pool_statistics.hpp"
#include "pool_worker.hpp"
#include "root_job.hpp"
#include "scheduler.hpp"

namespace schedlab {

inline constexpr unsigned most_workers = 1024;

template <class Lanes, class Memory = native_memory>
class pool {
 public:
  explicit pool(const scheduler_setup& setup)
      : setup_(checked(setup)),
        lanes_(setup_, setup_.workers),
        desks_(setup_.workers),
        ledger_(setup_.workers),
        idle_(setup_, lanes_, ledger_) {}
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  unsigned worker_count() const { return setup_.workers; }

  // A worker's whole life. A fork whose frame would lie below the address `stack_end` calls its child instead of
  // queueing it; 0 means no limit. The worker calls `at_work()` when it has all that it needs; before that, this may
  // throw for want of memory.
  template <class AtWork>
  void work(unsigned id, std::uintptr_t stack_end, AtWork at_work) {
    worker me(this, id, stack_end, lanes_, desks_[id]);
    at_work();
    work_till_the_end(me);
  }
  void work(unsigned id) {
    work(id, 0, [] {});
  }

  // The way in for a thread that is no worker of this pool; each such thread makes its own.
  class submitter {
   public:
    submit_status submit(task&& what, task_options options = {}) {
      return pool_->submit_from_outside(end_, std::move(what), options);
    }

   private:
    friend pool;
    explicit submitter(pool& into) : pool_(&into), end_(into.lanes_.attach_outside()) {}
    pool* pool_;
    typename Lanes::outside_end end_;
  };
  submitter attach_submitter() { return submitter(*this); }

  submit_status submit(task&& what, task_options options = {}) {
    worker* const me = here();
    if (me == nullptr) return submitter(*this).submit(std::move(what), options);
    check_priority(options);
    job* const node = make_node<Memory, queued_task<Memory>>(&run_task, std::move(what));
    ledger_.accept_from(me->id);
    me->seen.submitted.add();
    if (!has_given(*me, node, options.priority)) run_inside_or_keep(*me, node);
    return submit_status::accepted;
  }

  void drain() {
    check_outside("drain");
    ledger_.wait();
  }

  // Waits until everything accepted is over, then lets the workers go.
  void end_work() {
    check_outside("stop");
    ledger_.begin_stop();
    ledger_.wait();
    ledger_.close();
    lanes_.close();
    idle_.wake_all();
  }

  template <class F>
  void run(F&& root) {
    check_outside("run");
    auto end = lanes_.attach_outside();
    if (!ledger_.accept_from_outside()) throw std::runtime_error("run: the scheduler has been stopped");
    root_of<F> node(&run_root<F>, root);
    try {
      put_from_outside(end, &node, 0);
    } catch (...) {  // no memory
      ledger_.take_back();
      throw;
    }
    node.wait();
  }

  // What another thread may ask while the pool runs (pool_statistics.hpp): the counts, what worker `id` is doing, and
  // whether any task waits to be run.
  scheduler_statistics statistics() const { return statistics_of(ledger_, desks_); }
  activity doing(unsigned id) const { return desks_[id].doing(); }
  bool has_queued() const { return something_is_queued(lanes_, ledger_, desks_); }
  const Lanes& lanes() const { return lanes_; }
  Lanes& lanes() { return lanes_; }
  // The desks, one per worker, in storage of the memory policy.
  const desk* desks() const { return &desks_[0]; }

  // To be asked when all workers have returned: true if none of them is still counted as searching or asleep.
  bool is_at_rest() const { return idle_.is_at_rest(); }

  // Tells the visitor each part's name and address, for traces.
  template <class Visitor>
  void describe(Visitor& visit) const {
    ledger_.describe(visit);
    idle_.describe(visit);
    lanes_.describe(visit);
  }

 protected:
  using worker = pool_worker<Lanes>;

  static pool& home_of(worker& me) { return *static_cast<pool*>(me.workplace); }

  // The calling thread's record as a worker of this pool; null if it is no worker of this pool.
  worker* here() {
    auto* const me = static_cast<worker_of_some_pool*>(Memory::self());
    return me != nullptr && me->workplace == this ? static_cast<worker*>(me) : nullptr;
  }
  worker& here_inside(const char* what) {
    worker* const me = here();
    if (me == nullptr)
      throw std::logic_error(std::string(what) + ": only inside a task of this scheduler; begin with run()");
    return *me;
  }

  // Puts the worker's job into its lane, where others see it. False: there was no room, or no memory to make some.
  bool has_given(worker& me, job* given, int priority = 0) {
    if (!has_put(me.end, given, priority)) return false;
    idle_.wake_one();
    return true;
  }

  // Runs other work until `done()` is true.
  template <class Done>
  void work_until(worker& me, Done done) {
    while (!done()) {
      job* found = next(me);
      if (found == nullptr) found = idle_.find(me, done, activity::joining);
      if (found != nullptr) found->run(*found, &me);
    }
  }

  // Called by the worker that has finished a child and has marked it as over: worker `owner` may be waiting for that
  // child.
  void wake_joiner(unsigned owner) { idle_.wake(owner); }

 private:
  template <class F>
  using root_of = root_job<F, Memory>;

  template <class F>
  static void run_root(job& self, void* by) {
    auto& root = static_cast<root_of<F>&>(self);
    worker& me = *static_cast<worker*>(by);
    me.seen.started.add();
    root.call();
    me.seen.completed.add();
    home_of(me).ledger_.finish(me.id);
    root.is_over();
  }

  static void run_task(job& self, void* by) {
    worker& me = *static_cast<worker*>(by);
    pool& home = home_of(me);
    task body = queued_task<Memory>::take(self);
    me.seen.started.add();
    try {
      body();
      me.seen.completed.add();
    } catch (...) {
      me.seen.failed.add();
      if (home.setup_.on_error) home.setup_.on_error(std::current_exception());
    }
    home.ledger_.finish(me.id);
  }

  submit_status submit_from_outside(typename Lanes::outside_end& end, task&& what, task_options options) {
    check_priority(options);
    if (!ledger_.accept_from_outside()) return submit_status::stopped;
    job* node = nullptr;
    try {
      node = make_node<Memory, queued_task<Memory>>(&run_task, std::move(what));
      put_from_outside(end, node, options.priority);
    } catch (...) {  // no memory
      if (node != nullptr) what = queued_task<Memory>::take(*node);
      ledger_.take_back();
      throw;
    }
    return submit_status::accepted;
  }

  static bool has_put(typename Lanes::worker_end& end, job* given, int priority) {
    try {
      return end.put(given, priority);
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  // Waits until the lane has room.
  void put_from_outside(typename Lanes::outside_end& end, job* given, int priority) {
    while (!end.put(given, priority)) Memory::yield();
    idle_.wake_one();
  }

  // The limit is needed for a task that submits itself again and again: it would use up the stack.
  static void run_inside_or_keep(worker& me, job* submitted) {
    if (me.nested == Memory::deepest_nesting || me.stack_is_short()) return me.kept.put(submitted);
    ++me.nested;
    submitted->run(*submitted, &me);
    --me.nested;
  }

  void work_till_the_end(worker& me) noexcept {
    Memory::self() = static_cast<worker_of_some_pool*>(&me);
    if (setup_.on_start) setup_.on_start(me.id);
    const auto closed = [this] { return ledger_.closed(); };
    for (;;) {
      job* found = next(me);
      if (found == nullptr) found = idle_.find(me, closed, activity::searching);
      if (found == nullptr) break;
      found->run(*found, &me);
    }
    Memory::self() = nullptr;
  }

  // The job that the worker runs next, from its lane or from those it has kept; null if there is none.
  job* next(worker& me) {
    if (me.kept.is_empty()) [[likely]] {
      return me.end.take();
    }
    return next_beside_kept(me);
  }

  // Taking a job out of the lanes makes room, so the first kept job is put there. If another thread fills that room
  // first, the kept job is run before the lane's next one, so that neither waits for ever. A kept job comes back with
  // priority 0, because its priority was not kept.
  [[gnu::noinline]] job* next_beside_kept(worker& me) {
    job* const first = me.kept.take();
    job* const found = std::exchange(me.kept_goes_first, false) ? nullptr : me.end.take();
    if (found == nullptr) return first;
    if (!has_given(me, first)) {
      me.kept.put_back(first);
      me.kept_goes_first = true;
    }
    return found;
  }

  void check_priority(task_options options) const {
    if (!Lanes::takes_priorities && options.priority != 0) {
      throw std::invalid_argument("priority " + std::to_string(options.priority) +
                                  ": this scheduler takes no priorities; a global queue ordered by priority does");
    }
  }
  void check_outside(const char* what) {
    if (here() != nullptr) throw std::logic_error(std::string(what) + " inside a task would wait for that task itself");
  }
  static const scheduler_setup& checked(const scheduler_setup& setup) {
    if (setup.workers == 0 || setup.workers > most_workers) {
      throw std::invalid_argument("a pool has 1 to " + std::to_string(most_workers) + " workers, not " +
                                  std::to_string(setup.workers));
    }
    return setup;
  }

  const scheduler_setup setup_;
  Lanes lanes_;
  array<desk, Memory> desks_;
  ledger<Memory> ledger_;
  idle_loop<Lanes, Memory> idle_;
};

}  // namespace schedlab
