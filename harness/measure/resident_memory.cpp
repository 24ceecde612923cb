#include "harness/measure/resident_memory.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <fstream>
#include <string>
#elif defined(__APPLE__)
#include <mach/mach.h>
#endif

namespace schedlab {

std::uint64_t resident_bytes() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
#if defined(__linux__)
  // smaps_rollup counts the pages anew; the counters in statm lag behind by up to 64 pages per thread.
  std::ifstream rollup("/proc/self/smaps_rollup");
  std::string word;
  while (rollup >> word) {
    if (word == "Rss:") {
      std::uint64_t kib = 0;
      rollup >> kib;
      return kib * 1024;
    }
  }
  return 0;
#elif defined(__APPLE__)
  mach_task_basic_info information{};
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  const auto asked =
      task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&information), &count);
  return asked == KERN_SUCCESS ? information.resident_size : 0;
#else
  return 0;
#endif
}

}  // namespace schedlab
