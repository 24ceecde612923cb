// A program to explore, in the form in which a test writes it: a state that all threads share, a function for each
// thread, and one for the end, when all threads are gone.
//
//   const auto flags = small_program<two_flags>({[](two_flags& s) { ... }, [](two_flags& s) { ... }});
//   CHECK(explored(flags, memory_model::tso).found.kind == violation_kind::deadlock);
//
// The state lies in the machine's memory. Everything that a thread's function owns must lie there, too: an execution
// that found a fault is left in the middle.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "harness/verify/explore/explorer.hpp"

namespace schedlab::verify {

template <class State>
class small_program final : public program {
 public:
  using part = std::function<void(State&)>;

  explicit small_program(std::vector<part> threads, part at_end = {}, part at_first = {})
      : threads_(std::move(threads)), at_end_(std::move(at_end)), at_first_(std::move(at_first)) {}

  unsigned threads() const override { return static_cast<unsigned>(threads_.size()); }

  void set_up() override {
    model_heap& heap = machine::here().heap();
    unused_ = heap.allocate(8, 8);  // the first block's content is no part of a state: model_heap::hash_of_contents
    state_ = ::new (heap.allocate(sizeof(State), alignof(State))) State;
    if (at_first_) at_first_(*state_);
  }

  void run(unsigned thread) override { threads_[thread](*state_); }

  void tear_down() override {
    if (at_end_) at_end_(*state_);
    state_->~State();
    machine::here().heap().deallocate(state_);
    machine::here().heap().deallocate(unused_);
  }

 private:
  const std::vector<part> threads_;
  const part at_end_;
  const part at_first_;
  State* state_ = nullptr;
  void* unused_ = nullptr;
};

// Lets the explored program itself say that something is wrong.
inline void require(bool holds, const char* what) {
  if (!holds) machine::here().refute(violation_kind::assertion, what);
}

inline exploration explored(program& tested, const machine_options& options) {
  exploration_limits limits;
  limits.seconds = 60;
  machine on;
  return explore_once(on, tested, options, limits);
}

inline exploration explored(program& tested, memory_model model) { return explored(tested, {.model = model}); }

}  // namespace schedlab::verify
