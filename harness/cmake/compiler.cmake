# How our code is compiled: the interface library `compile_options`, and the flags of each build type. The sanitizers are
# build types, so that a unit that only costs time when instrumented can turn both off by itself (see `heavy_options`).
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(known_build_types Release Debug Asan Tsan)
if(NOT CMAKE_BUILD_TYPE IN_LIST known_build_types)
  message(FATAL_ERROR "CMAKE_BUILD_TYPE is '${CMAKE_BUILD_TYPE}'; it must be one of: ${known_build_types}")
endif()

# Frame pointers in every type: perf and the sanitizers walk stacks with them. A release needs no more than functions and
# lines of its debug information, and builds a fifth faster without the rest. Our check() does not ask for NDEBUG.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -g1 -fno-omit-frame-pointer")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_ASAN "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all")
set(CMAKE_CXX_FLAGS_TSAN "-O1 -g -fno-omit-frame-pointer -fsanitize=thread")

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 would otherwise pair a loop's item count and checksum into one vector and carry it through memory: 5 cycles per
  # item that no design is to blame for.
  string(APPEND CMAKE_CXX_FLAGS_RELEASE " -fno-tree-slp-vectorize")
  # g++ warns that its ThreadSanitizer does not model fences; moodycamel has some.
  string(APPEND CMAKE_CXX_FLAGS_TSAN " -Wno-tsan")
endif()

add_library(compile_options INTERFACE)
target_include_directories(compile_options INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
target_compile_options(compile_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror
  -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wold-style-cast -Wcast-align -Wcast-qual
  -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wimplicit-fallthrough -Wformat=2 -Wundef -Wvla)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(compile_options INTERFACE -Wduplicated-cond -Wlogical-op)
endif()
# A source names itself from the repo's root, so that no executable says where it was built. A compiler cache may turn paths
# into relative ones before the compiler sees them.
set(root_from_build "${CMAKE_SOURCE_DIR}")
cmake_path(RELATIVE_PATH root_from_build BASE_DIRECTORY "${CMAKE_BINARY_DIR}")
target_compile_options(compile_options INTERFACE
  "-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=" "-fmacro-prefix-map=${root_from_build}/=")
set(recorded_flags "-std=c++20 ${CMAKE_CXX_FLAGS}")
if(SCHEDLAB_NATIVE)
  target_compile_options(compile_options INTERFACE -march=native)
  string(APPEND recorded_flags " -march=native")
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type_upper)
string(APPEND recorded_flags " ${CMAKE_CXX_FLAGS_${build_type_upper}}")
string(REGEX REPLACE " +" " " recorded_flags "${recorded_flags}")

# Units of big headers (JSON, CLI11, Catch2's main) take up to 80 s with optimisation and sanitizers, 3 to 9 s without,
# and nothing that is timed runs in them.
set(heavy_options -O0 -g1 -fno-sanitize=all)

# The checker runs its threads as fibers and leaves them where they stand, which no sanitizer can follow: what it explores
# it watches itself.
set(without_sanitizers $<$<CONFIG:Asan,Tsan>:-fno-sanitize=all>)
# Nor does ThreadSanitizer's runtime survive a signal handler that is left for another fiber.
target_compile_definitions(compile_options INTERFACE $<$<CONFIG:Tsan>:SCHEDLAB_HANDLERS_MUST_RETURN>)

# Under AddressSanitizer g++ 12 takes parts of std::regex for uninitialised (gcc.gnu.org/PR105562).
set(regex_under_sanitizers $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Asan>>:-Wno-maybe-uninitialized>)

# precompile(target [header...]): what most units of a target include is parsed once for all of them, which takes a quarter off
# the time of a build. Only headers of others (Catch2 through the header of ours that finds its version), because what is
# precompiled is included everywhere: a header of ours that forgets an include is found by the builds that precompile nothing,
# which are those of other compilers and with sanitizers, and clang-tidy's. A compiler cache saves more than this does, and
# could not find a unit again.
set(parsed_once <algorithm> <array> <atomic> <chrono> <cstdint> <cstring> <functional> <map> <memory> <mutex> <optional> <string>
                <string_view> <thread> <tuple> <utility> <vector>)
function(precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${parsed_once} ${ARGN})
  endif()
endfunction()

# objects_of(target output): for what takes object files as they are. CMake counts the precompiled header among them.
function(objects_of target output)
  set(${output} "$<FILTER:$<TARGET_OBJECTS:${target}>,EXCLUDE,[.]gch$>" PARENT_SCOPE)
endfunction()
