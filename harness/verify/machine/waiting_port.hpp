// How the machine performs checked memory's mutexes, sleeping and waking. A sleeping thread runs again only if it is
// woken (or, a bounded number of times, for no reason), so a lost wake-up ends in a deadlock that the schedule reports.
#pragma once

#include <cstdint>

#include "harness/verify/machine/location_lookup.hpp"
#include "queues/memory/native_waiting.hpp"

namespace schedlab::verify {

class waiting_port {
 public:
  waiting_port(memory_state& memory, schedule& threads, location_lookup& locations)
      : memory_(memory), threads_(threads), locations_(locations) {}

  void lock(void* mutex, bool& locked);
  bool try_lock(void* mutex, bool& locked);
  void unlock(void* mutex, bool& locked);
  wait_status wait(std::uint32_t* at, std::uint32_t expected, std::uint64_t timeout_ns);
  void wake(const void* at, std::uint32_t count);
  void wait_for_condition(void* condition, void* mutex, bool& locked);

 private:
  void drain_own_buffer();
  void full_barrier();
  void take_over(const void* mutex, bool& locked);
  void release(void* mutex, bool& locked);
  bool sleep_on(const void* at, bool for_a_time);

  memory_state& memory_;
  schedule& threads_;
  location_lookup& locations_;
};

}  // namespace schedlab::verify
