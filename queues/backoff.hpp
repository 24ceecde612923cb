// What a thread does after it lost a compare-exchange to another one: nothing, or wait twice as long as the last time.
// T. E. Anderson, "The performance of spin lock alternatives for shared-memory multiprocessors", TPDS 1990. Bare.
#pragma once

namespace schedlab {

struct no_backoff {
  template <class Memory>
  void after_loss() {}
};

class exponential_backoff {
 public:
  template <class Memory>
  void after_loss() {
    for (unsigned i = 0; i < pauses_; ++i) Memory::pause();
    if (pauses_ < 64) pauses_ *= 2;
  }

 private:
  unsigned pauses_ = 1;
};

}  // namespace schedlab
