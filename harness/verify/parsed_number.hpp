// A number that somebody typed: nothing if any letter of it is not part of the number.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace schedlab::verify {

template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace schedlab::verify
