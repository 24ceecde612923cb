#include "harness/cells/pools/pool_at_rest.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "harness/cells/metrics.hpp"
#include "harness/cells/pools/progress_watchdog.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/resident_memory.hpp"
#include "schedulers/pooled_blocks.hpp"

namespace schedlab {
namespace {

using steady = std::chrono::steady_clock;

double this_thread_cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// The CPU seconds of all threads but the calling one.
double others_cpu_seconds() { return process_cpu_seconds() - this_thread_cpu_seconds(); }

void rest(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// By then every worker has found out that there is nothing to do.
constexpr double until_they_rest_s = 0.02;

struct bare_threads {
  explicit bare_threads(unsigned count) : all_run(static_cast<std::ptrdiff_t>(count) + 1) {}

  static void* body(void* self) {
    auto& all = *static_cast<bare_threads*>(self);
    all.all_run.arrive_and_wait();
    all.over.wait(false);
    return nullptr;
  }

  std::latch all_run;
  std::atomic<bool> over{false};
};

// The C library keeps the stacks of threads that have ended for later threads, with the pages that were touched. A
// scheduler that is measured next would then seem to need less than a bare thread. Stacks as large as this are not
// kept.
constexpr std::size_t stack_not_kept = std::size_t{64} << 20;

std::uint64_t bytes_of_bare_threads(unsigned count) {
  const std::uint64_t before = resident_bytes();
  bare_threads all(count);
  pthread_attr_t large;
  pthread_attr_init(&large);
  pthread_attr_setstacksize(&large, stack_not_kept);
  std::vector<pthread_t> threads(count);
  for (pthread_t& thread : threads) {
    const int error = pthread_create(&thread, &large, &bare_threads::body, &all);
    if (error != 0) throw std::system_error(error, std::generic_category(), "a thread could not be started");
  }
  pthread_attr_destroy(&large);
  all.all_run.arrive_and_wait();
  rest(0.002);
  const std::uint64_t after = resident_bytes();
  all.over = true;
  all.over.notify_all();
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  return after > before ? after - before : 0;
}

progress_watchdog watch_over(resting_pool& pool, const repetition_request& request) {
  return progress_watchdog(
      request.watchdog_s, [&pool] { return pool.tasks_over(); }, [&pool] { return pool.report(); });
}

double difference(std::uint64_t after, std::uint64_t before) {
  return static_cast<double>(after) - static_cast<double>(before);
}

}  // namespace

measurement measure_idle(const resting_pool_maker& make, const repetition_request& request) {
  constexpr unsigned bursts = 5;
  constexpr unsigned tasks = 1000;
  const auto pool = make(allowed_cpus());
  rest(until_they_rest_s);  // its threads are still starting
  std::atomic<unsigned> ran{0};
  double spin_down_s = 0;
  {
    const progress_watchdog watching = watch_over(*pool, request);
    for (unsigned burst = 0; burst < bursts; ++burst) {
      for (unsigned i = 0; i < tasks; ++i) pool->submit([&ran] { ++ran; });
      pool->drain();
      const double at_the_end = others_cpu_seconds();
      rest(until_they_rest_s);
      spin_down_s += std::max(0.0, others_cpu_seconds() - at_the_end) / bursts;
    }
  }
  const double at_rest = others_cpu_seconds();
  const auto begin = steady::now();
  rest(request.window_s);
  measurement result;
  result.elapsed_s = seconds_between(begin, steady::now());
  // The two clocks are read one after the other, so a time below a microsecond can come out negative.
  result.cpu_s = std::max(0.0, others_cpu_seconds() - at_rest);
  result.items = 1;
  if (ran != bursts * tasks)
    result.wrong = "of " + std::to_string(bursts * tasks) + " tasks " + std::to_string(ran) + " ran";
  result.counters = {{"idle_cpu_share"_metric, result.cpu_s / result.elapsed_s},
                     {"spin_down_cpu_ms"_metric, 1e3 * spin_down_s}};
  return result;
}

measurement measure_pool_memory(const resting_pool_maker& make, unsigned workers, std::uint64_t tasks,
                                const repetition_request& request) {
  const auto begin = steady::now();
  const auto cpus = allowed_cpus();
  const std::uint64_t bare = bytes_of_bare_threads(workers);
  const std::uint64_t before = resident_bytes();
  const auto pool = make(cpus);
  rest(until_they_rest_s);
  const std::uint64_t with_workers = resident_bytes();
  const progress_watchdog watching = watch_over(*pool, request);

  // Every worker is held up inside a task, so that the other tasks have to wait.
  std::atomic<bool> open{false};
  std::atomic<std::uint64_t> ran{0};
  std::latch held(static_cast<std::ptrdiff_t>(workers) + 1);
  for (unsigned i = 0; i < workers; ++i) {
    pool->submit([&] {
      held.arrive_and_wait();
      open.wait(false);
    });
  }
  held.arrive_and_wait();
  const std::uint64_t none_queued = resident_bytes();
  const std::uint64_t blocks_before = pooled_blocks::bytes_held();
  for (std::uint64_t i = 0; i < tasks; ++i) pool->submit([&ran] { ran.fetch_add(1, std::memory_order_relaxed); });
  const std::uint64_t all_queued = resident_bytes();
  const std::uint64_t blocks_of_tasks = pooled_blocks::bytes_held();
  open = true;
  open.notify_all();
  pool->drain();
  rest(until_they_rest_s);
  const std::uint64_t drained = resident_bytes();

  measurement result;
  if (ran != tasks) result.wrong = "of " + std::to_string(tasks) + " tasks " + std::to_string(ran) + " ran";
  result.items = tasks;
  result.elapsed_s = seconds_between(begin, steady::now());
  const double own = difference(with_workers, before) - static_cast<double>(bare);
  result.counters = {{"bytes_per_worker"_metric, own / workers},
                     {"bytes_per_thread"_metric, static_cast<double>(bare) / workers},
                     {"bytes_per_task"_metric, difference(all_queued, none_queued) / static_cast<double>(tasks)},
                     {"bytes_after_drain"_metric, difference(drained, with_workers)}};
  // Libraries keep a task in memory of their own.
  if (blocks_of_tasks > blocks_before) {
    result.add("bytes_per_task_itself"_metric, difference(blocks_of_tasks, blocks_before) / static_cast<double>(tasks));
    result.add("bytes_kept_for_tasks"_metric, static_cast<double>(pooled_blocks::bytes_held()));
  }
  return result;
}

}  // namespace schedlab
