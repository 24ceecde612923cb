// Options that are numbers. A refusal quotes the number as it was typed, and says what would be right.
#pragma once

#include <fmt/format.h>

#include <string>

#include "harness/base/parsed_number.hpp"
#include "harness/base/result.hpp"

namespace schedlab {

template <class Number>
result<Number> number_in(const char* flag, const std::string& text, Number low, Number high, const std::string& right) {
  const auto value = parsed_number<Number>(text);
  if (!value || *value < low || *value > high) return failure{fmt::format("{} {}: give {}", flag, text, right)};
  return *value;
}

// Leaves `number` as it is if the option was not given.
template <class Number>
outcome take_number(Number& number, const char* flag, const std::string& text, Number low, Number high,
                    const std::string& right) {
  if (text.empty()) return done{};
  const auto value = number_in(flag, text, low, high, right);
  if (!value) return value.why();
  number = *value;
  return done{};
}

}  // namespace schedlab
