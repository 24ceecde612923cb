// Commands as they can be typed here. Texts name this program `schedlab`, which is in nobody's PATH.
#pragma once

#include <string>

namespace schedlab {

// The word by which this program was called.
void remember_the_call(const std::string& word);

// That word, for the shell.
const std::string& typed_call();

// The text with that word for `schedlab` wherever a command follows.
std::string as_typed(const std::string& text);

// A word as a shell takes it.
std::string quoted(const std::string& word);

}  // namespace schedlab
