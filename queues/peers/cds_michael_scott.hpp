// Peer: libcds' MSQueue, a node per item, over dynamic hazard pointers (cds::gc::DHP), which serve it better than the
// classic ones: 75 ns for a push and a pop alone, against 157. A thread attaches to the library with its first handle.
// docs/designs.md has the open report that one of its memory orders is too weak for machines other than x86.
#pragma once

#include "cds_thread.hpp"
// This must come after cds/gc/dhp.h, as the library asks.
#include <cds/container/msqueue.h>

#include "../queue.hpp"

namespace schedlab {

template <class Item>
class cds_michael_scott {
  using library = cds::container::MSQueue<cds::gc::DHP, Item>;

 public:
  static constexpr queue_traits traits{
      .name = "cds_michael_scott",
      .kind = design_kind::peer,
      .order = item_order::fifo,
      .progress = progress_guarantee::lock_free,
      .item = item_kind::copied,  // an item is destroyed when its node is, some time after it came out
      .allocates = true,
      .paper = "Michael, Scott 1996; Michael 2004",
  };

  explicit cds_michael_scott(size_t /*expected*/) {}
  cds_michael_scott(const cds_michael_scott&) = delete;
  cds_michael_scott& operator=(const cds_michael_scott&) = delete;
  ~cds_michael_scott() { cds_thread::attach(); }  // the library's destructor pops the remaining items

  struct handle {
    push_status try_push(Item&& item) {
      return queue.push(static_cast<Item&&>(item)) ? push_status::ok : push_status::full;
    }
    pop_status try_pop(Item& item) { return queue.pop(item) ? pop_status::ok : pop_status::empty; }
    library& queue;
  };

  template <class Role>
  handle attach(Role) {
    cds_thread::attach();
    return {queue_};
  }

 private:
  // This member comes before the queue: if attaching fails, the library's destructor, which needs it, does not run.
  struct attached {
    attached() { cds_thread::attach(); }
  };
  const attached constructing_thread_;
  library queue_;
};

}  // namespace schedlab
