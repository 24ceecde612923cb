// One value per thread, each on cache lines of its own.
#pragma once

#include <cstddef>
#include <vector>

#include "workloads/apart.hpp"

namespace schedlab {

template <class T>
class per_thread {
 public:
  explicit per_thread(std::size_t threads) : values_(threads) {}

  T& operator[](std::size_t thread) { return values_[thread].value; }

  template <class Visit>
  void each(Visit visit) const {
    for (const auto& value : values_) visit(value.value);
  }

 private:
  struct alignas(apart) own_lines {
    T value{};
  };
  std::vector<own_lines> values_;
};

}  // namespace schedlab
