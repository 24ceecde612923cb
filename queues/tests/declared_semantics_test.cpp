// The scenarios that hold a library's traits against the library find out a design that promises more than it keeps.
#include "queues/tests/declared_semantics.hpp"

#include <deque>
#include <mutex>

#include "queues/tests/catch.hpp"

using namespace schedlab;
using namespace schedlab::contract;

namespace {

enum class lie { none, empty, full, capacity, order };

// A queue that is right but for one lie, which it tells every third time or always.
template <lie Told>
class lying_queue {
 public:
  static constexpr queue_traits traits{
      .name = "lying_queue", .kind = design_kind::peer, .order = item_order::fifo, .bounded = true, .paper = "none"};

  explicit lying_queue(std::size_t capacity) : capacity_(capacity + (Told == lie::capacity ? 1 : 0)) {}

  push_status try_push(std::uint64_t&& item) {
    const std::lock_guard held(mutex_);
    if (items_.size() == capacity_ || lies(lie::full)) return push_status::full;
    items_.push_back(item);
    return push_status::ok;
  }
  pop_status try_pop(std::uint64_t& item) {
    const std::lock_guard held(mutex_);
    if (items_.empty() || lies(lie::empty)) return pop_status::empty;
    const auto taken = Told == lie::order ? items_.end() - 1 : items_.begin();
    item = *taken;
    items_.erase(taken);
    return pop_status::ok;
  }

 private:
  bool lies(lie about) { return Told == about && ++asked_ % 3 == 0; }

  const std::size_t capacity_;
  std::mutex mutex_;
  std::deque<std::uint64_t> items_;
  std::uint64_t asked_ = 0;
};

template <lie Told>
std::string complaint(std::chrono::milliseconds each) {
  return declared_semantics<lying_queue<Told>, std::uint64_t>(each).run().value_or("");
}

// On a busy machine a scenario of some milliseconds may end before its threads have met.
template <lie Told>
bool is_found_out(const char* words) {
  for (int milliseconds = 5; milliseconds <= 640; milliseconds *= 2) {
    if (complaint<Told>(std::chrono::milliseconds(milliseconds)).find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a_design_that_keeps_its_traits_is_as_declared") {
  CHECK(complaint<lie::none>(std::chrono::milliseconds(20)).empty());
}

TEST_CASE("every_lie_of_a_design_is_found_out") {
  for (const char* how : {"from the only consumer", "behind other pushes", "from who pushed it", "by other pops",
                          "says empty and was not"}) {
    INFO(how);
    CHECK(is_found_out<lie::empty>(how));
  }
  for (const char* how : {"8 items", "to the only producer", "then empty", "before its capacity is used"}) {
    INFO(how);
    CHECK(is_found_out<lie::full>(how));
  }
  CHECK(is_found_out<lie::capacity>("takes more than its capacity"));
  CHECK(is_found_out<lie::order>("lets items overtake"));
}
