// Runs a scenario on a design: sets the design up, lets its threads run, takes out the remaining items, and compares
// the history of all that with the specification. Every item carries a plain word that its pusher writes and its popper
// reads, so that a missing order between the two shows as a data race.
#pragma once

#include <array>
#include <unordered_map>

#include "harness/verify/machine/machine.hpp"
#include "harness/verify/queues/queue_subject.hpp"

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
  class sequential_script;

  void play(std::span<const planned_operation> operations, role as);
  void play_before();
  void require_steady();
  void check_size(std::size_t inside);
  std::size_t inside_now() const;
  void hold(std::uint64_t slot);
  void take_out_the_rest();
  void note_fields();
  void check_history(bool in_the_end);
  std::vector<placed_operation> first_wrong_part() const;
  void check_hidden_items() const;
  void check_closed(const planned_operation& asked, answer said) const;

  const queue_subject& subject_;
  const scenario planned_;
  const specification promised_;
  void* queue_ = nullptr;
  std::uint64_t* payloads_ = nullptr;
  field_list fields_;
  abstract_state inside_;  // when the threads begin
  std::size_t steady_blocks_ = 0;
  std::uint64_t held_ = 0;  // slots, a bit each
  bool is_closing_ = false;
  std::unordered_map<std::uint64_t, bool> judged_;  // histories that were judged, by their hash
};

// The role with which a thread attaches; a thread that only pushes, or only pops, says so.
role role_of(const queue_subject& subject, std::span<const planned_operation> operations, bool first);

}  // namespace schedlab::verify
