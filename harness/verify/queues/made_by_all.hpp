// A structure in shared memory that several threads find at the same time: each thread makes it before its first
// operation, and only one of them succeeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/verify/machine/checked_memory.hpp"
#include "queues/queue.hpp"
#include "queues/wpol/wpol_error.hpp"
#include "queues/wpol/wpol_in_own_region.hpp"

namespace schedlab::verify {

template <class Protocol>
struct made_by_all_of {
  template <class, class>
  class design {
    using plain = wpol_in_own_region<Protocol>;

   public:
    static constexpr queue_traits traits = Protocol::traits;

    static constexpr bool valid_capacity(std::size_t capacity) { return plain::valid_capacity(capacity); }

    explicit design(std::size_t capacity)
        : capacity_(static_cast<std::uint32_t>(capacity)),
          size_(Protocol::region_type::required_bytes(capacity_)),
          region_(checked_memory::allocate(size_, Protocol::region_type::alignment)) {
      // relaxed: no other thread knows the region. Any value but the magic will do, since fresh memory is no queue.
      typename Protocol::region_type(region_, capacity_).magic().store(0, order::relaxed);
    }
    design(const design&) = delete;
    design& operator=(const design&) = delete;
    ~design() { checked_memory::deallocate(region_, size_, Protocol::region_type::alignment); }

    class handle {
     public:
      explicit handle(const design& shared) {
        for (;;) {
          const wpol_error said = Protocol::initialise(shared.region_, shared.size_, shared.capacity_);
          if (said == wpol_error::none) break;
          if (said != wpol_error::being_initialised) refute_with("initialise", said);
          checked_memory::pause();
        }
        const wpol_error said = Protocol::attach(shared.region_, shared.size_, shared.capacity_, queue_);
        if (said != wpol_error::none) refute_with("attach", said);
      }
      push_status try_push(std::uint32_t&& number) { return plain::answer(queue_.push_number(number)); }
      pop_status try_pop(std::uint32_t& number) { return plain::pop_answer(queue_.pop(number)); }

     private:
      [[noreturn]] static void refute_with(const char* what, wpol_error said) {
        machine::here().refute(violation_kind::assertion, std::string(what) + ": " + message(said));
      }
      Protocol queue_;
    };
    template <class Role>
    handle attach(Role) const {
      return handle(*this);
    }

   private:
    const std::uint32_t capacity_;
    const std::size_t size_;
    void* const region_;
  };
};

}  // namespace schedlab::verify
