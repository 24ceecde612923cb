// Commands as they can be typed here. The texts name this program `schedlab`, but it may not be on the PATH.
#pragma once

#include <string>

namespace schedlab {

// The word by which this program was called.
void remember_the_call(const std::string& word);

// That word, quoted for the shell.
const std::string& typed_call();

// The text, with that word in place of `schedlab` wherever a command follows.
std::string as_typed(const std::string& text);

// The word as a shell must be given it.
std::string quoted(const std::string& word);

}  // namespace schedlab
