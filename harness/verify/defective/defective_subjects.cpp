// The forms in which one fault is left, compiled for the checker.
#include "harness/verify/defective/defective_subjects.hpp"

#include "checked_sources/chase_lev_notes.hpp"
#include "checked_sources/chase_lev_stale_array.hpp"
#include "harness/verify/defective/chase_lev_notes.hpp"
#include "harness/verify/defective/chase_lev_stale_array.hpp"
#include "harness/verify/queues/checked_queue.hpp"

namespace schedlab::verify {
namespace {

template <notes_fault Fault>
struct notes_with {
  template <class Item, class Memory>
  using design = chase_lev_notes<Item, Memory, Fault>;
};

template <notes_fault Fault>
const queue_subject* notes_subject() {
  static const checked_queue<notes_with<Fault>::template design> only(source_of_chase_lev_notes);
  return &only;
}

}  // namespace

const std::vector<const queue_subject*>& defective_subjects() {
  static const checked_queue<chase_lev_stale_array> stale(source_of_chase_lev_stale_array);
  static const std::vector<const queue_subject*> all = {
      notes_subject<notes_fault::none>(),           notes_subject<notes_fault::no_fence>(),
      notes_subject<notes_fault::bottom_first>(),   notes_subject<notes_fault::plain_slots>(),
      notes_subject<notes_fault::relaxed_bottom>(), &stale,
  };
  return all;
}

}  // namespace schedlab::verify
