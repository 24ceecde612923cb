# The test executables (target `tests`) and what ctest runs: one entry per executable and label, not per case, because a
# process per case would cost more than the cases. The label stress is Catch2's tag [stress]; all else is quick.
find_package(Catch2 REQUIRED)
if(Catch2_VERSION VERSION_LESS 3)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/catch_main.cpp"
       CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
  add_library(catch_main STATIC EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/generated/catch_main.cpp")
  target_compile_options(catch_main PRIVATE ${heavy_options})
  target_link_libraries(catch_main PUBLIC Catch2::Catch2)
  set(no_tests_is_fine)
else()
  add_library(catch_main INTERFACE)
  target_link_libraries(catch_main INTERFACE Catch2::Catch2WithMain)
  set(no_tests_is_fine --allow-running-no-tests)
endif()

set(test_options $<$<CONFIG:Release>:-O1> $<$<CONFIG:Release>:-g1>)

# What the suites of all designs share and no design changes is compiled once.
file(GLOB shared_by_tests CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/queues/tests/*.cpp")
list(FILTER shared_by_tests EXCLUDE REGEX "_test.cpp$")
add_library(shared_by_tests STATIC EXCLUDE_FROM_ALL ${shared_by_tests})
target_compile_options(shared_by_tests PRIVATE ${test_options})
target_link_libraries(shared_by_tests PUBLIC compile_options Threads::Threads)

# contract_tests(LIBRARY...): these object libraries are contract suites, to be linked into test executables.
function(contract_tests)
  foreach(contract ${ARGN})
    target_compile_options(${contract} PRIVATE ${test_options})
    target_link_libraries(${contract} PUBLIC catch_main)
    precompile(${contract} "${CMAKE_SOURCE_DIR}/queues/tests/catch.hpp")
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
  target_link_libraries(${name} PRIVATE compile_options catch_main shared_by_tests Threads::Threads ${given_LIBRARIES})
  add_dependencies(tests ${name})
  precompile(${name} "${CMAKE_SOURCE_DIR}/queues/tests/catch.hpp")
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

# Of the designs of others their contract: all other tests are those of the base.
if(SCHEDLAB_WITH)
  set(contracts)
  foreach(catalogue ${catalogues_elsewhere})
    foreach(contract ${catalogue}_contract ${catalogue}_pool_contract)
      if(TARGET ${contract})
        list(APPEND contracts ${contract})
      endif()
    endforeach()
  endforeach()
  contract_tests(${contracts})
  test_executable(contract_tests_elsewhere LIBRARIES ${contracts})
  ctest_entries(contract_tests_elsewhere)
  return()
endif()

# The broken designs, each of which some scenario must catch. They are linked into tests only.
units_of(broken "${CMAKE_SOURCE_DIR}/harness/tests/broken")
set_target_properties(broken_bench broken_checked broken_code_size PROPERTIES EXCLUDE_FROM_ALL ON)
schedlab_executable(schedlab_with_broken ${catalogues} broken)
set_target_properties(schedlab_with_broken schedlab_with_broken_all_designs PROPERTIES EXCLUDE_FROM_ALL ON)
add_dependencies(tests schedlab_with_broken)
contract_tests(queues_contract broken_contract schedulers_contract queues_pool_contract)

# The broken contract tests are expected to fail, each in its way: a test of the harness runs them and looks.
test_executable(queue_contract_tests LIBRARIES queues_contract)
test_executable(broken_contract_tests LIBRARIES broken_contract)
test_executable(scheduler_contract_tests LIBRARIES schedulers_contract queues_pool_contract)
test_executable(scheduler_tests FOLDER schedulers LIBRARIES $<TARGET_NAME_IF_EXISTS:package_concurrentqueue>)
test_executable(queue_tests FOLDER queues)
test_executable(workload_tests FOLDER workloads)
set(everything schedlab_with_broken_all_designs queues_bench queues_checked queues_pools schedulers_bench broken_bench
    broken_checked harness)
test_executable(harness_tests FOLDER harness BUT "/harness/verify/" LIBRARIES ${everything})
test_executable(verify_tests FOLDER harness/verify LIBRARIES ${everything})
file(GLOB litmus CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/harness/verify/explore/tests/*.cpp")
list(FILTER litmus EXCLUDE REGEX "_test.cpp$")
target_sources(verify_tests PRIVATE ${litmus})
file(GLOB_RECURSE explored_programs CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/harness/verify/*/tests/*.cpp")
list(FILTER explored_programs EXCLUDE REGEX "/verify/(history|stress|verdicts)/")
set_property(SOURCE ${explored_programs} APPEND PROPERTY COMPILE_OPTIONS ${without_sanitizers})
foreach(name queue_contract_tests queue_tests scheduler_contract_tests scheduler_tests workload_tests harness_tests verify_tests)
  ctest_entries(${name})
endforeach()

# The Debian package on a system of its own. Only CI asks for that label.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME package COMMAND "${CMAKE_SOURCE_DIR}/harness/setup/try_package" "${CMAKE_BINARY_DIR}")
  set_tests_properties(package PROPERTIES LABELS package TIMEOUT 1800)
endif()

foreach(folder queues/tests harness/cmake/tests harness/examples/tests harness/judge/tests harness/tidy/tests harness/tests
        harness/verify/tests harness/verify/mutants/tests)
  string(REPLACE "/" "_" name "${folder}")
  add_test(NAME ${name} COMMAND "${python}" -m pytest -q -p no:cacheprovider "${CMAKE_SOURCE_DIR}/${folder}"
           WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS quick TIMEOUT 1500 ENVIRONMENT "${test_environment}")
endforeach()
set_tests_properties(harness_tests harness_verify_tests PROPERTIES COST 300)  # they take longest, so they begin first
# It builds: a minute or two.
set_tests_properties(harness_examples_tests PROPERTIES LABELS elsewhere RUN_SERIAL ON)
