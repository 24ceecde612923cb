// The contract of schedulers, and functions that work with any of them.
//
//   scheduler(setup)                        `setup` is a scheduler_setup; the workers run when the constructor returns
//   traits                                  what it declares (scheduler_traits.hpp)
//   worker_count()                          threads that run tasks
//   submit(task&&, task_options = {})       from any thread; from inside a task it works until the stop is over. An
//                                           accepted task runs exactly once; `stopped` leaves the task alone
//   drain()                                 returns when nothing accepted is left to run
//   stop()                                  as drain, and refuses what comes from outside meanwhile; then the workers end.
//                                           May be called often, by several threads, and is called by the destructor
//   statistics()                            scheduler_statistics
//   run(f)                                  from outside: runs f() as a task, waits for it, throws what it threw. The
//                                           waiting thread may be one of the workers meanwhile (OpenMP)
// Where traits.joins, inside a task:
//   fork_join(f, g)                         f() may run on another worker while g() runs here; both are over when it
//                                           returns. Throws what g threw, otherwise what f threw
//   group(scheduler): spawn(f), sync()      any number of children; sync() waits for all, running other work meanwhile,
//                                           and throws the first exception of a child. Used by the task that made it; a
//                                           group is synced before it ends
//
// Where memory is short, the constructor, submit(), run() and spawn() throw std::bad_alloc, and the task has not been
// accepted. Callables whose destructors throw end the program, as anywhere. A scheduler may be destroyed when every call of
// its functions has returned: that its tasks have run does not mean that the submit() which brought them has.
// A task that throws where nobody takes the exception hands it to setup.on_error and counts as failed. drain() and stop()
// throw std::logic_error inside a task: they would wait for themselves.
#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "idle/wake_fences.hpp"
#include "scheduler_statistics.hpp"
#include "scheduler_traits.hpp"
#include "task.hpp"

namespace schedlab {

class idle_policy;
class victim_policy;
class amount_policy;

struct scheduler_setup {
  unsigned workers = 1;
  std::size_t queue_capacity = 1024;                // of a bounded queue; for any other queue a hint
  std::size_t deque_capacity = 256;                 // of a worker's deque at first; one that cannot grow keeps it
  std::size_t stack_bytes = std::size_t{64} << 20;  // of a worker, where the scheduler makes its threads; address space
  // Used where traits.takes_policies; a null pointer stands for the scheduler's default.
  std::shared_ptr<const idle_policy> idle = nullptr;
  std::shared_ptr<const victim_policy> victim = nullptr;
  std::shared_ptr<const amount_policy> amount = nullptr;
  wake_fences fences = wake_fences::asymmetric;
  // Called by each worker before its first task: to pin it, to name it. Must not throw.
  std::function<void(unsigned worker)> on_start = nullptr;
  // Called by the worker whose task threw. Must not throw.
  std::function<void(std::exception_ptr)> on_error = nullptr;
};

template <class S>
concept scheduler = requires(S& some, task&& work, task_options options, void (*function)()) {
  { S::traits } -> std::convertible_to<scheduler_traits>;
  { some.worker_count() } -> std::convertible_to<unsigned>;
  { some.submit(std::move(work), options) } -> std::same_as<submit_status>;
  some.drain();
  some.stop();
  { some.statistics() } -> std::same_as<scheduler_statistics>;
  some.run(function);
};

template <class S>
concept joining_scheduler = scheduler<S> && requires(S& some, typename S::group& children, void (*function)()) {
  some.fork_join(function, function);
  children.spawn(function);
  children.sync();
};

// The calling thread's own way into the scheduler where that is cheaper than submit() (the queue's handle), otherwise
// the scheduler itself.
template <class S>
decltype(auto) attach_submitter(S& some) {
  if constexpr (requires { some.attach_submitter(); }) {
    return some.attach_submitter();
  } else {
    return (some);
  }
}

// A future for what f() returns or throws. If the scheduler has been stopped, the future throws std::runtime_error.
template <class S, class F>
auto submit_for_result(S& some, F function, task_options options = {}) {
  using result_type = std::invoke_result_t<F&>;
  std::promise<result_type> promise;
  std::future<result_type> future = promise.get_future();
  const submit_status status = some.submit(
      [kept = std::move(promise), called = std::move(function)]() mutable {
        try {
          if constexpr (std::is_void_v<result_type>) {
            called();
            kept.set_value();
          } else {
            kept.set_value(called());
          }
        } catch (...) {
          kept.set_exception(std::current_exception());
        }
      },
      options);
  if (status == submit_status::accepted) return future;
  std::promise<result_type> refused;
  refused.set_exception(std::make_exception_ptr(std::runtime_error("submitted to a scheduler that has been stopped")));
  return refused.get_future();
}

}  // namespace schedlab
