// A pool of workers over lanes (global_lane.hpp, stealing_lanes.hpp): how work is accepted, found, run, waited for and
// ended. It is a protocol without threads: whoever calls work(id) is that worker until the pool stops. threaded.hpp gives
// it threads; the model checker gives it its own.
//
// Who brings work puts it into a lane and then wakes a sleeper if there is one (event_count.hpp). A worker takes what is at
// hand, then searches, and does what its idle policy says while it finds nothing. A join (joining_pool.hpp) runs other work
// until its children are over; if there is none it idles like everybody, and whoever finishes a stolen child wakes it.
// The books (ledger.hpp) say when everything is over.
//
// Progress: that of the lanes; a parked pool sleeps. Who may call what: work(id) one thread per id; fork_join and group
// inside tasks; run, drain, stop outside of them; submit anybody.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "queues/memory/array.hpp"
#include "schedulers/desk.hpp"
#include "schedulers/idle/event_count.hpp"
#include "schedulers/idle/park.hpp"
#include "schedulers/job.hpp"
#include "schedulers/ledger.hpp"
#include "schedulers/pool_statistics.hpp"
#include "schedulers/scheduler.hpp"

namespace schedlab {

inline constexpr unsigned most_workers = 1024;

template <class Lanes, class Memory = native_memory>
class pool {
 public:
  explicit pool(const scheduler_setup& setup)
      : setup_(checked(setup)),
        idle_(setup_.idle ? setup_.idle : std::make_shared<park_idle>()),
        lanes_(setup_, setup_.workers),
        desks_(setup_.workers),
        ledger_(setup_.workers),
        events_(setup_.workers) {
    if (idle_->blocks() && !Lanes::can_block) {
      throw std::invalid_argument("idle policy block: these queues have no blocking pop; take park");
    }
    if (idle_parks_ && !Lanes::can_park) {
      throw std::invalid_argument(
          "idle policy park: this queue may look empty while it holds something; take spin_yield");
    }
  }
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  unsigned worker_count() const { return setup_.workers; }

  // A worker's whole life. `stack_end`: below that address a fork calls its child instead of queueing it; 0 for no limit.
  void work(unsigned id, std::uintptr_t stack_end = 0) {
    worker me(*this, id, stack_end);
    Memory::self() = static_cast<worker_of_some_pool*>(&me);
    if (setup_.on_start) setup_.on_start(id);
    const auto closed = [this] { return ledger_.closed(); };
    for (;;) {
      job* found = me.end.take();
      if (found == nullptr) found = find(me, closed, activity::searching);
      if (found == nullptr) break;
      found->run(*found, &me);
    }
    Memory::self() = nullptr;
    me.seen.set(activity::absent);
  }

  // An outsider's own way in: one per thread.
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
    if (worker* const me = here(); me != nullptr) {
      check_priority(options);
      job* const node = make_node<Memory, queued_task<Memory>>(&run_task, std::move(what));
      ledger_.accept_from(me->id);
      me->seen.submitted.add();
      give(*me, node, options.priority);
      return submit_status::accepted;
    }
    return submitter(*this).submit(std::move(what), options);
  }

  void drain() {
    check_outside("drain");
    ledger_.wait();
  }

  // Lets the workers go when everything accepted is over.
  void end_work() {
    check_outside("stop");
    ledger_.begin_stop();
    ledger_.wait();
    ledger_.close();
    lanes_.close();
    events_.wake_all();
  }

  template <class F>
  void run(F&& root) {
    check_outside("run");
    auto end = lanes_.attach_outside();
    if (!ledger_.accept_from_outside()) throw std::runtime_error("run: the scheduler has been stopped");
    root_job<F> node(root);
    try {
      put_from_outside(end, &node, 0);
    } catch (...) {  // no memory
      ledger_.take_back();
      throw;
    }
    node.wait();
  }

  scheduler_statistics statistics() const { return statistics_of(ledger_, desks_); }

  // For those who watch while it runs: what worker `id` is doing, and whether anything waits to be run.
  activity doing(unsigned id) const { return desks_[id].doing(); }
  bool has_queued() const {
    if (lanes_.queued().value_or(0) > 0) return true;
    // One that is accepted may still be on its way into a lane that cannot tell what it holds. What was started is read
    // after what was accepted, or tasks that came in between would seem to be queued.
    const std::uint64_t accepted = ledger_.accepted_or_refused();
    return accepted > ledger_.refused() + tasks_started(desks_) + 1;
  }
  Lanes& lanes() { return lanes_; }
  // On storage of the memory policy, one each.
  const desk* desks() const { return &desks_[0]; }
  const Lanes& lanes() const { return lanes_; }

  // When no worker is there any more: nobody searches or sleeps.
  bool is_at_rest() const { return events_.is_at_rest(); }

  // Tells the visitor what lies where.
  template <class Visitor>
  void describe(Visitor& visit) const {
    ledger_.describe(visit);
    events_.describe(visit);
    lanes_.describe(visit);
  }

 protected:
  // A thread may be a worker of any pool.
  struct worker_of_some_pool {
    const void* const workplace;
  };
  // The calling thread's record while it works here.
  struct worker : worker_of_some_pool {
    worker(pool& into, unsigned number, std::uintptr_t lowest)
        : worker_of_some_pool{&into},
          home(&into),
          id(number),
          stack_end(lowest),
          end(into.lanes_.attach_worker(number)),
          seen(into.desks_[number]) {
      seen.set(activity::running);
    }

    pool* const home;
    const unsigned id;
    const std::uintptr_t stack_end;
    typename Lanes::worker_end end;
    desk& seen;
  };

  // Null for those who are not workers of this pool.
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

  // A worker makes a job visible. False: there was no room or no memory, so it has run it at once.
  bool give(worker& me, job* given, int priority = 0) {
    if (!has_put(me.end, given, priority)) {
      given->run(*given, &me);
      return false;
    }
    if (idle_parks_) events_.wake_one();
    return true;
  }

  // Runs other work until `done` says so.
  template <class Done>
  void work_until(worker& me, Done done) {
    while (!done()) {
      job* found = me.end.take();
      if (found == nullptr) found = find(me, done, activity::joining);
      if (found != nullptr) found->run(*found, &me);
    }
  }

  // Whoever has finished a child that worker `owner` may be waiting for, after it has said so.
  void wake_joiner(unsigned owner) {
    if (idle_parks_) events_.wake(owner);
  }

 private:
  template <class F>
  struct root_job : job {
    explicit root_job(F& root) : job(&run_root), called(&root) {}

    void wait() {
      // acquire: pairs with the release in run_root.
      while (over.load(order::acquire) == 0) (void)Memory::wait(over.address(), 0, wait_forever);
      if (error) std::rethrow_exception(error);
    }

    static void run_root(job& self, void* by) {
      auto& root = static_cast<root_job&>(self);
      worker& me = *static_cast<worker*>(by);
      me.seen.started.add();
      try {
        (*root.called)();
      } catch (...) {
        root.error = std::current_exception();
      }
      me.seen.completed.add();
      me.home->ledger_.finish(me.id);
      std::uint32_t* const address = root.over.address();
      // release: pairs with the acquire in wait. The root may be gone after it; a wake-up of nobody harms nobody.
      root.over.store(1, order::release);
      Memory::wake(address, 1);
    }

    std::remove_reference_t<F>* called;
    std::exception_ptr error;
    atomic<std::uint32_t, Memory> over{0};
  };

  static void run_task(job& self, void* by) {
    worker& me = *static_cast<worker*>(by);
    task body = queued_task<Memory>::take(self);
    me.seen.started.add();
    try {
      body();
      me.seen.completed.add();
    } catch (...) {
      me.seen.failed.add();
      if (me.home->setup_.on_error) me.home->setup_.on_error(std::current_exception());
    }
    me.home->ledger_.finish(me.id);
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

  // Waits for room.
  void put_from_outside(typename Lanes::outside_end& end, job* given, int priority) {
    while (!end.put(given, priority)) Memory::yield();
    if (idle_parks_) events_.wake_one();
  }

  // Looks for work, idling as the policy says, until `done`; then none.
  template <class Done>
  job* find(worker& me, Done done, activity as) {
    me.seen.set(as);
    ledger_.tell_if_over();
    search_state state{.searching = !idle_parks_ || events_.begin_search()};
    job* found = nullptr;
    for (std::uint64_t looks = 0; !done(); ++looks) {
      // Where enough others search already it stays at hand for a while, and robs nobody.
      found = state.searching ? me.end.search(me.seen) : me.end.take();
      if (found != nullptr) break;
      me.seen.idle_spins.add();
      const idle_step step = idle_->after(looks);
      if (step == idle_step::pause) {
        Memory::pause();
      } else if (step == idle_step::park) {
        found = park(me, done, as, state);
        looks = 0;
      } else if (step == idle_step::block && as == activity::searching) {
        found = block(me);
      } else {
        Memory::yield();
        if (!state.searching) state.searching = events_.begin_search();
      }
      if (found != nullptr) break;
    }
    if (state.woken && found == nullptr) me.seen.empty_wakes.add();
    if (idle_parks_ && state.searching) stop_searching(me, found);
    me.seen.set(activity::running);
    return found;
  }

  // Who put work somewhere while this worker searched may have relied on it, or may even have woken it for that work. So it
  // wakes another one if it was relied upon and nobody else searches; if it goes without having found anything, because
  // what it waited for is over, and so without a last look; and if it brought more than it takes: while it carried that,
  // others may have looked everywhere and fallen asleep.
  void stop_searching(worker& me, const job* found) {
    const bool was_relied_upon = events_.end_search();
    if (was_relied_upon || found == nullptr || me.end.has_more()) events_.wake_one();
  }

  struct search_state {
    bool searching;      // counted as such, where workers park
    bool woken = false;  // and has found nothing since
  };

  // Sleeps, unless there is something to find or `done`; then it is a searcher.
  template <class Done>
  job* park(worker& me, Done done, activity as, search_state& state) {
    if (state.woken) me.seen.empty_wakes.add();
    state.woken = false;
    events_.prepare(me.id, state.searching);
    job* const found = me.end.look_again(me.seen);
    if (found != nullptr || done()) {
      state.searching = events_.cancel(me.id);
      // There may be more, and who brought it may have relied on this worker.
      if (found != nullptr) events_.wake_one();
    } else {
      me.seen.set(activity::asleep);
      me.seen.parks.add();
      events_.commit(me.id);
      me.seen.wakes.add();
      me.seen.set(as);
      state = {.searching = true, .woken = true};
    }
    return found;
  }

  job* block(worker& me) {
    if constexpr (Lanes::can_block) {
      me.seen.set(activity::asleep);
      me.seen.parks.add();
      return lanes_.wait();
    } else {
      return nullptr;
    }
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
  const std::shared_ptr<const idle_policy> idle_;
  const bool idle_parks_ = idle_->parks();
  Lanes lanes_;
  array<desk, Memory> desks_;
  ledger<Memory> ledger_;
  event_count<Memory> events_;
};

}  // namespace schedlab
