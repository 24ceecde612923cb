# The libraries we use, all from the system. Those of the harness must be there; a peer's may be missing, and then its
# line in the catalogue is left out. A peer's library is the target `package_<name>`.
find_package(Threads REQUIRED)
find_package(benchmark REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

function(peer_package name target)
  add_library(package_${name} INTERFACE)
  target_link_libraries(package_${name} INTERFACE ${target})
endfunction()

# Boost.Context carries the checker's threads; Boost.Lockfree is a peer.
find_package(Boost 1.74 REQUIRED CONFIG COMPONENTS context)
peer_package(Boost Boost::headers)

find_package(TBB QUIET)
if(TBB_FOUND)
  peer_package(TBB TBB::tbb)
endif()

# Debian's package carries no CMake file, and the folder differs between versions: #include <concurrentqueue.h> fits all.
find_path(concurrentqueue_folder NAMES concurrentqueue.h PATH_SUFFIXES concurrentqueue concurrentqueue/moodycamel)
if(concurrentqueue_folder)
  add_library(concurrentqueue_headers INTERFACE)
  target_include_directories(concurrentqueue_headers SYSTEM INTERFACE "${concurrentqueue_folder}")
  peer_package(concurrentqueue concurrentqueue_headers)
endif()
