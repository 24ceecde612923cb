// The heavy half of an asymmetric pair of fences: has the system run a full fence on every CPU that runs a thread of this
// process (Linux, membarrier). The light half is then only the compiler's. Where the system has no such call both halves
// are full fences.
#pragma once

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace schedlab {

#if defined(__linux__) && defined(SYS_membarrier)
inline bool native_membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }

// False until the answer is known, which is safe: a full fence is as good as a light one.
inline const bool native_has_heavy_fence = native_membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);

// The expedited call may fail for want of memory, and the light fences of other threads rely on it. Then it is tried
// again, or the slow call is made, which waits until every CPU has switched contexts and needs no memory.
template <class Membarrier>
void heavy_fence_by(Membarrier done) {
  while (!done(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
    if (done(MEMBARRIER_CMD_GLOBAL)) return;
    sched_yield();
  }
}

inline void native_heavy_fence() {
  if (native_has_heavy_fence) heavy_fence_by(native_membarrier);
}
#else
inline constexpr bool native_has_heavy_fence = false;

inline void native_heavy_fence() {}
#endif

}  // namespace schedlab
