// Where this executable is.
#pragma once

#include <filesystem>
#include <string>

namespace schedlab {

// A path to start it again by; of constant length for all children of a process.
std::string executable_path();

// The folder in which it lies, where the build also puts what belongs to it.
std::filesystem::path executable_folder();

// The checkout that this executable belongs to: the one it lies in, which may have been moved since it was built; else
// the one that it was built from.
std::filesystem::path checkout();

// Tells two builds apart: a hash over the file.
std::string executable_fingerprint();

}  // namespace schedlab
