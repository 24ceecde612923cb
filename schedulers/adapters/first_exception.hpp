// The first exception of several children, kept for their parent.
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace schedlab {

class first_exception {
 public:
  // Calls the child and keeps what it throws. Any thread may call this.
  template <class F>
  void keep_from(F& child) {
    try {
      child();
    } catch (...) {
      const std::lock_guard held(mutex_);
      if (!kept_) kept_ = std::current_exception();
    }
  }

  // Called by the parent when all children are over.
  void rethrow() {
    if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr kept_;
};

}  // namespace schedlab
