// The tasks of one worker for which there was room neither in the lanes nor on its stack. They form a list, first in
// first out, linked through their own headers, so that it needs no memory. While a job waits here, its header holds the
// link instead of the function that runs it.
//
// Progress: wait-free. Who may call what: its worker.
#pragma once

#include "job.hpp"

namespace schedlab {

class overflow {
 public:
  bool is_empty() const { return first_ == nullptr; }

  // All jobs that are put here must be run by the same function.
  void put(job* given) {
    runner_ = given->run;
    given->next = nullptr;
    *end_ = given;
    end_ = &given->next;
  }

  void put_back(job* first) {
    first->next = first_;
    if (first_ == nullptr) end_ = &first->next;
    first_ = first;
  }

  // The list must not be empty.
  job* take() {
    job* const found = first_;
    first_ = found->next;
    if (first_ == nullptr) end_ = &first_;
    found->run = runner_;
    return found;
  }

 private:
  job* first_ = nullptr;
  job** end_ = &first_;
  job::runner runner_ = nullptr;
};

}  // namespace schedlab
