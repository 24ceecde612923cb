// The Fibonacci number by its definition: every call is a fork, there is no cut-off, and a call does one addition. So
// it measures fork_join and nothing else.
// M. Frigo, C. E. Leiserson, K. H. Randall, "The implementation of the Cilk-5 multithreaded language", PLDI 1998.
//
// An item is a call; fib(n) makes 2 F(n+1) - 1 of them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class fib {
 public:
  static constexpr bool joins = true;

  explicit fib(unsigned n) : n_(n) {
    if (n > 60) throw std::invalid_argument("fib(" + std::to_string(n) + ") would never end; right is n of 0 to 60");
  }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { result_ = number(scheduler, n_); });
    return 2 * known(n_ + 1) - 1;
  }

  std::string verify() { return unless_equal("fib(" + std::to_string(n_) + ")", result_, known(n_)); }

 private:
  static std::uint64_t number(Scheduler& scheduler, unsigned n) {
    if (n < 2) return n;
    // It says += and not =, so that a call that is made twice shows.
    std::uint64_t before = 0;
    std::uint64_t before_that = 0;
    scheduler.fork_join([&] { before += number(scheduler, n - 1); }, [&] { before_that += number(scheduler, n - 2); });
    return before + before_that;
  }

  static std::uint64_t known(unsigned n) {
    std::uint64_t number = 0;
    std::uint64_t next = 1;
    for (unsigned i = 0; i < n; ++i) {
      const std::uint64_t sum = number + next;
      number = next;
      next = sum;
    }
    return number;
  }

  const unsigned n_;
  std::uint64_t result_ = 0;
};

}  // namespace schedlab
