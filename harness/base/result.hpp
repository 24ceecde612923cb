// A value, or the reason why there is none: what was wrong, where, and what would be right, in one sentence for a
// person.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace schedlab {

inline constexpr int exit_done = 0;
inline constexpr int exit_check_failed = 1;  // also: interrupted, or the results could not be written
inline constexpr int exit_wrong_call = 2;
inline constexpr int exit_undecided = 3;

struct failure {
  std::string message;
  int exit_code = exit_wrong_call;
};

template <class T>
class [[nodiscard]] result {
 public:
  result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  result(failure why) : held_(std::in_place_index<1>, std::move(why)) {}

  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() { return std::get<0>(held_); }
  const T& operator*() const { return std::get<0>(held_); }
  T* operator->() { return &std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  const failure& why() const { return std::get<1>(held_); }

 private:
  std::variant<T, failure> held_;
};

struct done {};
using outcome = result<done>;

}  // namespace schedlab
