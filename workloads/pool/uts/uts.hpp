// Unbalanced tree search without joins: a task visits a node and submits a task for each child; the search is over when
// the scheduler has nothing left. It is like the searches with a shared pool of nodes in Olivier et al. 2006
// (uts_tree.hpp).
//
// An item is a node, which is a task.
#pragma once

#include <cstdint>
#include <string>

#include "workloads/pool/must_submit.hpp"
#include "workloads/pool/uts/uts_census.hpp"
#include "workloads/pool/uts/uts_tree.hpp"

namespace schedlab {

template <class Scheduler>
class uts {
 public:
  static constexpr bool joins = false;

  explicit uts(const uts_tree& tree) : tree_(tree) {}

  void prepare() { census_.reset(); }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { visit(scheduler, tree_.root()); });
    scheduler.drain();
    return tree_.size().nodes;
  }

  std::string verify() { return census_.difference(tree_.size()); }

 private:
  void visit(Scheduler& scheduler, const uts_node& node) {
    const std::uint32_t children = tree_.children_of(node);
    census_.count(children);
    for (std::uint32_t i = 0; i < children; ++i) {
      must_submit(scheduler, [this, &scheduler, child = node.child(i)] { visit(scheduler, child); });
    }
  }

  const uts_tree tree_;
  uts_census census_;
};

}  // namespace schedlab
