// Two threads send one item back and forth through two queues: the time from a push to the moment when another core has
// the item, twice. Counts round trips; each sampled time is one whole round trip.
#pragma once

#include "workloads/queues/checksum.hpp"

namespace schedlab {

template <class Queue>
class ping_pong {
 public:
  explicit ping_pong(std::size_t capacity) : there_(capacity), back_(capacity) {}

  unsigned threads() const { return 2; }
  std::string role(unsigned thread) const { return thread == 0 ? "ping" : "pong"; }
  bool counted(unsigned thread) const { return thread == 0; }
  Queue& queue() { return there_; }

  template <class Probe>
  void run(unsigned thread, Probe& probe) {
    if (thread == 0) {
      ping(probe);
    } else {
      pong(probe);
    }
  }

  std::string verify() { return wrong_; }

 private:
  template <class Probe>
  void ping(Probe& probe) {
    auto out = there_.producer();
    auto in = back_.consumer();
    std::uint64_t trips = 0;
    while (probe.go_on(trips)) {
      bool returned = probe.time_trip([&] { return trip(out, in, trips, probe); });
      for (unsigned i = 1; returned && i < Probe::batch / 8; ++i) returned = trip(out, in, trips, probe);
    }
  }

  template <class Out, class In, class Probe>
  bool trip(Out& out, In& in, std::uint64_t& trips, Probe& probe) {
    const std::uint64_t sent = trips & item_mask;
    while (!out.push(sent)) {
      probe.push_failed();
      if (probe.is_over()) return false;
    }
    typename Queue::item received{};
    while (!in.pop(received)) {
      probe.pop_failed();
      if (probe.is_over()) return false;
    }
    if (Queue::keeps_items && received != sent) {
      wrong_ = "sent " + std::to_string(sent) + ", got back " + std::to_string(received);
      return false;
    }
    ++trips;
    return true;
  }

  template <class Probe>
  void pong(Probe& probe) {
    auto in = there_.consumer();
    auto out = back_.producer();
    std::uint64_t trips = 0;
    while (probe.go_on(trips)) {
      for (unsigned i = 0; i < Probe::batch / 8; ++i) {
        typename Queue::item item{};
        while (!in.pop(item)) {
          probe.pop_failed();
          if (probe.is_over()) return;
        }
        while (!out.push(item)) {
          probe.push_failed();
          if (probe.is_over()) return;
        }
        ++trips;
      }
    }
  }

  Queue there_;
  Queue back_;
  std::string wrong_;
};

}  // namespace schedlab
