// Fork and join inside tasks of a pool. A child is a job that lies where its parent waits for it, in the parent's frame
// (fork_join) or in a pooled block (group); the parent's worker puts it into its own lane, goes on, and at the join takes
// it back: if nobody has stolen it, it is called like a function (R. Halstead, "Multilisp", TOPLAS 1985; K.-F. Faxen,
// "Wool - a work stealing library", 2008). Otherwise the parent's worker runs other work until the thief is done.
//
// Space: with deques a worker's stack grows with the depth of the program and with the tasks it runs while it waits; with
// one first-in-first-out queue for all, a wait runs the oldest task first, so stacks grow with the number of tasks. Below
// the worker's stack_end a fork calls its child at once; worker_counts::called tells how often.
// Progress: as the pool. Who may call what: the task that forks joins.
#pragma once

#include "../queues/memory/plain_cell.hpp"
#include "in_frame.hpp"
#include "pool.hpp"

namespace schedlab {

template <class Lanes, class Memory = native_memory>
class joining_pool : public pool<Lanes, Memory> {
  using base = pool<Lanes, Memory>;
  using worker = typename base::worker;

 public:
  using base::base;

  // f() may run on another worker while g() runs here. Throws what g threw, otherwise what f threw.
  template <class F, class G>
  [[gnu::always_inline]] void fork_join(F&& f, G&& g) {
    worker& me = this->here_inside("fork_join");
    if (me.stack_is_short()) [[unlikely]] {
      return call_both(me, f, g);
    }
    frame_child<std::remove_reference_t<F>> node(f, me.id);
    const bool waits = this->give(me, &node);
    try {
      g();
    } catch (...) {
      try {
        join(me, node, waits);
      } catch (...) {  // f's exception is dropped, because g's is thrown
      }
      throw;
    }
    join(me, node, waits);
  }

  class group;

 private:
  template <class F>
  struct frame_child : in_frame<frame_child<F>, Memory>, job {
    frame_child(F& f, unsigned owner_id) : job(&run_by_job), called(&f) {
      Memory::writes(static_cast<job*>(this), sizeof(job) + sizeof called);
      owner.put(static_cast<unsigned&&>(owner_id));
    }

    // acquire: pairs with the release in run_by_job.
    bool is_over() const { return over.load(order::acquire) != 0; }

    static void run_by_job(job& self, void* by) {
      auto& node = static_cast<frame_child&>(self);
      worker& me = *static_cast<worker*>(by);
      Memory::reads(&self, sizeof(job) + sizeof called);
      const unsigned owner = node.owner.take();
      me.seen.children.add();
      try {
        (*node.called)();
      } catch (...) {
        node.error = std::current_exception();
      }
      auto& home = static_cast<joining_pool&>(base::home_of(me));
      // release: pairs with the acquire in is_over. The node may be gone after it.
      node.over.store(1, order::release);
      if (owner != me.id) home.wake_joiner(owner);
    }

    F* const called;
    plain_cell<unsigned, Memory> owner;
    atomic<std::uint32_t, Memory> over{0};
    std::exception_ptr error;
  };

  template <class F>
  [[gnu::always_inline]] void join(worker& me, frame_child<F>& node, bool waits) {
    if (!waits) [[unlikely]] {
      return join_stolen(me, node, nullptr);
    }
    job* const top = me.end.take_own();
    if (top == &node) [[likely]] {
      me.seen.children.add();
      return (*node.called)();
    }
    join_stolen(me, node, top);
  }

  template <class F>
  [[gnu::noinline]] void join_stolen(worker& me, frame_child<F>& node, job* taken) {
    if (taken != nullptr) taken->run(*taken, &me);
    this->work_until(me, [&node] { return node.is_over(); });
    if (node.error) std::rethrow_exception(node.error);
  }

  template <class F, class G>
  [[gnu::noinline]] static void call_both(worker& me, F& f, G& g) {
    me.seen.called.add();
    me.seen.children.add();
    try {
      g();
    } catch (...) {
      try {
        f();
      } catch (...) {  // f's exception is dropped, because g's is thrown
      }
      throw;
    }
    f();
  }

  // Puts a child into the lane. If there is no room or no memory, runs the child and returns false.
  [[gnu::always_inline]] bool give(worker& me, job* child) {
    if (this->has_given(me, child)) [[likely]] {
      return true;
    }
    child->run(*child, &me);
    return false;
  }
};

// Any number of children that one task spawns and waits for.
template <class Lanes, class Memory>
class joining_pool<Lanes, Memory>::group : public in_frame<group, Memory> {
 public:
  explicit group(joining_pool& of) : me_(of.here_inside("group")) {}
  group(const group&) = delete;
  group& operator=(const group&) = delete;
  // Waits for children that were not synced, for example when an exception leaves the scope.
  ~group() { wait(); }

  // The callable is moved or copied. If it throws, sync() throws that exception.
  template <class F>
  void spawn(F&& f) {
    using node_type = child<std::decay_t<F>>;
    auto* const node = make_node<Memory, node_type>(*this, std::forward<F>(f));
    ++spawned_;
    if (me_.stack_is_short()) [[unlikely]] {
      me_.seen.called.add();
      return node->run(*node, &me_);
    }
    home().give(me_, node);
  }

  void sync() {
    wait();
    if (error_) {
      // relaxed: all children are over.
      failed_.store(0, order::relaxed);
      std::rethrow_exception(std::exchange(error_, nullptr));
    }
  }

 private:
  template <class F>
  struct child : job {
    template <class Callable>
    child(group& in, Callable&& f) : job(&run_child), parent_group(&in), body(std::forward<Callable>(f)) {
      Memory::writes(this, sizeof *this);
    }

    static void run_child(job& self, void* by) {
      auto* const node = static_cast<child*>(&self);
      Memory::reads(node, sizeof *node);
      group& parent_group = *node->parent_group;
      worker& me = *static_cast<worker*>(by);
      me.seen.children.add();
      try {
        node->body();
      } catch (...) {
        parent_group.keep(std::current_exception());
      }
      drop_node<Memory>(node);
      parent_group.child_is_over(me);
    }

    group* const parent_group;
    F body;
  };

  joining_pool& home() { return static_cast<joining_pool&>(base::home_of(me_)); }

  void wait() {
    if (spawned_ == over_here_) return;
    // acquire: pairs with the release in child_is_over.
    home().work_until(me_, [this] { return over_here_ + over_elsewhere_.load(order::acquire) == spawned_; });
  }

  void keep(std::exception_ptr error) {
    // relaxed: it decides which thread writes; what is written is published by child_is_over.
    if (failed_.exchange(1, order::relaxed) == 0) error_ = std::move(error);
  }

  void child_is_over(worker& by) {
    if (&by == &me_) {
      ++over_here_;
      return;
    }
    const unsigned owner = me_.id;
    // release: pairs with the acquire in wait. The group may be gone after it.
    over_elsewhere_.fetch_add(1, order::release);
    static_cast<joining_pool&>(base::home_of(by)).wake_joiner(owner);
  }

  worker& me_;
  std::uint64_t spawned_ = 0;
  std::uint64_t over_here_ = 0;
  atomic<std::uint64_t, Memory> over_elsewhere_{0};
  atomic<std::uint32_t, Memory> failed_{0};
  std::exception_ptr error_;
};

}  // namespace schedlab
