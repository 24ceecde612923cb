# The library `harness`: every unit of every room but main and tests.
file(GLOB_RECURSE harness_units CONFIGURE_DEPENDS harness/*.cpp)
list(FILTER harness_units EXCLUDE REGEX "/tests/")
list(REMOVE_ITEM harness_units "${CMAKE_SOURCE_DIR}/harness/cli/main.cpp")
set(heavy_units)
foreach(unit ${harness_units})
  file(STRINGS "${unit}" big_includes REGEX "^#include <(CLI/|nlohmann/json|regex>)")
  if(big_includes)
    list(APPEND heavy_units "${unit}")
  endif()
  if(unit MATCHES "/harness/lockstep/" OR (unit MATCHES "/harness/verify/" AND NOT unit MATCHES "/verify/(history|stress)/"))
    set_property(SOURCE "${unit}" APPEND PROPERTY COMPILE_OPTIONS ${without_sanitizers})
  endif()
endforeach()
list(REMOVE_ITEM harness_units ${heavy_units})

# What the harness itself brings to the checker: the protocols of the schedulers, and designs with one fault left.
foreach(header schedulers/idle/event_count schedulers/ledger schedulers/global_queue_pool schedulers/work_stealing_pool
        harness/verify/defective/chase_lev_notes harness/verify/defective/chase_lev_stale_array)
  cmake_path(GET header FILENAME name)
  checked_source(${name} ${header}.hpp "" source)
endforeach()
# All of them, for units that include some and for clang-tidy, which builds nothing.
get_property(all_checked_sources GLOBAL PROPERTY checked_sources)
add_custom_target(checked_sources DEPENDS ${all_checked_sources})

set(harness_needs compile_options Threads::Threads benchmark::benchmark fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11
                  Boost::context)
add_library(heavy_units OBJECT ${heavy_units})
target_compile_options(heavy_units PRIVATE ${heavy_options})
precompile(heavy_units <filesystem> <fmt/format.h> <nlohmann/json.hpp>)
objects_of(heavy_units heavy_objects)
add_library(harness STATIC ${harness_units} ${heavy_objects})
precompile(harness <filesystem> <fmt/format.h>)
foreach(library harness heavy_units)
  add_dependencies(${library} checked_sources)
  target_link_libraries(${library} PUBLIC ${harness_needs})
endforeach()

include(built_commit)

# The designs in harness/examples, a folder like anybody's, as text in the library `harness`: `schedlab new` writes copies.
set(FILES)
foreach(file catalogue.cmake my_queue.hpp my_deque.hpp my_scheduler.hpp)
  set(example "${CMAKE_SOURCE_DIR}/harness/examples/${file}")
  file(READ "${example}" text)
  string(APPEND FILES "      {\"${file}\", R\"example(${text})example\"},\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${example}")
endforeach()
configure_file("${CMAKE_SOURCE_DIR}/harness/examples/examples.cpp.in" "${CMAKE_BINARY_DIR}/generated/examples.cpp" @ONLY)
target_sources(harness PRIVATE "${CMAKE_BINARY_DIR}/generated/examples.cpp")
