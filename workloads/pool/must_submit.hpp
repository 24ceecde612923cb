// Hands a task to a scheduler that has no reason to refuse it: no thread stops a scheduler in the middle of a workload.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace schedlab {

// `to` is a scheduler or a submitter's handle. Ends the process on a refusal: a round whose task is missing would wait
// for it forever.
template <class Submitter, class F>
void must_submit(Submitter& to, F&& work) {
  const auto status = to.submit(std::forward<F>(work));
  if (status == decltype(status)::accepted) [[likely]]
    return;
  std::fputs("a workload's task was refused: the scheduler was stopped in the middle of a round\n", stderr);
  std::abort();
}

}  // namespace schedlab
