# The test executables and what ctest runs.
include(test_programs)

# Of the designs of others their contract: the lab's own tests are the base's.
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
        harness/verify/mutants/tests)
  string(REPLACE "/" "_" name "${folder}")
  add_test(NAME ${name} COMMAND "${python}" -m pytest -q -p no:cacheprovider "${CMAKE_SOURCE_DIR}/${folder}"
           WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS quick TIMEOUT 1500 ENVIRONMENT "${test_environment}")
endforeach()
# It builds: a minute or two.
set_tests_properties(harness_examples_tests PROPERTIES LABELS elsewhere RUN_SERIAL ON)
