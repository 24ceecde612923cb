// run() of a pool in which the caller has no place: a task is submitted and waited for. The exception goes to the caller
// alone: with a future both threads would hold it, and which of them ends it is settled inside the compiled standard
// library, where ThreadSanitizer does not see it.
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
