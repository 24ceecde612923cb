// The operations of the Vyukov ring and the WPOL queue over native memory, each beside its hand-written twin: compiled to
// an object file, whose ours_<name> and twin_<name> compare_mnemonics.py compares.
#include "queues/tests/native_cost/twins.hpp"
#include "queues/vyukov_ring.hpp"
#include "queues/wpol/wpol_in_own_region.hpp"

namespace schedlab {

using ring = vyukov_ring<std::uint64_t>;
using wpol = wpol_in_own_region<wpol_queue<>>;

extern "C" {

push_status ours_vyukov_push(ring* queue, std::uint64_t item) {
  return queue->try_push(static_cast<std::uint64_t&&>(item));
}
push_status twin_vyukov_push(twin::vyukov_ring* queue, std::uint64_t item) {
  return queue->try_push(static_cast<std::uint64_t&&>(item));
}

pop_status ours_vyukov_pop(ring* queue, std::uint64_t* item) { return queue->try_pop(*item); }
pop_status twin_vyukov_pop(twin::vyukov_ring* queue, std::uint64_t* item) { return queue->try_pop(*item); }

#if defined(__cpp_lib_atomic_ref)
push_status ours_wpol_push(wpol* queue, std::uint32_t item) {
  return queue->try_push(static_cast<std::uint32_t&&>(item));
}
push_status twin_wpol_push(twin::wpol_queue* queue, std::uint32_t item) {
  return queue->try_push(static_cast<std::uint32_t&&>(item));
}

pop_status ours_wpol_pop(wpol* queue, std::uint32_t* item) { return queue->try_pop(*item); }
pop_status twin_wpol_pop(twin::wpol_queue* queue, std::uint32_t* item) { return queue->try_pop(*item); }
#endif
}

}  // namespace schedlab
