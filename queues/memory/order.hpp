// The memory orders, under the meaning that C++ gives them. Own type, so that no access has a default order and so
// that freestanding code needs no <atomic>.
#pragma once

namespace schedlab {

enum class order : int {
  relaxed = __ATOMIC_RELAXED,
  acquire = __ATOMIC_ACQUIRE,
  release = __ATOMIC_RELEASE,
  acq_rel = __ATOMIC_ACQ_REL,
  seq_cst = __ATOMIC_SEQ_CST,
};

}  // namespace schedlab
