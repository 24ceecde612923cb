// The graphs of Task Bench: steps of a given width, in which each task needs some tasks of the step before. With w the
// width and t the step, task i needs
//   trivial         nothing
//   stencil_1d      i - 1, i, i + 1
//   fft             i - d, i, i + d where d runs through 1, 2, 4, ... below w and begins again
//   tree            i / 2; step t has 2^t tasks until w are reached
//   random_nearest  i, and each of i - 2 to i + 2 with probability one half, the same in every run
// E. Slaughter et al., "Task Bench: a parameterized benchmark for evaluating parallel runtime performance", SC 2020.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "workloads/splitmix.hpp"

namespace schedlab {

enum class task_pattern { trivial, stencil_1d, fft, tree, random_nearest };

// Tasks are numbered from 0 up, step by step.
class task_graph {
 public:
  task_graph(task_pattern pattern, std::uint32_t width, std::uint32_t steps) : pattern_(pattern), width_(width) {
    if (width == 0 || steps == 0 || std::uint64_t{width} * steps > most_tasks) {
      throw std::invalid_argument("task graph of " + std::to_string(width) + " by " + std::to_string(steps) +
                                  " tasks; right is at least 1 by 1, and at most " + std::to_string(most_tasks) +
                                  " in all");
    }
    std::uint32_t before = 0;  // the first task of the step before
    for (std::uint32_t step = 0; step < steps; ++step) {
      const auto begin = size();
      for (std::uint32_t i = 0; i < width_at(step); ++i) {
        if (step > 0) add_inputs(step, i, before);
        inputs_end_.push_back(static_cast<std::uint32_t>(inputs_.size()));
      }
      before = begin;
    }
    turn_around();
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(inputs_end_.size()); }
  // The tasks that `task` needs, and those that need it.
  std::span<const std::uint32_t> inputs(std::uint32_t task) const { return part(inputs_, inputs_end_, task); }
  std::span<const std::uint32_t> outputs(std::uint32_t task) const { return part(outputs_, outputs_end_, task); }
  // The tasks that need nothing.
  std::span<const std::uint32_t> sources() const { return sources_; }

 private:
  static constexpr std::uint64_t most_tasks = 100'000'000;

  static std::span<const std::uint32_t> part(const std::vector<std::uint32_t>& all,
                                             const std::vector<std::uint32_t>& ends, std::uint32_t task) {
    const std::uint32_t begin = task == 0 ? 0 : ends[task - 1];
    return std::span(all).subspan(begin, ends[task] - begin);
  }

  std::uint32_t width_at(std::uint32_t step) const {
    if (pattern_ != task_pattern::tree || step >= 32) return width_;
    return static_cast<std::uint32_t>(std::min(std::uint64_t{width_}, std::uint64_t{1} << step));
  }

  void add_inputs(std::uint32_t step, std::uint32_t i, std::uint32_t before) {
    const auto add_if_inside = [&](std::int64_t point) {
      if (point >= 0 && point < width_) inputs_.push_back(before + static_cast<std::uint32_t>(point));
    };
    const std::int64_t here = i;
    switch (pattern_) {
      case task_pattern::trivial:
        return;
      case task_pattern::stencil_1d:
        for (std::int64_t distance = -1; distance <= 1; ++distance) add_if_inside(here + distance);
        return;
      case task_pattern::fft: {
        const auto levels = std::max(1U, static_cast<std::uint32_t>(std::bit_width(width_ - 1)));
        const std::int64_t distance = std::int64_t{1} << (step - 1) % levels;
        for (const std::int64_t point : {here - distance, here, here + distance}) add_if_inside(point);
        return;
      }
      case task_pattern::tree:
        return add_if_inside(here / 2);
      case task_pattern::random_nearest:
        for (std::int64_t distance = -2; distance <= 2; ++distance) {
          const std::uint64_t which = (std::uint64_t{step} << 32 | i) * 5 + static_cast<std::uint64_t>(distance + 2);
          if (distance == 0 || mix((which + 1) * golden_gamma) % 2 == 0) add_if_inside(here + distance);
        }
        return;
    }
  }

  // Derives outputs and sources from the inputs.
  void turn_around() {
    outputs_end_.assign(size(), 0);
    for (const std::uint32_t input : inputs_) ++outputs_end_[input];
    for (std::uint32_t task = 1; task < size(); ++task) outputs_end_[task] += outputs_end_[task - 1];
    std::vector<std::uint32_t> place = outputs_end_;
    outputs_.resize(inputs_.size());
    for (std::uint32_t task = size(); task-- > 0;) {
      for (const std::uint32_t input : inputs(task)) outputs_[--place[input]] = task;
      if (inputs(task).empty()) sources_.push_back(task);
    }
    std::reverse(sources_.begin(), sources_.end());
  }

  const task_pattern pattern_;
  const std::uint32_t width_;
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> inputs_end_;  // per task: the index behind its last input
  std::vector<std::uint32_t> outputs_;
  std::vector<std::uint32_t> outputs_end_;
  std::vector<std::uint32_t> sources_;
};

}  // namespace schedlab
