// Holds a lock for as long as it lives. Bare.
#pragma once

namespace schedlab {

template <class Lock>
class guard {
 public:
  explicit guard(Lock& held) : held_(held) { held_.lock(); }
  guard(const guard&) = delete;
  guard& operator=(const guard&) = delete;
  ~guard() { held_.unlock(); }

 private:
  Lock& held_;
};

}  // namespace schedlab
