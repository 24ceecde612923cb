// Tests that the contract suite of schedulers can fail: a right scheduler is found right, and each fault is found by the
// scenario that is there for it and named for what it is.
#include "schedulers/tests/broken_scheduler.hpp"

#include "queues/tests/catch.hpp"
#include "queues/tests/watchdog.hpp"
#include "schedulers/tests/contract_ending.hpp"
#include "schedulers/tests/contract_joins.hpp"
#include "schedulers/tests/contract_tasks.hpp"

namespace schedlab {
namespace {

using broken::fault;
using namespace scheduler_contract;

template <fault Fault>
using faulty = broken::faulty_scheduler<Fault>;

bool says(const violation& found, const std::string& words) {
  UNSCOPED_INFO(found.value_or("nothing was found"));
  return found && found->find(words) != std::string::npos;
}

constexpr traffic some_traffic{.submitters = 2, .workers = 2, .tasks = 10'000, .time_box = std::chrono::seconds(20)};

TEST_CASE("broken scheduler: the scenarios find nothing wrong with a right one") {
  const watchdog limit("a right scheduler");
  using right = faulty<fault::none>;
  CHECK_FALSE(every_task_runs_once<right>(some_traffic));
  CHECK_FALSE(carries_any_callable<right>(2));
  CHECK_FALSE(tasks_submit_tasks<right>(2, 1000));
  CHECK_FALSE(results_come_back<right>(2));
  CHECK_FALSE(failures_reach_on_error<right>(2));
  CHECK_FALSE(captures_end_once<right>(2));
  CHECK_FALSE(knows_its_workers<right>());
  CHECK_FALSE(workers_start_once<right>(2));
  CHECK_FALSE(all_workers_get_moving<right>(2));
  CHECK_FALSE(drain_waits_for_tasks_of_tasks<right>(2));
  CHECK_FALSE(many_may_drain<right>(2));
  CHECK_FALSE(ending_runs_what_was_accepted<right>(2, 5'000, ending::stop));
  CHECK_FALSE(ending_runs_what_was_accepted<right>(2, 5'000, ending::destructor));
  CHECK_FALSE(stop_may_be_called_often<right>(2));
  CHECK_FALSE(submitters_race_with_stop<right>(2));
  CHECK_FALSE(stopping_takes_tasks_of_tasks<right>(2));
  CHECK_FALSE(waits_for_no_task_of_its_own<right>(2));
  CHECK_FALSE(run_returns_and_throws<right>(2));
  CHECK_FALSE(forks_compute_fib<right>(2, 8, 21));
  CHECK_FALSE(forks_pass_exceptions_on<right>(2));
  CHECK_FALSE(exceptions_climb<right>(2));
  CHECK_FALSE(groups_sync<right>(2, 100));
  CHECK_FALSE(groups_nest<right>(2));
  CHECK_FALSE(groups_pass_one_exception_on<right>(2));
  CHECK_FALSE(everything_at_once<right>(2));
}

TEST_CASE("broken scheduler: lost and doubled tasks are found") {
  const watchdog limit("a scheduler that loses or doubles");
  using losing = faulty<fault::loses_every_1000th>;
  using doubling = faulty<fault::runs_every_1000th_twice>;
  CHECK(says(every_task_runs_once<losing>(some_traffic), "never ran and 0 ran more than once"));
  CHECK(says(every_task_runs_once<doubling>(some_traffic), " 0 never ran and"));
  CHECK(says(tasks_submit_tasks<doubling>(2, 10'000), "ran more than once"));
  CHECK(says(ending_runs_what_was_accepted<losing>(2, 5'000, ending::stop), "after stop: of 5000 tasks 5 never ran"));
  CHECK(says(ending_runs_what_was_accepted<losing>(2, 5'000, ending::destructor), "after its end: of 5000 tasks 5"));
}

TEST_CASE("broken scheduler: a stop that forgets is found") {
  const watchdog limit("a scheduler that forgets");
  using forgetful = faulty<fault::forgets_the_queued_at_stop>;
  CHECK(says(ending_runs_what_was_accepted<forgetful>(2, 5'000, ending::stop), "after stop: of 5000 tasks"));
  CHECK(says(ending_runs_what_was_accepted<forgetful>(2, 5'000, ending::destructor), "after its end: of 5000 tasks"));
}

TEST_CASE("broken scheduler: waiting, refusing and starting wrongly is found") {
  const watchdog limit("a scheduler that waits, refuses or starts wrongly");
  CHECK(says(drain_waits_for_tasks_of_tasks<faulty<fault::drains_only_what_was_there>>(2), "drain: it returned when"));
  CHECK(says(waits_for_no_task_of_its_own<faulty<fault::waits_for_itself_silently>>(2), "did not throw"));
  CHECK(says(captures_end_once<faulty<fault::empties_what_it_refuses>>(2), "refused task was not left alone"));
  CHECK(says(submitters_race_with_stop<faulty<fault::empties_what_it_refuses>>(2), "took the callable out"));
  CHECK(says(stopping_takes_tasks_of_tasks<faulty<fault::refuses_tasks_of_tasks_at_stop>>(2), "refused 10 of 10"));
  CHECK(says(workers_start_once<faulty<fault::starts_one_worker_twice>>(2), "called 2 times for worker 0"));
  CHECK(says(all_workers_get_moving<faulty<fault::lets_one_worker_sleep>>(2, milliseconds(100)), "each other"));
}

TEST_CASE("broken scheduler: exceptions that go astray are found") {
  const watchdog limit("a scheduler that loses exceptions");
  CHECK(says(failures_reach_on_error<faulty<fault::hides_failures>>(2), "on_error was told of 0"));
  CHECK(says(run_returns_and_throws<faulty<fault::run_hides_exception>>(2), "run threw nothing"));
  CHECK(says(forks_pass_exceptions_on<faulty<fault::loses_exception_of_f>>(2), "threw nothing instead of of f"));
  CHECK(says(forks_pass_exceptions_on<faulty<fault::prefers_exception_of_f>>(2), "threw of f instead of of g"));
  CHECK(says(exceptions_climb<faulty<fault::loses_exception_of_f>>(2), "came nothing"));
  CHECK(says(groups_pass_one_exception_on<faulty<fault::group_stops_at_exception>>(2), "others did not run"));
}

}  // namespace
}  // namespace schedlab
