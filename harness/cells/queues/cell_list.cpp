#include "harness/cells/queues/cell_list.hpp"

#include <algorithm>
#include <chrono>

#include "harness/cells/metrics.hpp"
#include "harness/measure/clock.hpp"

namespace schedlab {
namespace {

measurement measure_memory(unsigned queues, unsigned items, const std::function<queue_memory()>& look) {
  const auto begin = std::chrono::steady_clock::now();
  const double cpu_before = process_cpu_seconds();
  const queue_memory memory = look();
  measurement result;
  result.wrong = memory.wrong;
  result.items = std::uint64_t{queues} * items;
  result.elapsed_s = seconds_between(begin, std::chrono::steady_clock::now());
  result.cpu_s = process_cpu_seconds() - cpu_before;
  result.counters = {{"bytes_idle"_metric, memory.idle_bytes},
                     {"bytes_per_1000_items"_metric, memory.filled_bytes / items * 1000},
                     {"bytes_per_item"_metric, memory.filled_bytes / items},
                     {"bytes_after_drain"_metric, memory.drained_bytes}};
  return result;
}

}  // namespace

void cell_list::add(const char* workload, const named_load& load, unsigned threads, const workload_maker& make,
                    double shortest_window_s) {
  add_cell(workload, load, threads, [make, shortest_window_s](repetition_request request) {
    request.window_s = std::max(request.window_s, shortest_window_s);
    return measure(make, request);
  });
}

void cell_list::add_memory(unsigned queues, unsigned items, const std::function<queue_memory()>& look) {
  add_cell("memory", load::items(items), 1,
           [=](const repetition_request&) { return measure_memory(queues, items, look); });
}

void cell_list::add_cell(const char* workload, const named_load& load, unsigned threads,
                         std::function<measurement(const repetition_request&)> run) {
  if (threads > registry_.max_threads) return;
  const std::string name = "queue/" + design_ + "/" + workload + "/" + load.text();
  registry_.cells.push_back({name, design_, workload, load.text(), threads, std::move(run)});
}

}  // namespace schedlab
