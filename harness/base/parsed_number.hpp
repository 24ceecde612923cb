// Parses a number that a person typed; nullopt if any letter is not part of the number.
#pragma once

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace schedlab {

template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  if constexpr (std::is_floating_point_v<Number>) {
    // strtod, because libc++ has no from_chars for these yet; it would pass over blanks, and knows hexadecimal digits.
    if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
    const std::string whole(text);
    char* end = nullptr;
    const double value = std::strtod(whole.c_str(), &end);
    if (*end != '\0') return std::nullopt;
    return static_cast<Number>(value);
  } else {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
  }
}

}  // namespace schedlab
