# The libraries we use, all from the system. Those of the harness must be there; a peer's may be missing, and then its
# lines in the catalogue are left out. A peer's library is the target `package_<name>`.
find_package(Threads REQUIRED)
find_package(benchmark REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

# peer_package(name debian_package target): made of the target, if that was found. What it is called in Debian and Ubuntu
# is remembered either way, for those who are told that it is missing.
function(peer_package name debian_package target)
  set_property(GLOBAL PROPERTY debian_package_of_${name} "${debian_package}")
  if(TARGET ${target})
    add_library(package_${name} INTERFACE)
    target_link_libraries(package_${name} INTERFACE ${target})
  endif()
endfunction()

# found_by_header(target header [LIBRARY name] [FOLDERS folder...]): for packages that carry no CMake file of use. HEADER is
# looked for in the system's folders and in those FOLDERS of theirs.
function(found_by_header target header)
  cmake_parse_arguments(given "" "LIBRARY" "FOLDERS" ${ARGN})
  find_path(${target}_folder NAMES ${header} PATH_SUFFIXES ${given_FOLDERS})
  if(given_LIBRARY)
    find_library(${target}_library NAMES ${given_LIBRARY})
  endif()
  if(NOT ${target}_folder OR (given_LIBRARY AND NOT ${target}_library))
    return()
  endif()
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE "${${target}_folder}")
  if(given_LIBRARY)
    target_link_libraries(${target} INTERFACE "${${target}_library}")
  endif()
endfunction()

# Boost.Context carries the checker's threads; Boost.Lockfree and Boost.Asio are peers.
find_package(Boost 1.74 REQUIRED CONFIG COMPONENTS context)
peer_package(Boost libboost-dev Boost::headers)

find_package(TBB QUIET)
peer_package(TBB libtbb-dev TBB::tbb)

# The folder differs between versions: #include <concurrentqueue.h> fits all.
found_by_header(concurrentqueue concurrentqueue.h FOLDERS concurrentqueue concurrentqueue/moodycamel)
peer_package(concurrentqueue libconcurrentqueue-dev concurrentqueue)

found_by_header(thread_pool thread_pool/thread_pool.hpp)
peer_package(thread_pool libthread-pool-dev thread_pool)

# g++ brings its own; clang's is libomp-dev.
find_package(OpenMP QUIET COMPONENTS CXX)
peer_package(OpenMP libomp-dev OpenMP::OpenMP_CXX)

found_by_header(xenium xenium/ramalhete_queue.hpp)
peer_package(xenium libxenium-dev xenium)

found_by_header(cds cds/init.h LIBRARY cds)
peer_package(cds libcds-dev cds)

found_by_header(ck ck_ring.h)
peer_package(ck libck-dev ck)

found_by_header(atomic_queue atomic_queue/atomic_queue.h)
# It asserts that its atomics have no locks, for which clang calls GCC's library of atomics.
if(TARGET atomic_queue AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_link_libraries(atomic_queue INTERFACE atomic)
endif()
peer_package(atomic_queue libatomic-queue-dev atomic_queue)

# With this definition its functions are inline, as the library offers to code whose licence is compatible with its own.
found_by_header(urcu urcu/wfcqueue.h)
if(TARGET urcu)
  target_compile_definitions(urcu INTERFACE _LGPL_SOURCE)
endif()
peer_package(urcu liburcu-dev urcu)
