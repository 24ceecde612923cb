// The trees of UTS, the unbalanced tree search: how many children a node has follows from its random number, so no
// subtree's size is known before it has been searched.
//   geometric   the number of children is distributed geometrically around b down to a depth (UTS's shape "fixed"); the
//               tree is wide, and its subtrees differ by the chances near their roots
//   binomial    the root has b children, every other node m with probability q, otherwise none; the tree is thin and deep,
//               and any node may carry a large part of it
// S. Olivier et al., "UTS: an unbalanced tree search benchmark", LCPC 2006; the parameters of its distribution 2.1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "workloads/pool/uts/uts_node.hpp"

namespace schedlab {

struct uts_size {
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
  std::uint32_t depth = 0;

  friend bool operator==(const uts_size&, const uts_size&) = default;
};

class uts_tree {
 public:
  // -t 1 -a 3 -d 10 -b 4 -r 19
  static uts_tree t1() { return {4, 10, 0, 0, 19, {4130071, 3305118, 10}}; }
  // -t 0 -b 2000 -q 0.124875 -m 8 -r 42
  static uts_tree t3() { return {2000, 0, 0.124875, 8, 42, {4112897, 3599034, 1572}}; }
  // T1 cut at another depth. It is searched here once, to know its size.
  static uts_tree t1_to_depth(std::uint32_t depth) {
    uts_tree tree(4, depth, 0, 0, 19, {});
    tree.size_ = tree.search();
    return tree;
  }
  // T3 with another number of children of the root. It is searched here once, to know its size.
  static uts_tree t3_with_branches(std::uint32_t branches) {
    uts_tree tree(branches, 0, 0.124875, 8, 42, {});
    tree.size_ = tree.search();
    return tree;
  }

  uts_node root() const { return uts_node::root(seed_); }

  std::uint32_t children_of(const uts_node& node) const {
    if (is_binomial()) {
      if (node.depth() == 0) return branches_;
      return node.chance() < q_ ? m_ : 0;
    }
    if (node.depth() >= depth_) return 0;
    constexpr double most = 100;
    return static_cast<std::uint32_t>(std::min(most, std::floor(std::log(1 - node.chance()) / log_of_going_on_)));
  }

  // The size as published, or as found by the search of a smaller tree.
  const uts_size& size() const { return size_; }

  // Searches one node after the other, in this thread.
  uts_size search() const {
    uts_size found;
    search_below(root(), found);
    return found;
  }

 private:
  uts_tree(std::uint32_t branches, std::uint32_t depth, double q, std::uint32_t m, std::uint32_t seed, uts_size size)
      : branches_(branches), depth_(depth), q_(q), m_(m), seed_(seed), size_(size) {}

  bool is_binomial() const { return m_ > 0; }

  void search_below(const uts_node& node, uts_size& found) const {
    const std::uint32_t children = children_of(node);
    ++found.nodes;
    found.leaves += children == 0 ? 1 : 0;
    found.depth = std::max(found.depth, node.depth());
    for (std::uint32_t i = 0; i < children; ++i) search_below(node.child(i), found);
  }

  std::uint32_t branches_;  // expected ones of every node, or exactly those of a binomial tree's root
  std::uint32_t depth_;     // of a geometric tree
  double q_;                // of a binomial tree, as m
  std::uint32_t m_;
  std::uint32_t seed_;
  uts_size size_;
  double log_of_going_on_ = std::log(1 - 1 / (1 + static_cast<double>(branches_)));
};

}  // namespace schedlab
