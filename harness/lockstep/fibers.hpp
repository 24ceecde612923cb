// The threads of an explored program: fibers (Boost.Context) that hand over to each other directly. A fiber that is
// left in the middle stays where it is, and its stack is used again by the next execution: unwinding it would cost more
// than the execution did. Each has its own exceptions in flight, which the C++ runtime keeps per operating system
// thread.
#pragma once

#include <cxxabi.h>

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "harness/lockstep/most_threads.hpp"

namespace schedlab::verify {

class fibers {
 public:
  static constexpr unsigned caller = most_threads;  // the number of the one that runs the execution

  fibers() {
    for (unsigned i = 0; i <= caller; ++i) std::construct_at(&slots_[i].held);
  }
  fibers(const fibers&) = delete;
  fibers& operator=(const fibers&) = delete;

  // A fiber that will run `body`; the body ends by returning the fiber to go on with.
  template <class Body>
  void start(unsigned number, void* stack, std::size_t bytes, Body body) {
    forget(number);
    const boost::context::preallocated place(static_cast<std::byte*>(stack) + bytes, bytes,
                                             {bytes, static_cast<std::byte*>(stack) + bytes});
    std::construct_at(&slots_[number].held, std::allocator_arg, place, borrowed_stack{},
                      [this, body](boost::context::fiber&& came_from) {
                        arrived(std::move(came_from));
                        of_this_thread() = {};
                        const unsigned next = body();
                        left_ = caller + 1;
                        return std::move(slots_[next].held);
                      });
  }

  // Goes on with `next`; returns when another fiber goes on with `self`.
  void hand_over(unsigned self, unsigned next) {
    left_ = self;
    exceptions_[self] = of_this_thread();
    arrived(std::move(slots_[next].held).resume());
    of_this_thread() = std::exchange(exceptions_[self], {});
  }

  // Called by the caller: drops exceptions of fibers that were left while they handled them. An exception that was on
  // its way to its handler is leaked.
  void drop_exceptions() {
    for (unsigned number = 0; number < caller; ++number) {
      if (exceptions_[number].caught == nullptr) continue;
      of_this_thread() = exceptions_[number];
      exceptions_[number] = {};
      while (of_this_thread().caught != nullptr) abi::__cxa_end_catch();
      of_this_thread() = exceptions_[caller];
    }
  }

  // Leaves a fiber where it stands.
  void forget(unsigned number) { std::construct_at(&slots_[number].held); }

 private:
  struct borrowed_stack {
    static void deallocate(boost::context::stack_context&) {}
  };
  // A fiber is never destroyed, because that would unwind it.
  union slot {
    slot() {}   // NOLINT(modernize-use-equals-default): a default one would be deleted
    ~slot() {}  // NOLINT(modernize-use-equals-default): as above
    boost::context::fiber held;
  };

  // The structure that the Itanium C++ ABI calls __cxa_eh_globals (section 2.2.2); both compilers' runtimes lay it out
  // like this.
  struct exceptions_in_flight {
    void* caught = nullptr;
    unsigned uncaught = 0;
  };
  static exceptions_in_flight& of_this_thread() {
    return *reinterpret_cast<exceptions_in_flight*>(abi::__cxa_get_globals());
  }

  void arrived(boost::context::fiber&& came_from) {
    if (left_ <= caller) slots_[left_].held = std::move(came_from);
  }

  slot slots_[caller + 1];
  exceptions_in_flight exceptions_[caller + 1];
  unsigned left_ = caller;  // which fiber handed over last
};

}  // namespace schedlab::verify
