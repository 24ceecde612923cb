// Peer: one thread of the operating system per task, with no scheduler but the system's. A submitted task gets a
// detached thread, a forked child gets what std::async makes with std::launch::async. It shows what a task must cost
// before threads would do.
//
// There are at most most_threads of them at a time, and no more than the system allows: beyond that a task runs in the
// thread that submits or forks it. worker_count() is only what the setup said. A join waits and runs nothing meanwhile.
// Who may call what: any thread, anything; drain, stop and run outside of tasks, fork_join and group inside.
#pragma once

#include <pthread.h>

#include <future>
#include <memory>
#include <system_error>
#include <vector>

#include "../adapters/first_exception.hpp"
#include "../adapters/pending_scheduler.hpp"

namespace schedlab {

class async_threads : public pending_scheduler<async_threads> {
 public:
  static constexpr scheduler_traits traits{
      .name = "async_threads", .kind = design_kind::peer, .queues = false, .paper = "std::async, std::launch::async"};
  static constexpr unsigned most_threads = 512;

  explicit async_threads(const scheduler_setup& setup) : pending_scheduler(setup) {}
  ~async_threads() { stop(); }

  submit_status submit(task&& what, task_options /*options*/ = {}) {
    return pending_.accept([&] {
      auto mine = std::make_unique<task>(std::move(what));
      const auto body = [this, given = mine.get()] {
        const std::unique_ptr<task> kept(given);
        starts_.check_in();
        const auto run_and_leave = [this, &kept] {
          const places left(*this, 1);
          (*kept)();
        };
        pending_.run(run_and_leave);
      };
      if (on_new_thread([&body] { start_detached(body); })) {
        static_cast<void>(mine.release());
      } else {
        pending_.run(*mine);
      }
    });
  }

  template <class F, class G>
  void fork_join(F&& f, G&& g) {
    group children(*this);
    children.spawn(std::ref(f));
    g();
    children.sync();
  }

  class group {
   public:
    explicit group(async_threads& of) : home_(of) { home_.pending_.check_inside("group"); }
    group(const group&) = delete;
    group& operator=(const group&) = delete;

    ~group() { wait(); }

    template <class F>
    void spawn(F&& f) {
      auto child = std::make_shared<std::decay_t<F>>(std::forward<F>(f));
      const auto body = [this, child] {
        const pending_tasks::inside here(home_.pending_);
        error_.keep_from(*child);
      };
      const auto begin = [&] { children_.push_back(std::async(std::launch::async, body)); };
      if (!home_.on_new_thread(begin)) error_.keep_from(*child);
    }
    void sync() {
      wait();
      error_.rethrow();
    }

   private:
    void wait() {
      const places left(home_, static_cast<unsigned>(children_.size()));
      children_.clear();  // waits for each child's thread
    }

    async_threads& home_;
    first_exception error_;
    std::vector<std::future<void>> children_;
  };

 private:
  // When it ends, takes so many threads off the count that most_threads limits.
  class places {
   public:
    places(async_threads& of, unsigned count) : scheduler_(of), count_(count) {}
    places(const places&) = delete;
    places& operator=(const places&) = delete;
    // relaxed: it only limits how many there are.
    ~places() { scheduler_.threads_.fetch_add(0u - count_, order::relaxed); }

   private:
    async_threads& scheduler_;
    const unsigned count_;
  };

  // False if the limit is reached or the system makes no more threads.
  template <class Begin>
  bool on_new_thread(const Begin& begin) {
    // relaxed: as above.
    if (threads_.fetch_add(1, order::relaxed) < most_threads) {
      try {
        begin();
        return true;
      } catch (const std::system_error&) {  // the system makes no more threads
      } catch (...) {
        const places left(*this, 1);
        throw;
      }
    }
    const places left(*this, 1);
    return false;
  }

  // std::thread::detach() would not do: in glibc 2.36 it looks at the thread once more after it has let it go, which
  // crashes if the thread has ended meanwhile and its memory is gone.
  template <class Body>
  static void start_detached(const Body& body) {
    auto given = std::make_unique<Body>(body);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    const auto run = [](void* what) -> void* {
      const std::unique_ptr<Body> mine(static_cast<Body*>(what));
      (*mine)();
      return nullptr;
    };
    const int error = pthread_create(&thread, &detached, run, given.get());
    pthread_attr_destroy(&detached);
    if (error != 0) throw std::system_error(error, std::generic_category(), "a thread could not be started");
    static_cast<void>(given.release());
  }

  atomic<unsigned, native_memory> threads_{0};
};
static_assert(joining_scheduler<async_threads>);

}  // namespace schedlab
