// Memory that was freed and is handed out again: an address that was seen before may mean something else now (ABA). The
// machine tries both, fresh memory and freed memory, so neither that nor a use after free is overlooked.
#include <set>
#include <string>

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

struct node {
  number value{0};
};

node* new_node(std::uint32_t value) {
  auto* const made = ::new (checked_memory::allocate(sizeof(node), alignof(node))) node;
  made->value.store(value, relaxed);
  return made;
}
void free_node(node* one) { checked_memory::deallocate(one, sizeof(node), alignof(node)); }

struct one_pointer {
  atomic<node*, checked_memory> top{nullptr};
  atomic<node*, checked_memory> at_first{nullptr};
  number swapped{0};
};

// One thread takes the first node away if it is still there; the other takes it, frees it, and puts up another one, which may
// lie in the same place.
small_program<one_pointer> replaced_behind_a_back() {
  return small_program<one_pointer>(
      {[](one_pointer& s) {
         node* const wanted = s.at_first.load(relaxed);
         node* seen = wanted;
         if (!s.top.compare_exchange_strong(seen, nullptr, acq_rel, relaxed)) return;
         require(wanted->value.load(relaxed) == 1, "it is another node");
         free_node(wanted);
       },
       [](one_pointer& s) {
         node* const mine = s.top.exchange(nullptr, acq_rel);
         if (mine == nullptr) return;
         free_node(mine);
         s.top.store(new_node(2), release);
       }},
      [](one_pointer& s) {
        if (node* const left = s.top.load(relaxed)) free_node(left);
      },
      [](one_pointer& s) {
        s.at_first.store(new_node(1), relaxed);
        s.top.store(s.at_first.load(relaxed), relaxed);
      });
}

}  // namespace

TEST_CASE("memory again: a compare-exchange is taken in by an address that came back") {
  for (const memory_model model : all_models) {
    for (const bool naive : {false, true}) {
      auto program = replaced_behind_a_back();
      CHECK(explored(program, {.model = model, .naive = naive, .reuses = 0}).found.kind == none);
      CHECK(explored(program, {.model = model, .naive = naive, .reuses = 1}).found.kind == assertion);
    }
  }
}

TEST_CASE("memory again: what is used after it was freed is still found") {
  small_program<one_pointer> program(
      {[](one_pointer& s) { static_cast<void>(s.top.load(acquire)->value.load(relaxed)); },
       [](one_pointer& s) {
         free_node(s.top.exchange(nullptr, acq_rel));
         node* const other = new_node(2);
         free_node(other);
       }},
      {}, [](one_pointer& s) { s.top.store(new_node(1), relaxed); });
  for (const memory_model model : all_models) CHECK(explored(program, model).found.kind == bad_access);
}

TEST_CASE("memory again: only blocks of the same size and only those that are free") {
  std::set<std::string> seen;
  const auto text = [](bool same) { return std::string(same ? "same" : "other"); };
  small_program<one_pointer> program({[&](one_pointer&) {
    node* const kept = new_node(1);
    node* const first = new_node(1);
    free_node(first);
    auto* const larger = checked_memory::allocate(3 * sizeof(node), alignof(node));
    node* const second = new_node(2);
    node* const third = new_node(3);
    require(second != kept && third != kept && larger != first, "memory that is in use was handed out");
    seen.insert(text(second == first) + " " + text(third == first));
    free_node(kept);
    free_node(second);
    free_node(third);
    checked_memory::deallocate(larger, 3 * sizeof(node), alignof(node));
  }});
  CHECK(explored(program, memory_model::sc).ended_as == exploration::verdict::clean);
  CHECK(seen == std::set<std::string>{"other other", "same other", "other same"});
}

// A state tells what lies in a place now from what lay there before, and both from a state in which nothing was freed.
TEST_CASE("memory again: no outcome is lost by remembering states") {
  for (const memory_model model : all_models) {
    std::set<std::string> all[2];
    for (const bool naive : {false, true}) {
      std::string first;
      small_program<one_pointer> program(
          {[&](one_pointer& s) {
             node* const mine = s.top.exchange(nullptr, acq_rel);
             if (mine == nullptr) return;
             free_node(mine);
             s.top.store(new_node(2), release);
           },
           [&](one_pointer& s) {
             node* const found = s.top.exchange(nullptr, acq_rel);
             first = found == nullptr ? "none" : std::to_string(found->value.load(relaxed));
             if (found == nullptr) return;
             free_node(found);
             node* const fresh = new_node(3);
             first += fresh == found ? " again" : " elsewhere";
             s.swapped.store(1, relaxed);
             s.top.store(fresh, release);
           }},
          [&](one_pointer& s) {
            node* const left = s.top.load(relaxed);
            all[naive ? 1 : 0].insert(first + ", " +
                                      (left == nullptr ? "none" : std::to_string(left->value.load(relaxed))));
            if (left != nullptr) free_node(left);
          },
          [](one_pointer& s) { s.top.store(new_node(1), relaxed); });
      CHECK(explored(program, {.model = model, .naive = naive}).ended_as != exploration::verdict::unfinished);
    }
    CHECK(all[0].size() >= 3);
    CHECK(all[0] == all[1]);
  }
}
