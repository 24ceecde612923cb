// Lock-free classics, right and with the fault that each is famous for: the stack of R. K. Treiber ("Systems programming:
// coping with parallelism", IBM 1986) with and without a tag against ABA, the queue of M. M. Michael and M. L. Scott
// ("Simple, fast, and practical non-blocking and blocking concurrent queue algorithms", PODC 1996), and hazard pointers
// (M. M. Michael, "Hazard pointers: safe memory reclamation for lock-free objects", TPDS 2004).
#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum violation_kind;
using number = atomic<std::uint32_t, checked_memory>;
using cell = plain_cell<std::uint32_t, checked_memory>;

template <class State>
void check(small_program<State> tested, violation_kind sc, violation_kind tso, violation_kind weak) {
  CHECK(explored(tested, memory_model::sc).found.kind == sc);
  CHECK(explored(tested, memory_model::tso).found.kind == tso);
  CHECK(explored(tested, memory_model::weak).found.kind == weak);
}

// The head is index + 1 of the first node, 0 for none; a tag in its upper half counts the changes.
struct indexed_stack {
  static constexpr std::uint32_t nodes = 3;
  number next[nodes];
  number head{0};
  std::uint32_t step_of_tag;
  number holders[nodes]{number{0}, number{0}, number{0}};

  explicit indexed_stack(bool tagged) : step_of_tag(tagged ? 1u << 16 : 0) {}

  void push(std::uint32_t node) {
    std::uint32_t seen = head.load(relaxed);
    for (;;) {
      next[node].store(seen & 0xFFFF, relaxed);
      const std::uint32_t wanted = ((seen & ~0xFFFFu) + step_of_tag) | (node + 1);
      if (head.compare_exchange_strong(seen, wanted, release, relaxed)) return;
    }
  }

  // index + 1, or 0.
  std::uint32_t pop() {
    std::uint32_t seen = head.load(acquire);
    for (;;) {
      const std::uint32_t node = seen & 0xFFFF;
      if (node == 0) return 0;
      const std::uint32_t wanted = ((seen & ~0xFFFFu) + step_of_tag) | next[node - 1].load(relaxed);
      if (head.compare_exchange_strong(seen, wanted, acquire, acquire)) return node;
    }
  }

  // A thread that pops a node holds it alone until it pushes it again.
  std::uint32_t take() {
    const std::uint32_t node = pop();
    if (node != 0) require(holders[node - 1].fetch_add(1, relaxed) == 0, "a node was given to two threads");
    return node;
  }
  void give_back(std::uint32_t node) {
    holders[node - 1].fetch_add(~std::uint32_t{0}, relaxed);
    push(node - 1);
  }
};

template <bool Tagged>
struct filled_stack : indexed_stack {
  filled_stack() : indexed_stack(Tagged) {
    push(0);
    push(1);
  }
};

// A: the first thread reads head and next, stalls; the second one pops two nodes and pushes the first again. B: the head
// looks as before, but next leads to a node that the second thread holds.
template <bool Tagged>
small_program<filled_stack<Tagged>> aba() {
  using stack = filled_stack<Tagged>;
  return small_program<stack>({[](stack& s) {
                                 s.take();
                                 s.take();
                               },
                               [](stack& s) {
                                 const std::uint32_t first = s.take();
                                 s.take();
                                 if (first != 0) s.give_back(first);
                               }});
}

}  // namespace

TEST_CASE("Treiber's stack: the tag prevents ABA") {
  check(aba<true>(), none, none, none);
  check(aba<false>(), assertion, assertion, assertion);
}

namespace {

// A pool of nodes that are never used twice; index + 1, 0 for none. Node 0 is the first dummy.
struct linked_queue {
  static constexpr std::uint32_t nodes = 4;
  cell items[nodes];
  number next[nodes]{number{0}, number{0}, number{0}, number{0}};
  number head{1};
  number tail{1};
  order link = release;
  order follow = acquire;

  void push(std::uint32_t node, std::uint32_t item) {
    items[node].put(std::uint32_t{item});
    for (;;) {
      std::uint32_t last = tail.load(acquire);
      std::uint32_t after = next[last - 1].load(acquire);
      if (after != 0) {
        tail.compare_exchange_strong(last, after, release, relaxed);
        continue;
      }
      if (next[last - 1].compare_exchange_strong(after, node + 1, link, relaxed)) {
        tail.compare_exchange_strong(last, node + 1, release, relaxed);
        return;
      }
    }
  }

  std::uint32_t pop() {
    for (;;) {
      std::uint32_t first = head.load(acquire);
      std::uint32_t last = tail.load(acquire);
      const std::uint32_t after = next[first - 1].load(follow);
      if (after == 0) return 0;
      if (first == last) {
        tail.compare_exchange_strong(last, after, release, relaxed);
        continue;
      }
      // Nodes are never used again, so the item may be read after the head has moved.
      if (head.compare_exchange_strong(first, after, release, relaxed)) return items[after - 1].take();
    }
  }
};

struct two_pops {
  linked_queue queue;
  number sum{0};
};

small_program<two_pops> pushing_and_popping(order link, order follow) {
  const auto pops = [](two_pops& s) {
    const std::uint32_t first = s.queue.pop();
    const std::uint32_t second = s.queue.pop();
    require(first == 0 || second == 0 || first < second, "items of one thread came out in the wrong order");
    s.sum.fetch_add(first + second, relaxed);
  };
  return small_program<two_pops>(
      {[](two_pops& s) {
         s.queue.push(1, 10);
         s.queue.push(2, 20);
       },
       pops},
      [](two_pops& s) {
        std::uint32_t sum = s.sum.load(relaxed);
        while (const std::uint32_t item = s.queue.pop()) sum += item;
        require(sum == 30, "an item was lost or doubled");
      },
      [=](two_pops& s) {
        s.queue.link = link;
        s.queue.follow = follow;
      });
}

}  // namespace

TEST_CASE("Michael and Scott's queue: the link publishes the item") {
  check(pushing_and_popping(release, acquire), none, none, none);
  check(pushing_and_popping(relaxed, acquire), none, none, data_race);
  check(pushing_and_popping(release, relaxed), none, none, data_race);
}

TEST_CASE("Michael and Scott's queue: two who push at once") {
  small_program<two_pops> both({[](two_pops& s) { s.queue.push(1, 10); }, [](two_pops& s) { s.queue.push(2, 20); }},
                               [](two_pops& s) {
                                 const std::uint32_t first = s.queue.pop();
                                 const std::uint32_t second = s.queue.pop();
                                 require(first + second == 30 && s.queue.pop() == 0, "an item was lost or doubled");
                               });
  check(both, none, none, none);
}

namespace {

struct node {
  number value{7};
};

struct hazardous {
  atomic<node*, checked_memory> shared;
  atomic<node*, checked_memory> hazard{nullptr};
  node* kept = nullptr;  // by the writer, because a reader still used it

  hazardous() : shared(::new (checked_memory::allocate(sizeof(node), alignof(node))) node) {}
};

void free_node(node* one) { checked_memory::deallocate(one, sizeof(node), alignof(node)); }

// The reader announces what it is about to use and then looks whether it is still there; the writer takes it away and
// then looks whether a reader uses it. Each is a store before a load: SB.
small_program<hazardous> with_hazard_pointer(order reader_fence, order writer_fence, bool looks_again = true) {
  const auto reads_it = [=](hazardous& s) {
    node* const seen = s.shared.load(acquire);
    if (seen == nullptr) return;
    s.hazard.store(seen, relaxed);
    checked_memory::fence(reader_fence);
    if (looks_again && s.shared.load(acquire) != seen) return s.hazard.store(nullptr, release);
    require(seen->value.load(relaxed) == 7, "the wrong content");
    s.hazard.store(nullptr, release);
  };
  const auto retires_it = [=](hazardous& s) {
    node* const old = s.shared.exchange(nullptr, acq_rel);
    checked_memory::fence(writer_fence);
    if (s.hazard.load(acquire) == old) {
      s.kept = old;
    } else {
      free_node(old);
    }
  };
  return small_program<hazardous>({reads_it, retires_it}, [](hazardous& s) {
    if (s.kept != nullptr) free_node(s.kept);
  });
}

}  // namespace

TEST_CASE("hazard pointers: a seq_cst fence on either side") {
  check(with_hazard_pointer(seq_cst, seq_cst), none, none, none);
  check(with_hazard_pointer(acq_rel, seq_cst), none, bad_access, bad_access);
  // On x86 the exchange drains the writer's buffer already.
  check(with_hazard_pointer(seq_cst, acq_rel), none, none, bad_access);
}

TEST_CASE("hazard pointers: without the second look, or without any, memory is used after it was freed") {
  check(with_hazard_pointer(seq_cst, seq_cst, /*looks_again=*/false), bad_access, bad_access, bad_access);
}
