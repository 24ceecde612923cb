// The calling thread's attachment to libcds: only attached threads may use its structures that reclaim memory, once the
// library and its dynamic hazard pointers exist. Attachment and library end by themselves, with the thread and the
// process.
#pragma once

#include <cds/gc/dhp.h>
#include <cds/init.h>

namespace schedlab {

class cds_thread {
 public:
  static void attach() { thread_local const cds_thread mine; }

  cds_thread(const cds_thread&) = delete;
  cds_thread& operator=(const cds_thread&) = delete;

 private:
  struct initialised {
    initialised() { cds::Initialize(); }
    initialised(const initialised&) = delete;
    initialised& operator=(const initialised&) = delete;
    ~initialised() { cds::Terminate(); }
  };
  struct library : initialised {
    cds::gc::DHP hazard_pointers;
  };

  cds_thread() {
    static const library started;
    cds::threading::Manager::attachThread();
  }
  ~cds_thread() { cds::threading::Manager::detachThread(); }
};

}  // namespace schedlab
