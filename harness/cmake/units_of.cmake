# Turns the records of a catalogue into units, one per purpose and design, so that two cores build them and a change
# rebuilds little. In the templates @NAME@ and @TYPE@ are the record's, @HEADER@ is the header's path from the repo's root
# and @CATALOGUE@ is what the catalogue is called.
#
# units_of(CATALOGUE folder) defines the object libraries CATALOGUE_PURPOSE, and sets CATALOGUE_names,
# CATALOGUE_purposes and CATALOGUE_skipped (pairs name:package).
set(units_of_a_queue
  bench=harness/cells/queues/queue_unit.cpp.in  checked=harness/verify/queues/checked_unit.cpp.in
  contract=queues/tests/contract.cpp.in         code_size=harness/cmake/code_size.cpp.in)
set(units_of_a_pooled_queue  # beside its own: the pools over it
  ${units_of_a_queue}
  pools=harness/cells/pools/pools_unit.cpp.in   pool_contract=schedulers/tests/pool_contract.cpp.in)
set(units_of_a_scheduler
  bench=harness/cells/pools/scheduler_unit.cpp.in  contract=schedulers/tests/contract.cpp.in)

# units_of(CATALOGUE folder [POOLED]): with pools over the queues in it.
function(units_of CATALOGUE folder)
  cmake_parse_arguments(given "POOLED" "" "" ${ARGN})
  if(given_POOLED)
    set(units_of_a_queue ${units_of_a_pooled_queue})
  endif()
  read_catalogue("${folder}")
  get_property(all GLOBAL PROPERTY "records of ${folder}")
  set(names)
  set(skipped)
  set(packages)
  set(purposes)
  foreach(NAME ${all})
    record_of("${folder}" ${NAME} record)
    if(record_PACKAGE AND NOT TARGET package_${record_PACKAGE})
      get_property(debian_package GLOBAL PROPERTY debian_package_of_${record_PACKAGE})
      message(STATUS "left out: ${NAME}, because ${debian_package} is not installed (`make setup` installs it)")
      list(APPEND skipped "${NAME}:${record_PACKAGE}")
      continue()
    endif()
    list(APPEND names ${NAME})
    if(record_PACKAGE)
      list(APPEND packages package_${record_PACKAGE})
    endif()
    set(TYPE "${record_TYPE}")
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE HEADER)
    string(APPEND HEADER "/${record_HEADER}")
    foreach(unit ${units_of_a_${record_KIND}})
      string(REGEX MATCH "^(.*)=(.*)$" matched "${unit}")
      set(purpose ${CMAKE_MATCH_1})
      # Every queue in every pool would take minutes to compile.
      if(NOT purpose STREQUAL "pool_contract" OR record_TESTED_IN_POOLS)
        set(generated "${CMAKE_BINARY_DIR}/generated/${CATALOGUE}/${NAME}.${purpose}.cpp")
        configure_file("${CMAKE_SOURCE_DIR}/${CMAKE_MATCH_2}" "${generated}" @ONLY)
        list(APPEND units_for_${purpose} "${generated}")
        list(APPEND purposes ${purpose})
      endif()
      if(purpose STREQUAL "checked")
        checked_source("${NAME}" "${HEADER}" "${TYPE}" source)
        list(APPEND units_for_checked "${source}")
      endif()
    endforeach()
  endforeach()

  list(REMOVE_DUPLICATES purposes)
  foreach(purpose ${purposes})
    unit_library(${CATALOGUE}_${purpose} ${purpose} "${packages}" ${units_for_${purpose}})
  endforeach()
  set(${CATALOGUE}_names ${names} PARENT_SCOPE)
  set(${CATALOGUE}_purposes ${purposes} PARENT_SCOPE)
  set(${CATALOGUE}_skipped ${skipped} PARENT_SCOPE)
endfunction()

function(unit_library name purpose packages)
  set(is_test FALSE)
  set(not_in_all)
  if(purpose MATCHES "contract$")
    set(is_test TRUE)
    set(not_in_all EXCLUDE_FROM_ALL)
  endif()
  add_library(${name} OBJECT ${not_in_all} ${ARGN})
  target_link_libraries(${name} PUBLIC compile_options Threads::Threads ${packages})
  # Libraries are timed as their users build them: without their assertions.
  if(NOT is_test)
    target_compile_definitions(${name} PRIVATE $<$<CONFIG:Release>:NDEBUG>)
  endif()
  if(purpose STREQUAL "checked")
    target_compile_options(${name} PRIVATE ${without_sanitizers})
  endif()
endfunction()
