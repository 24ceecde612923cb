// Holds a lock for as long as it lives, also if the code under the lock throws. Bare.
#pragma once

namespace schedlab {

// Says that the caller has the lock already.
struct already_locked {};

template <class Lock>
class guard {
 public:
  explicit guard(Lock& held) : held_(held) { held_.lock(); }
  guard(Lock& held, already_locked) : held_(held) {}
  guard(const guard&) = delete;
  guard& operator=(const guard&) = delete;
  ~guard() { held_.unlock(); }

 private:
  Lock& held_;
};

}  // namespace schedlab
