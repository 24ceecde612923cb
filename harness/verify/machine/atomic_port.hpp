// How the machine performs checked memory's atomic accesses and fences: which store a load may return, where a store
// enters, and what the record says of it. Memory orders are those of the source, or of the mutant that is being
// explored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/verify/machine/location_lookup.hpp"
#include "harness/verify/machine/order_overrides.hpp"
#include "harness/verify/machine/order_sites.hpp"

namespace schedlab::verify {

class atomic_port {
 public:
  atomic_port(memory_state& memory, schedule& threads, location_lookup& locations, step_recorder& recorder)
      : memory_(memory), threads_(threads), locations_(locations), recorder_(recorder) {}

  // Used for mutants and for tables of orders.
  order_overrides& overrides() { return overrides_; }
  void collect_sites(order_sites* into) { sites_ = into; }

  std::uint64_t load(const void* at, std::uint8_t size, order how, const site& where);
  void store(void* at, std::uint8_t size, std::uint64_t value, order how, const site& where);
  enum class change { exchange, add };
  std::uint64_t read_modify_write(void* at, std::uint8_t size, change what, std::uint64_t operand, order how,
                                  const site& where);
  bool compare_exchange(void* at, std::uint8_t size, std::uint64_t& expected, std::uint64_t desired, order success,
                        order failure, bool weak, const site& where);
  void fence(order how, const site& where);
  // A pair of fences for a frequent side and a rare one. Under tso they are what an x86 kernel makes of them: the light
  // fence is no instruction, the heavy one drains the buffers of all threads. Under the other models both are seq_cst
  // fences, which is what the pair promises. So tso finds code that needs order between two light fences, and the other
  // models find a missing fence.
  void light_fence(const site& where);
  void heavy_fence(const site& where);

 private:
  [[gnu::always_inline]] order effective(step_kind what, order how, const site& where,
                                         order_role role = order_role::only) {
    if (sites_ != nullptr && !threads_.alone()) sites_->see(where, what, how, role);
    return overrides_.effective(how, where, role);
  }
  struct modification {
    change kind;
    std::uint64_t operand;
    std::uint8_t size;
    std::uint64_t applied_to(std::uint64_t value) const;
  };
  void modify_strong(std::size_t index, const modification& how, step& noted);
  void modify_weak(std::size_t index, const modification& how, order effective, step& noted);
  bool compare_exchange_strong(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order how,
                               const site& where);
  bool compare_exchange_weak(std::size_t index, std::uint64_t& expected, std::uint64_t desired, order success,
                             order failure, bool may_fail, const site& where);
  weak_memory::store_index pick_store(std::size_t index, order how);
  weak_memory::store_index pick_unread(std::size_t index, order how);
  void drain_own_buffer() { threads_.drain_buffer_of(threads_.current()); }
  [[noreturn]] void nobody_has_written();
  [[noreturn]] void too_many_stores();

  memory_state& memory_;
  schedule& threads_;
  location_lookup& locations_;
  step_recorder& recorder_;
  order_overrides overrides_;
  order_sites* sites_ = nullptr;
};

}  // namespace schedlab::verify
