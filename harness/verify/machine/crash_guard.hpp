// While a crash_guard lives, a crash of the program that is explored in this operating system thread does not stop the
// checker: the program is refuted instead, and the execution is left like any other that found a fault.
#pragma once

namespace schedlab::verify {

class crash_guard {
 public:
  crash_guard();
  crash_guard(const crash_guard&) = delete;
  crash_guard& operator=(const crash_guard&) = delete;
  ~crash_guard();

 private:
  const bool is_outermost_;
};

}  // namespace schedlab::verify
