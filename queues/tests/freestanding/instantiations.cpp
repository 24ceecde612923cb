// The Vyukov ring and the WPOL queue without a hosted library, as a WebAssembly module or a kernel would use them: every
// operation is instantiated, storage comes from a pool of the module's own.
#include "queues/as_written/wpol_queue_as_written.hpp"
#include "queues/vyukov_ring.hpp"
#include "queues/wpol/packed_task.hpp"
#include "queues/wpol/wpol_queue.hpp"

#if __STDC_HOSTED__
#error "compile this with -ffreestanding"
#endif

namespace schedlab {

alignas(cache_line) static unsigned char pool[65536];
static size_t pool_used = 0;

struct module_memory : native_memory {
  static void* allocate(size_t bytes, size_t alignment) {
    const size_t begin = (pool_used + alignment - 1) / alignment * alignment;
    if (begin + bytes > sizeof pool) __builtin_trap();
    pool_used = begin + bytes;
    return pool + begin;
  }
  static void deallocate(void*, size_t, size_t) {}
};

template <class Ring>
bool exercise_ring() {
  Ring ring(64);
  packed_task task{1, -1, 3};
  const bool pushed = ring.try_push(static_cast<packed_task&&>(task)) == push_status::ok;
  const bool popped = ring.try_pop(task) == pop_status::ok;
  return pushed && popped && ring.approximate_size() == 0 && ring.capacity() == 64;
}

template <class Wpol>
bool prepare(void* bytes, size_t size, Wpol& queue, uint32_t& slot) {
  if (Wpol::initialise(bytes, size, 64) != wpol_error::none) return false;
  if (Wpol::attach(bytes, size, 64, queue) != wpol_error::none) return false;
  if (queue.allocate(slot) != wpol_error::none) return false;
  auto fields = queue.slot(slot);
  fields.set_task_id(1);
  fields.set_timestamp(2);
  fields.set_method(3);
  fields.set_priority(4);
  fields.add_reference();
  return fields.drop_reference() == 1 && queue.push(slot) == wpol_error::none && queue.size() == 1;
}

template <class Wpol>
bool exercise_repaired(void* bytes, size_t size) {
  Wpol queue;
  uint32_t slot = 0;
  if (!prepare(bytes, size, queue, slot)) return false;
  uint32_t numbers[4] = {1, 2, 3, 4};
  const bool batched = queue.push_batch(numbers, 4) == 4 && queue.pop_batch(numbers, 4) == 4;
  const bool popped = queue.pop(slot) == wpol_error::none && queue.free(slot) == wpol_error::none;
  return batched && popped && queue.allocated() == 0;
}

static bool exercise_as_written(void* bytes, size_t size) {
  wpol_queue_as_written<module_memory> queue;
  uint32_t slot = 0;
  uint32_t priority = 0;
  return prepare(bytes, size, queue, slot) && queue.pop(slot, priority) == wpol_error::none &&
         queue.free(slot) == wpol_error::none;
}

extern "C" bool exercise_rings() {
  return exercise_ring<vyukov_ring<packed_task, module_memory>>() &&
         exercise_ring<vyukov_ring_strong<packed_task, module_memory>>();
}

extern "C" bool exercise_wpol(void* bytes, size_t size, int form) {
  switch (form) {
    case 1:
      return exercise_as_written(bytes, size);
    case 2:
      return exercise_repaired<wpol_queue<module_memory>>(bytes, size);
    case 3:
      return exercise_repaired<wpol_queue_padded<module_memory>>(bytes, size);
    default:
      return exercise_repaired<wpol_queue_backoff<module_memory>>(bytes, size);
  }
}

}  // namespace schedlab
