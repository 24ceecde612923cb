// Tasks of one worker for which the lanes had no room and its stack none either: a list, first in first out, through the
// tasks' own headers, so that it needs no memory. While a job waits here a link lies where its runner was.
//
// Progress: wait-free. Who may call what: its worker.
#pragma once

#include "job.hpp"

namespace schedlab {

class overflow {
 public:
  bool is_empty() const { return first_ == nullptr; }

  // All of them are run by the same runner.
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

  // There is one.
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
