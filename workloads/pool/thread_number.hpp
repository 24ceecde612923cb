// A small number for each running thread, its own as long as it runs. Numbers of threads that have ended are given out
// again, so the numbers stay below the greatest number of threads that ran at once, however many come and go.
#pragma once

#include <mutex>
#include <vector>

namespace schedlab {

class thread_number {
 public:
  thread_number(const thread_number&) = delete;
  thread_number& operator=(const thread_number&) = delete;

  static unsigned mine() {
    thread_local const thread_number number;
    return number.value_;
  }

 private:
  // It is never destroyed: threads may end after main does. Its mutex makes everything that a thread wrote happen
  // before what the next thread with its number does.
  struct pool {
    std::mutex mutex;
    std::vector<unsigned> free;
    unsigned next = 0;
  };
  static pool& numbers() {
    static auto* const all = new pool;
    return *all;
  }

  thread_number() {
    pool& from = numbers();
    const std::lock_guard held(from.mutex);
    if (from.free.empty()) {
      from.free.reserve(from.next + 1);  // so that giving back need not allocate
      value_ = from.next++;
    } else {
      value_ = from.free.back();
      from.free.pop_back();
    }
  }
  ~thread_number() {
    pool& to = numbers();
    const std::lock_guard held(to.mutex);
    to.free.push_back(value_);
  }

  unsigned value_;
};

}  // namespace schedlab
