// Messages put together of words and numbers. Each of hundreds of scenarios says a dozen of them in every suite, so what
// does it is compiled once.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace schedlab::contract {

class part_of_text {
 public:
  part_of_text(const char* words) : words_(words) {}
  part_of_text(const std::string& words) : words_(words) {}
  template <std::integral Number>
    requires(!std::same_as<Number, char>)  // it would be written as a number
  part_of_text(Number number)
      : is_number_(true), is_negative_(number < 0), value_(static_cast<std::uint64_t>(number)) {}

  void append_to(std::string& all) const;

 private:
  std::string_view words_;
  bool is_number_ = false;
  bool is_negative_ = false;
  std::uint64_t value_ = 0;
};

std::string joined(std::initializer_list<part_of_text> parts);

template <class... Parts>
std::string text(const Parts&... parts) {
  return joined({part_of_text(parts)...});
}

}  // namespace schedlab::contract
