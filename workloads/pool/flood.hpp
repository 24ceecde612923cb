// Threads outside the scheduler submit tasks that do nothing, as fast as they can: what does a submission from outside
// cost, and how well does the scheduler stand several submitters? The thread that calls round() is submitter 0; the
// others live as long as the workload and are woken at the start of each round (some 50 us), so a round should take
// much longer than that.
//
// An item is a submitted task.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "workloads/pool/must_submit.hpp"
#include "workloads/pool/tallies.hpp"
#include "workloads/pool/unless_equal.hpp"

namespace schedlab {

template <class Scheduler>
class flood {
 public:
  static constexpr bool joins = false;

  // `tasks` is the number for all submitters together. Each submitter but 0 first calls `on_submitter` with its number.
  flood(unsigned submitters, std::uint64_t tasks, const std::function<void(unsigned)>& on_submitter = nullptr)
      : submitters_(submitters), tasks_(tasks) {
    if (submitters == 0) throw std::invalid_argument("flood from 0 submitters; right is at least 1");
    for (unsigned submitter = 1; submitter < submitters; ++submitter) {
      others_.emplace_back([this, submitter, on_submitter](const std::stop_token& stop) {
        if (on_submitter) on_submitter(submitter);
        submit_each_round(submitter, stop);
      });
    }
  }

  void prepare() { run_.reset(); }

  std::uint64_t round(Scheduler& scheduler) {
    {
      const std::lock_guard held(mutex_);
      scheduler_ = &scheduler;
      ++round_;
      submitting_ = submitters_ - 1;
    }
    changed_.notify_all();
    submit_share(scheduler, 0);
    {
      std::unique_lock held(mutex_);
      changed_.wait(held, [this] { return submitting_ == 0; });
    }
    scheduler.drain();
    return tasks_;
  }

  std::string verify() { return unless_equal("tasks run", run_.sum(), tasks_); }

 private:
  void submit_each_round(unsigned submitter, const std::stop_token& stop) {
    std::unique_lock held(mutex_);
    for (std::uint64_t seen = 0; changed_.wait(held, stop, [&] { return round_ != seen; });) {
      seen = round_;
      Scheduler& scheduler = *scheduler_;
      held.unlock();
      submit_share(scheduler, submitter);
      held.lock();
      if (--submitting_ == 0) changed_.notify_all();
    }
  }

  void submit_share(Scheduler& scheduler, unsigned submitter) {
    const std::uint64_t share = tasks_ / submitters_ + (submitter < tasks_ % submitters_ ? 1 : 0);
    // The thread's own way into the scheduler, if the scheduler offers one.
    if constexpr (requires { scheduler.attach_submitter(); }) {
      auto handle = scheduler.attach_submitter();
      submit_to(handle, share);
    } else {
      submit_to(scheduler, share);
    }
  }

  template <class Submitter>
  void submit_to(Submitter& to, std::uint64_t share) {
    for (std::uint64_t i = 0; i < share; ++i) {
      must_submit(to, [this] { run_.add(1); });
    }
  }

  const unsigned submitters_;
  const std::uint64_t tasks_;
  tallies run_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  Scheduler* scheduler_ = nullptr;
  std::uint64_t round_ = 0;
  unsigned submitting_ = 0;           // submitters of this round that are not yet done, without number 0
  std::vector<std::jthread> others_;  // last, so that they end before what they use
};

}  // namespace schedlab
