# How the tests' programs are made: with Catch2, in the target `tests`, and an entry in ctest for each label, not per case,
# because a process per case would cost more than the cases. The label stress is Catch2's tag [stress]; all else is quick.
find_package(Catch2 REQUIRED)
if(Catch2_VERSION VERSION_LESS 3)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/catch_main.cpp"
       CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
  heavy_unit("${CMAKE_BINARY_DIR}/generated/catch_main.cpp")
  add_library(catch_main STATIC EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/generated/catch_main.cpp")
  target_link_libraries(catch_main PUBLIC Catch2::Catch2)
  set(no_tests_is_fine)
else()
  add_library(catch_main INTERFACE)
  target_link_libraries(catch_main INTERFACE Catch2::Catch2WithMain)
  set(no_tests_is_fine --allow-running-no-tests)
endif()

set(test_options $<$<CONFIG:Release>:-O1> $<$<CONFIG:Release>:-g1>)

# contract_tests(LIBRARY...): those object libraries are contract suites, to be linked into test executables.
function(contract_tests)
  foreach(contract ${ARGN})
    target_compile_options(${contract} PRIVATE ${test_options})
    target_link_libraries(${contract} PUBLIC catch_main)
  endforeach()
endfunction()

add_custom_target(tests)
add_dependencies(tests schedlab)

# test_executable(name [FOLDER folder [BUT regex]] [LIBRARIES library...]): of all tests in that folder and its rooms.
function(test_executable name)
  cmake_parse_arguments(given "" "FOLDER;BUT" "LIBRARIES" ${ARGN})
  set(units)
  if(given_FOLDER)
    file(GLOB_RECURSE units CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${given_FOLDER}/*_test.cpp")
  endif()
  if(given_BUT)
    list(FILTER units EXCLUDE REGEX "${given_BUT}")
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${units})
  target_compile_options(${name} PRIVATE ${test_options})
  target_link_libraries(${name} PRIVATE compile_options catch_main Threads::Threads ${given_LIBRARIES})
  add_dependencies(tests ${name})
endfunction()

set(test_environment
  "SCHEDLAB=${CMAKE_BINARY_DIR}/schedlab"
  "SCHEDLAB_WITH_BROKEN=${CMAKE_BINARY_DIR}/schedlab_with_broken"
  "SCHEDLAB_BROKEN_CONTRACT=${CMAKE_BINARY_DIR}/broken_contract_tests"
  "SCHEDLAB_BUILD=${CMAKE_BINARY_DIR}"
  "PYTHONDONTWRITEBYTECODE=1"
  "UBSAN_OPTIONS=print_stacktrace=1")

function(ctest_entries name)
  add_test(NAME ${name}.quick COMMAND ${name} "~[stress]~[.]" ${no_tests_is_fine})
  add_test(NAME ${name}.stress COMMAND ${name} "[stress]" ${no_tests_is_fine})
  set_tests_properties(${name}.quick PROPERTIES LABELS quick TIMEOUT 600 ENVIRONMENT "${test_environment}")
  set_tests_properties(${name}.stress PROPERTIES LABELS stress TIMEOUT 1800 RUN_SERIAL ON ENVIRONMENT "${test_environment}")
endfunction()
