// One step of a recorded execution: a counter-example shows a line of it.
#pragma once

#include <cstdint>

#include "harness/verify/history/operation.hpp"
#include "queues/memory/order.hpp"
#include "queues/memory/site.hpp"

namespace schedlab::verify {

enum class step_kind : std::uint8_t {
  begin,  // an operation begins
  end,
  load,
  store,
  exchange,
  fetch_add,
  compare_exchange,
  fence,
  pause,
  plain_read,
  plain_write,
  flush,  // a store leaves its thread's buffer
  lock,
  unlock,
  sleep,  // a thread sleeps on an address or a condition
  wake,
  note,  // written by a program that is no queue's
};

struct step {
  step_kind kind;
  std::uint8_t thread = 0;
  std::uint8_t size = 0;   // of the location, in bytes
  bool success = true;     // whether a compare-exchange succeeded
  bool overtaken = false;  // it read a store that is not the newest
  order memory_order = order::relaxed;
  std::uint32_t read_from = 0;  // the step whose store was read; 0: the initial value
  const void* address = nullptr;
  std::uint64_t found = 0;  // the value that was read
  std::uint64_t written = 0;
  operation done{};  // the operation that begins or ends
  site place{};
};

}  // namespace schedlab::verify
