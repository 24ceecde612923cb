// Where this executable is.
#pragma once

#include <filesystem>
#include <string>

namespace schedlab {

// A path to start it again by; of constant length for all children of a process.
std::string executable_path();

// The folder in which it lies.
std::filesystem::path executable_folder();

// Tells two builds apart: a hash over the file.
std::string executable_fingerprint();

}  // namespace schedlab
