// Unbalanced tree search with joins: a task visits a node, spawns a child task for each of the node's children and waits
// for them, as UTS does in the Barcelona OpenMP Tasks Suite (A. Duran et al., ICPP 2009). A deep tree (T3) nests as many
// waits as it is deep, and more where a waiting worker begins another branch.
//
// An item is a node, which is a task.
#pragma once

#include <cstdint>
#include <string>

#include "workloads/pool/uts/uts_census.hpp"
#include "workloads/pool/uts/uts_tree.hpp"

namespace schedlab {

template <class Scheduler>
class uts_joined {
 public:
  static constexpr bool joins = true;

  explicit uts_joined(const uts_tree& tree) : tree_(tree) {}

  void prepare() { census_.reset(); }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { visit(scheduler, tree_.root()); });
    return tree_.size().nodes;
  }

  std::string verify() { return census_.difference(tree_.size()); }

 private:
  void visit(Scheduler& scheduler, const uts_node& node) {
    const std::uint32_t children = tree_.children_of(node);
    census_.count(children);
    if (children == 0) return;
    typename Scheduler::group spawned(scheduler);
    for (std::uint32_t i = 0; i < children; ++i) {
      spawned.spawn([this, &scheduler, child = node.child(i)] { visit(scheduler, child); });
    }
    spawned.sync();
  }

  const uts_tree tree_;
  uts_census census_;
};

}  // namespace schedlab
