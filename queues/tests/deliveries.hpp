// The record of a concurrent scenario: how many items each producer pushed, and which consumer received which. It is
// judged afterwards, so that a loss, a double and a reordering are each reported with the item and its producer.
#pragma once

#include "queues/tests/contract_items.hpp"

namespace schedlab::contract {

// An item's id names its producer and its number among that producer's items; it fits 32 bits.
constexpr std::uint64_t id_from(unsigned producer, std::uint64_t number) {
  return std::uint64_t{producer} << 28 | number;
}

// Producers and consumers write to their own entries only; `rest` receives what was still inside when all had ended.
struct deliveries {
  deliveries(unsigned producers, unsigned consumers);
  deliveries(const deliveries&) = delete;
  deliveries& operator=(const deliveries&) = delete;
  ~deliveries();

  std::vector<std::uint64_t> pushed;
  std::vector<std::vector<std::uint64_t>> received;
  std::vector<std::uint64_t> rest;

  std::uint64_t total() const;
};

// `in_order`: each consumer must get the items of each producer in the order of their pushes.
violation judged(const deliveries& record, bool in_order);

}  // namespace schedlab::contract
