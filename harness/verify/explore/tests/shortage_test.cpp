// An allocation that fails is a choice of the exploration: any allocation may fail, under every interleaving.
// Exceptions belong to the fiber that throws them, so that threads may be switched while they are handled.
#include <new>
#include <set>
#include <string>

#include "harness/verify/explore/tests/small_program.hpp"
#include "harness/verify/machine/checked_memory.hpp"
#include "queues/memory/atomic.hpp"
#include "queues/memory/plain_cell.hpp"
#include "queues/tests/catch.hpp"
#include "schedulers/in_frame.hpp"

using namespace schedlab;
using namespace schedlab::verify;

namespace {

using enum order;
using enum violation_kind;
using number = atomic<std::uint32_t, checked_memory>;

struct two_flags {
  number one{0};
  number other{0};
};

bool had_memory() {
  try {
    checked_memory::deallocate(checked_memory::allocate(8, 8), 8, 8);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

machine_options short_of_memory(memory_model model = memory_model::sc) {
  return {.model = model, .failed_allocations = 1};
}

}  // namespace

TEST_CASE("shortage: each allocation fails once, and no two do") {
  std::set<std::string> seen;
  const auto allocates = [](number& says) { says.store(had_memory() ? 1 : 2, relaxed); };
  small_program<two_flags> tested(
      {[&](two_flags& s) { allocates(s.one); }, [&](two_flags& s) { allocates(s.other); }},
      [&](two_flags& s) { seen.insert(std::to_string(s.one.load(relaxed)) + std::to_string(s.other.load(relaxed))); });
  CHECK(explored(tested, short_of_memory()).found.kind == none);
  CHECK(seen == std::set<std::string>{"11", "12", "21"});
  seen.clear();
  CHECK(explored(tested, memory_model::sc).found.kind == none);
  CHECK(seen == std::set<std::string>{"11"});
}

TEST_CASE("shortage: a thread whose memory lasts is spared") {
  std::set<bool> seen;
  small_program<two_flags> tested({[&](two_flags&) {
    machine::here().memory_lasts(true);
    seen.insert(had_memory());
  }});
  CHECK(explored(tested, short_of_memory()).found.kind == none);
  CHECK(seen == std::set<bool>{true});
}

// Both threads are inside a handler at the same time, in every order, and each finds its own exception there.
TEST_CASE("shortage: exceptions do not stray between threads") {
  const auto throws = [](std::uint32_t mine) {
    return [mine](two_flags& s) {
      try {
        throw mine;
      } catch (const std::uint32_t caught) {
        s.one.fetch_add(1, acq_rel);
        try {
          throw mine + 10;
        } catch (const std::uint32_t inner) {
          s.one.fetch_add(1, acq_rel);
          require(inner == mine + 10, "the inner handler has another's exception");
        }
        s.one.fetch_add(1, acq_rel);
        require(caught == mine, "the handler has another's exception");
        try {
          s.one.fetch_add(1, acq_rel);
          throw;  // the one in hand
        } catch (const std::uint32_t again) {
          require(again == mine, "what is thrown again is another's");
        }
      }
    };
  };
  small_program<two_flags> tested({throws(1), throws(2)});
  for (const memory_model model : all_models) CHECK(explored(tested, model).found.kind == none);
}

namespace {

struct awaited : in_frame<awaited, checked_memory> {
  number over{0};
  plain_cell<std::uint32_t, checked_memory> owner;
};

struct pointer_to_a_frame {
  atomic<awaited*, checked_memory> where{nullptr};
  number left{0};
};

// A parent waits for something in its frame. The child says that it is over, and reads there before or after that.
small_program<pointer_to_a_frame> child_in_a_frame(bool reads_afterwards) {
  return small_program<pointer_to_a_frame>({[](pointer_to_a_frame& s) {
                                              {
                                                awaited mine;
                                                mine.owner.put(7);
                                                s.where.store(&mine, release);
                                                while (mine.over.load(acquire) == 0) checked_memory::pause();
                                              }
                                              s.left.store(1, relaxed);
                                            },
                                            [=](pointer_to_a_frame& s) {
                                              awaited* found = nullptr;
                                              while ((found = s.where.load(acquire)) == nullptr)
                                                checked_memory::pause();
                                              if (!reads_afterwards) found->owner.take();
                                              found->over.store(1, release);
                                              if (reads_afterwards) found->owner.take();
                                            }});
}

}  // namespace

TEST_CASE("shortage: a frame that was left is not read any more") {
  for (const memory_model model : all_models) {
    small_program<pointer_to_a_frame> right = child_in_a_frame(false);
    small_program<pointer_to_a_frame> wrong = child_in_a_frame(true);
    CHECK(explored(right, model).found.kind == none);
    CHECK(explored(wrong, model).found.kind == bad_access);
  }
}

TEST_CASE("shortage: bytes behind a block are nobody's") {
  for (const std::size_t written : {std::size_t{8}, std::size_t{9}}) {
    small_program<two_flags> tested({[=](two_flags&) {
      auto* const bytes = static_cast<volatile unsigned char*>(checked_memory::allocate(8, 8));
      for (std::size_t i = 0; i < written; ++i) bytes[i] = 1;
      checked_memory::deallocate(const_cast<unsigned char*>(bytes), 8, 8);
    }});
    CHECK(explored(tested, memory_model::sc).found.kind == (written == 8 ? none : bad_access));
  }
}
