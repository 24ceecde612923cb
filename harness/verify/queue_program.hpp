// A scenario on a design: sets it up, lets its threads run, takes out what is left, and holds the history of all that
// against the specification. Every item carries a plain word that its pusher writes and its popper reads: what an item
// points to must come with it.
#pragma once

#include <array>
#include <unordered_map>

#include "harness/verify/machine.hpp"
#include "harness/verify/queue_subject.hpp"

namespace schedlab::verify {

class queue_program final : public explored_program {
 public:
  queue_program(const queue_subject& subject, const scenario& planned, const specification& promised);

  unsigned threads() const override { return static_cast<unsigned>(planned_.threads.size()); }
  void set_up() override;
  void run(unsigned thread) override;
  void tear_down() override;

  const field_list& fields() const override { return fields_; }

 private:
  class thread_script;

  void play(std::span<const planned_operation> operations, role as);
  void hold(std::uint64_t slot);
  void take_out_the_rest();
  void note_fields();
  void check_history(bool in_the_end);
  std::vector<placed_operation> first_wrong_part() const;

  const queue_subject& subject_;
  const scenario planned_;
  const specification promised_;
  void* queue_ = nullptr;
  std::uint64_t* payloads_ = nullptr;
  field_list fields_;
  std::uint64_t held_ = 0;                          // slots, a bit each
  std::unordered_map<std::uint64_t, bool> judged_;  // histories, by their hash
};

// Who does only one thing says so when it attaches.
role role_of(const queue_subject& subject, std::span<const planned_operation> operations, bool first);

}  // namespace schedlab::verify
