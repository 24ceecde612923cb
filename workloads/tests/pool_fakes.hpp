// Two schedulers to run workloads on without the real ones: one that does everything in the calling thread and can be told
// to misbehave, and a plain one of threads behind one lock.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace schedlab {

enum class [[nodiscard]] fake_status { accepted, stopped };

enum class mishap { none, loses, doubles };

// A scheduler that misbehaves once, at its third task; run() itself always works.
template <mishap How = mishap::none>
class serial_scheduler {
 public:
  unsigned worker_count() const { return 1; }

  template <class F>
  fake_status submit(F work) {
    const unsigned times = times_to_run();
    for (unsigned i = 0; i < times; ++i) waiting_.emplace_back(work);
    return fake_status::accepted;
  }
  void drain() {
    for (; !waiting_.empty(); waiting_.pop_front()) waiting_.front()();
  }
  template <class F>
  void run(F work) {
    work();
  }
  template <class F, class G>
  void fork_join(F forked, G called) {
    for (unsigned times = times_to_run(); times > 0; --times) forked();
    called();
  }

  class group {
   public:
    explicit group(serial_scheduler& of) : scheduler_(of) {}
    template <class F>
    void spawn(F child) {
      for (unsigned times = scheduler_.times_to_run(); times > 0; --times) child();
    }
    void sync() {}

   private:
    serial_scheduler& scheduler_;
  };

 private:
  unsigned times_to_run() {
    if (++tasks_ != 3 || How == mishap::none) return 1;
    return How == mishap::loses ? 0 : 2;
  }

  std::deque<std::function<void()>> waiting_;
  std::uint64_t tasks_ = 0;
};

// A scheduler whose workers take the newest task; a thread that waits inside a task runs others meanwhile.
class threaded_scheduler {
  using job = std::function<void()>;

 public:
  explicit threaded_scheduler(unsigned workers) {
    for (unsigned i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
  }
  threaded_scheduler(const threaded_scheduler&) = delete;
  threaded_scheduler& operator=(const threaded_scheduler&) = delete;
  ~threaded_scheduler() {
    {
      const std::lock_guard held(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    for (auto& worker : workers_) worker.join();
  }

  unsigned worker_count() const { return static_cast<unsigned>(workers_.size()); }

  fake_status submit(job work) {
    {
      const std::lock_guard held(mutex_);
      waiting_.push_back(std::move(work));
      ++unfinished_;
    }
    changed_.notify_all();
    return fake_status::accepted;
  }
  void drain() {
    std::unique_lock held(mutex_);
    changed_.wait(held, [this] { return unfinished_ == 0; });
  }
  template <class F>
  void run(F work) {
    bool done = false;
    submitted(job([&] {
      work();
      const std::lock_guard held(mutex_);
      done = true;
    }));
    std::unique_lock held(mutex_);
    changed_.wait(held, [&] { return done; });
  }
  template <class F, class G>
  void fork_join(F forked, G called) {
    group children(*this);
    children.spawn(std::ref(forked));
    called();
    children.sync();
  }

  class group {
   public:
    explicit group(threaded_scheduler& of) : scheduler_(of) {}
    template <class F>
    void spawn(F child) {
      {
        const std::lock_guard held(scheduler_.mutex_);
        ++running_;
      }
      scheduler_.submitted(job([this, child]() mutable {
        child();
        const std::lock_guard held(scheduler_.mutex_);
        --running_;
      }));
    }
    void sync() {
      std::unique_lock held(scheduler_.mutex_);
      while (running_ > 0) {
        if (!scheduler_.run_one(held)) scheduler_.changed_.wait(held);
      }
    }

   private:
    threaded_scheduler& scheduler_;
    unsigned running_ = 0;
  };

 private:
  void submitted(job work) { static_cast<void>(submit(std::move(work))); }

  // False if no task waits. The lock is held before and after, but not meanwhile.
  bool run_one(std::unique_lock<std::mutex>& held) {
    if (waiting_.empty()) return false;
    job next = std::move(waiting_.back());
    waiting_.pop_back();
    held.unlock();
    next();
    next = nullptr;
    held.lock();
    --unfinished_;
    changed_.notify_all();
    return true;
  }
  void work() {
    std::unique_lock held(mutex_);
    while (!over_) {
      if (!run_one(held)) changed_.wait(held);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<job> waiting_;
  std::uint64_t unfinished_ = 0;
  bool over_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace schedlab
