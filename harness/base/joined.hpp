// Joins words with a separator. (fmt::join makes g++ 12 warn of an overflow that isn't there.)
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schedlab {

inline std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ") {
  std::string text;
  for (const std::string& word : words) {
    if (&word != &words.front()) text += separator;
    text += word;
  }
  return text;
}

inline std::string joined_numbers(const std::vector<unsigned>& numbers, std::string_view separator = ", ") {
  std::vector<std::string> words;
  words.reserve(numbers.size());
  for (const unsigned number : numbers) words.push_back(std::to_string(number));
  return joined(words, separator);
}

}  // namespace schedlab
