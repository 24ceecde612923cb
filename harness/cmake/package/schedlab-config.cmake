# What find_package(schedlab) reads once the headers are installed.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/schedlab-targets.cmake")
