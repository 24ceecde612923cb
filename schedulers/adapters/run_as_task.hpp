// run() of a pool that the calling thread cannot join as a worker: the function is submitted as a task, and the caller
// waits for it. The exception goes to the caller alone. With a future both threads would hold the exception, and which
// of them destroys it is settled inside the compiled standard library, where ThreadSanitizer does not see it.
#pragma once

#include <future>
#include <stdexcept>

#include "../scheduler.hpp"
#include "first_exception.hpp"

namespace schedlab {

template <class S, class F>
void run_as_task(S& some, F& root) {
  first_exception error;
  std::promise<void> over;
  std::future<void> end = over.get_future();
  const submit_status status = some.submit([&root, &error, told = std::move(over)]() mutable {
    error.keep_from(root);
    told.set_value();
  });
  if (status == submit_status::stopped) throw std::runtime_error("run: the scheduler has been stopped");
  end.wait();
  error.rethrow();
}

}  // namespace schedlab
