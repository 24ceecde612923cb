// What a design answered, in the words of histories.
#pragma once

#include "harness/verify/history/operation.hpp"
#include "queues/queue.hpp"

namespace schedlab::verify {

constexpr answer answer_of(push_status status) {
  return status == push_status::ok ? answer::ok : status == push_status::full ? answer::full : answer::contended;
}

constexpr answer answer_of(pop_status status) {
  return status == pop_status::ok ? answer::ok : status == pop_status::empty ? answer::empty : answer::contended;
}

constexpr answer answer_of(steal_status status) {
  return status == steal_status::ok ? answer::ok : status == steal_status::empty ? answer::empty : answer::contended;
}

}  // namespace schedlab::verify
