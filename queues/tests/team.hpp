// Threads that begin together.
#pragma once

#include <functional>

namespace schedlab::contract {

// Runs body(0), ..., body(threads - 1), each in a thread, from a common start.
void run_team(unsigned threads, const std::function<void(unsigned)>& body);

}  // namespace schedlab::contract
