#include "queues/tests/text.hpp"

namespace schedlab::contract {

void part_of_text::append_to(std::string& all) const {
  if (!is_number_) {
    all += words_;
  } else {
    all += is_negative_ ? std::to_string(static_cast<std::int64_t>(value_)) : std::to_string(value_);
  }
}

std::string joined(std::initializer_list<part_of_text> parts) {
  std::string all;
  for (const part_of_text& one : parts) one.append_to(all);
  return all;
}

}  // namespace schedlab::contract
