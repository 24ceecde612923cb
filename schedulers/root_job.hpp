// The task of run(): a thread outside the pool submits it and waits for it. It lies in that thread's frame.
#pragma once

#include <exception>
#include <type_traits>

#include "../queues/memory/atomic.hpp"
#include "in_frame.hpp"
#include "job.hpp"

namespace schedlab {

template <class F, class Memory>
class root_job : public in_frame<root_job<F, Memory>, Memory>, public job {
 public:
  root_job(runner how, F& root) : job(how), called_(&root) {}

  // Called by the worker that runs it.
  void call() noexcept {
    try {
      (*called_)();
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  // Called by the worker as its last step: the root may be gone after it.
  void is_over() {
    std::uint32_t* const address = over_.address();
    // release: pairs with the acquire in wait.
    over_.store(1, order::release);
    Memory::wake(address, 1);  // if no thread waits, a wake-up does no harm
  }

  // Called by the thread that submitted it. Throws what the task threw.
  void wait() {
    // acquire: pairs with the release in is_over.
    while (over_.load(order::acquire) == 0) (void)Memory::wait(over_.address(), 0, wait_forever);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::remove_reference_t<F>* const called_;
  std::exception_ptr error_;
  atomic<std::uint32_t, Memory> over_{0};
};

}  // namespace schedlab
