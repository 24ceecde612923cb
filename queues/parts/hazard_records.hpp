// Hazard pointers: safe freeing of nodes that other threads may still be reading.
// M. M. Michael, "Hazard pointers: safe memory reclamation for lock-free objects", TPDS 2004.
//
// Every thread owns a record in which it announces the nodes that it is about to use: it writes the pointer down, then
// looks whether the pointer is still where it came from. A thread that has taken a node out of the structure retires
// it, and frees it once no record names it. The announcement is a store followed by a load that must not overtake it.
// So is the removal of the node, followed by the look at the records. Hence a sequentially consistent fence on either
// side, so that at least one of the two sees the other.
//
// An announcement may stand as long as its owner likes. It pins the node that it names, one per slot at most, and each
// look at the records compares it with all that the looking thread has retired; so a thread that rests for long should
// rather release it. However many records there are, a retirement looks at one slot on average: a look at all of them
// waits until as many nodes have been retired since the last one as there are slots, and at least a batch.
//
// Progress: lock-free. Who may call what: any thread owns records; a record is used by one thread at a time. Records
// are never freed before the end, and a new owner inherits the nodes that the last one could not yet free. Node needs a
// public `Node* next_retired`. Batch: at least so many nodes are retired before the records are looked through; with 1
// they are looked through at every retirement.
#pragma once

#include "../memory/atomic.hpp"
#include "../memory/native_memory.hpp"
#include "../memory/object.hpp"

namespace schedlab {

template <class Node, class Memory, unsigned Slots>
class hazard_records {
  struct alignas(cache_line) record {
    explicit record(unsigned batch) : next_look(batch) {}

    atomic<Node*, Memory> announced[Slots];
    atomic<uint32_t, Memory> taken{1};
    record* next = nullptr;  // in the list of all records; fixed before the record is published
    Node* retired = nullptr;
    unsigned retired_count = 0;
    unsigned next_look;  // look when so many nodes are retired
  };

 public:
  explicit hazard_records(unsigned batch) : batch_(batch) {}
  hazard_records(const hazard_records&) = delete;
  hazard_records& operator=(const hazard_records&) = delete;
  // To be called when no thread is at work.
  ~hazard_records() {
    record* doomed = all_.load(order::relaxed);  // relaxed: nobody else is here any more
    while (doomed != nullptr) {
      record* const next = doomed->next;
      while (Node* const node = doomed->retired) {
        doomed->retired = node->next_retired;
        drop_object<Memory>(node);
      }
      drop_object<Memory>(doomed);
      doomed = next;
    }
  }

  // Tells the visitor each part's name and address, for traces. To be called when no thread is at work.
  template <class Visitor>
  void describe(Visitor& visit) const {
    visit("records", &all_, sizeof all_);
    size_t number = 0;
    const record* each = all_.load(order::relaxed);  // relaxed: nobody is at work
    for (; each != nullptr; each = each->next) {
      visit("record", number, "taken", &each->taken, sizeof each->taken);
      for (const auto& slot : each->announced) visit("record", number, "announced", &slot, sizeof slot);
      ++number;
    }
  }

  // A thread's record; it is given back when the owner ends.
  class owner {
   public:
    explicit owner(hazard_records& records) : records_(&records), own_record_(records.take()) {}
    owner(owner&& other) noexcept : records_(other.records_), own_record_(other.own_record_) {
      other.own_record_ = nullptr;
    }
    owner(const owner&) = delete;
    owner& operator=(const owner&) = delete;
    ~owner() {
      if (own_record_ == nullptr) return;
      for (unsigned slot = 0; slot < Slots; ++slot) {
        if (own_record_->announced[slot].load(order::relaxed) != nullptr) release(slot);  // relaxed: the owner's own
      }
      // release: pairs with the acquire in take, so that the next owner finds the list of the retired.
      own_record_->taken.store(0, order::release);
      // release: pairs with the acquire in take, so that the record is seen whole.
      records_->given_back_.store(own_record_, order::release);
    }

    // Returns the node that `from` points to. It is safe to use until the slot is used again or released.
    Node* protect(unsigned slot, const atomic<Node*, Memory>& from) {
      Node* found = from.load(order::relaxed);  // relaxed: a guess, confirmed below
      for (;;) {
        announce(slot, found);
        // acquire: pairs with the release that put the pointer there, so that the node is seen whole.
        Node* const again = from.load(order::acquire);
        if (again == found) return found;
        found = again;
      }
    }

    // Announces a node; the caller must look again whether the node is still in its place.
    void announce(unsigned slot, Node* node) {
      // release: pairs with the acquire in free_what_can_be: uses of the node announced before come before its end.
      own_record_->announced[slot].store(node, order::release);
      // seq_cst: pairs with the fence in free_what_can_be.
      Memory::fence(order::seq_cst);
    }

    void release(unsigned slot) {
      // release: pairs with the acquire in free_what_can_be: uses of the node come before its end.
      own_record_->announced[slot].store(nullptr, order::release);
    }

    // The node must not be reachable from the structure any more, and only one thread may retire it.
    void retire(Node* node) {
      node->next_retired = own_record_->retired;
      own_record_->retired = node;
      if (++own_record_->retired_count >= own_record_->next_look) records_->free_what_can_be(*own_record_);
    }

   private:
    hazard_records* records_;
    record* own_record_;
  };

 private:
  // Takes the record that was given back last, if it is still free, or else the first free one: so threads that come
  // and go one after the other need not look through the records of those that stay.
  record* take() {
    // acquire: pairs with the release in the owner's end.
    record* const hint = given_back_.load(order::acquire);
    if (hint != nullptr && take(*hint)) return hint;
    // acquire: pairs with the release that added a record.
    for (record* each = all_.load(order::acquire); each != nullptr; each = each->next) {
      if (take(*each)) return each;
    }
    return add();
  }

  static bool take(record& one) {
    if (one.taken.load(order::relaxed) != 0) return false;  // relaxed: a guess, confirmed by the compare-exchange
    uint32_t expected = 0;
    // acquire: pairs with the release of the last owner.
    return one.taken.compare_exchange_strong(expected, 1, order::acquire, order::relaxed);
  }

  record* add() {
    record* const fresh = make_object<record, Memory>(batch_);
    for (auto& slot : fresh->announced) slot.store(nullptr, order::relaxed);  // relaxed: published with the record
    record* newest = all_.load(order::relaxed);  // relaxed: a guess, confirmed by the compare-exchange
    do {
      fresh->next = newest;
      // release: pairs with the acquire in take and in free_what_can_be.
    } while (!all_.compare_exchange_weak(newest, fresh, order::release, order::relaxed));
    return fresh;
  }

  void free_what_can_be(record& mine) {
    Node* doomed = mine.retired;
    mine.retired = nullptr;
    mine.retired_count = 0;
    // seq_cst: pairs with the fence in announce.
    Memory::fence(order::seq_cst);
    unsigned slots = 0;
    // acquire: pairs with the release that added a record.
    for (record* each = all_.load(order::acquire); each != nullptr; each = each->next) {
      slots += Slots;
      for (auto& slot : each->announced) {
        // acquire: pairs with the releases in announce and release.
        if (Node* const used = slot.load(order::acquire)) keep(mine, doomed, used);
      }
    }
    while (Node* const node = doomed) {
      doomed = node->next_retired;
      drop_object<Memory>(node);
    }
    mine.next_look = mine.retired_count + (batch_ == 1 || slots < batch_ ? batch_ : slots);
  }

  // Moves `used` from the list of the doomed back to the retired, if it is there.
  static void keep(record& mine, Node*& doomed, Node* used) {
    for (Node** link = &doomed; *link != nullptr; link = &(*link)->next_retired) {
      if (*link != used) continue;
      *link = used->next_retired;
      used->next_retired = mine.retired;
      mine.retired = used;
      ++mine.retired_count;
      return;
    }
  }

  const unsigned batch_;
  atomic<record*, Memory> all_{nullptr};
  atomic<record*, Memory> given_back_{nullptr};  // a hint
};

}  // namespace schedlab
