// Counts the nodes and leaves that the tasks of a UTS search visit, and compares them with the tree's size.
#pragma once

#include <cstdint>
#include <string>

#include "workloads/pool/tallies.hpp"
#include "workloads/pool/unless_equal.hpp"
#include "workloads/pool/uts/uts_tree.hpp"

namespace schedlab {

class uts_census {
 public:
  void reset() {
    nodes_.reset();
    leaves_.reset();
  }

  void count(std::uint32_t children) {
    nodes_.add(1);
    if (children == 0) leaves_.add(1);
  }

  std::string difference(const uts_size& right) const {
    const std::string wrong = unless_equal("nodes visited", nodes_.sum(), right.nodes);
    return wrong.empty() ? unless_equal("leaves visited", leaves_.sum(), right.leaves) : wrong;
  }

 private:
  tallies nodes_;
  tallies leaves_;
};

}  // namespace schedlab
