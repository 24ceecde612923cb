// A heap: the item with the least key comes out first, and among equals the one that went in first. Every node has four
// children. J. W. J. Williams, "Algorithm 232: Heapsort", CACM 1964; D. B. Johnson, "Priority queues with update and
// finding minimum spanning trees", IPL 1975. After a pop the hole goes down to a leaf, and then the last item is put
// there and rises, mostly not far: I. Wegener, "Bottom-up-heapsort", TCS 1993.
//
// With four children there are half as many levels as with two; each takes more comparisons, of nodes that lie side by
// side. Measured through priority_heap, pops and pushes in turn (AMD EPYC, g++ 12): 62 ns an operation against 70 with
// two children at 100,000 items inside, 33 against 34 at 1000; eight children take 66 and 35.
//
// Storage doubles when it is full and never shrinks. Not synchronised: the caller must hold the lock. The checker is
// told of every access to a key, an item or the size, so a lock that does not do its work shows as a data race.
#pragma once

#include "../memory/array.hpp"
#include "../memory/plain_cell.hpp"
#include "../queue.hpp"

namespace schedlab {

// What orders the items: the lesser comes out first.
struct heap_key {
  uint64_t urgency;
  uint64_t arrival;  // how many items the heap had been given before this one

  // It has no branch, which the processor could not foresee. Arrivals may wrap: they are compared by their difference.
  friend constexpr bool operator<(const heap_key& a, const heap_key& b) {
    const bool came_before = static_cast<int64_t>(a.arrival - b.arrival) < 0;
    return (a.urgency < b.urgency) | ((a.urgency == b.urgency) & came_before);
  }
};

// A 32-bit number for a priority: the smaller, the sooner the item is to come out.
template <item_order Order>
constexpr uint32_t urgency_of(item_priority priority) {
  static_assert(Order == item_order::highest_first || Order == item_order::lowest_first);
  const uint32_t rising = static_cast<uint32_t>(priority) ^ 0x8000'0000;
  return Order == item_order::lowest_first ? rising : ~rising;
}

template <class Item, class Memory>
class keyed_heap {
 public:
  // Makes room for `expected` items before the first growth.
  explicit keyed_heap(size_t expected) : nodes_(expected < 2 ? size_t{2} : expected) {
    size_.put(0);
    arrivals_.put(uint64_t{Memory::first_position});
  }
  keyed_heap(const keyed_heap&) = delete;
  keyed_heap& operator=(const keyed_heap&) = delete;
  ~keyed_heap() {
    for (size_t left = size(); left > 0; --left) node(left - 1).item.take();
  }

  void push(uint64_t urgency, Item&& item) {
    const size_t size = size_.take();
    if (size == nodes_.size()) grow();
    const uint64_t arrival = arrivals_.take();
    arrivals_.put(arrival + 1);
    size_.put(size + 1);
    raise(size, {urgency, arrival}, static_cast<Item&&>(item));
  }

  // False if there is no item.
  bool pop(Item& item) {
    const size_t size = size_.take();
    if (size == 0) return false;
    item = node(0).item.take();
    const size_t last = size - 1;
    size_.put(size_t{last});
    if (last == 0) return true;
    size_t hole = 0;
    for (size_t child = children_of(hole); child < last; child = children_of(hole)) {
      const size_t least = least_of(child, last);
      move(least, hole);
      hole = least;
    }
    raise(hole, node(last).key.take(), node(last).item.take());
    return true;
  }

  // The key of the item that comes out next; there must be one.
  heap_key next() { return node(0).key.take(); }

  size_t size() { return size_.take(); }

 private:
  struct heap_node {
    plain_cell<heap_key, Memory> key;
    plain_cell<Item, Memory> item;
  };

  static constexpr size_t arity = 4;

  static constexpr size_t children_of(size_t parent) { return arity * parent + 1; }
  static constexpr size_t parent_of(size_t child) { return (child - 1) / arity; }

  heap_node& node(size_t position) { return nodes_[position]; }

  // The least of the children from `first` on that lie before `end`; the first one does.
  size_t least_of(size_t first, size_t end) {
    return first + arity <= end ? least_among(first, arity) : least_among(first, end - first);
  }

  size_t least_among(size_t first, size_t count) {
    size_t least = first;
    for (size_t child = first + 1; child < first + count; ++child) {
      least = node(child).key.take() < node(least).key.take() ? child : least;
    }
    return least;
  }

  // Puts an item into the hole, or above it where its key belongs.
  void raise(size_t hole, const heap_key& key, Item&& item) {
    while (hole > 0 && key < node(parent_of(hole)).key.take()) {
      move(parent_of(hole), hole);
      hole = parent_of(hole);
    }
    node(hole).key.put(heap_key{key});
    node(hole).item.put(static_cast<Item&&>(item));
  }

  void move(size_t from, size_t to) {
    node(to).key.put(node(from).key.take());
    node(to).item.put(node(from).item.take());
  }

  // This is out of line, because it is rare and large.
  [[gnu::noinline]] void grow() {
    array<heap_node, Memory> larger(2 * nodes_.size());
    for (size_t i = 0; i < nodes_.size(); ++i) {
      larger[i].key.put(node(i).key.take());
      larger[i].item.put(node(i).item.take());
    }
    nodes_.swap(larger);
  }

  array<heap_node, Memory> nodes_;
  plain_cell<size_t, Memory> size_;
  plain_cell<uint64_t, Memory> arrivals_;
};

}  // namespace schedlab
