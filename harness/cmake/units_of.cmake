# Turns the records of a catalogue into units, one per purpose and design, so that two cores build them and a change
# rebuilds little.
#
# units_of(CATALOGUE folder [POOLED] [PREFIX name]) defines the object libraries CATALOGUE_PURPOSE. The global property
# "units of CATALOGUE" lists what is in them, as KIND_PURPOSE:ID:NAME; "skipped of CATALOGUE" what is not, as
# KIND:NAME:PACKAGE.
#   POOLED   with pools over the queues in it
#   PREFIX   of a folder that somebody else wrote: its designs are called PREFIX.NAME
#
# In the templates stand
#   @NAME@     what the design is called           @OWN_NAME@  what it calls itself: without the prefix
#   @ID@       the same as an identifier           @HEADER@    its header, from the repo's root or absolute
#   @TYPE@     its type, of Item and Memory        @DESIGN@    the declaration of design_ID: that type, under that name
#   @FOLDER@   where the catalogue lies
set(units_of_a_queue
  bench=harness/cells/queues/queue_unit.cpp.in  checked=harness/verify/queues/checked_unit.cpp.in
  contract=queues/tests/contract.cpp.in         code_size=harness/cmake/code_size.cpp.in)
set(units_of_a_pooled_queue  # beside its own: the pools over it
  ${units_of_a_queue}
  pools=harness/cells/pools/pools_unit.cpp.in   pool_contract=schedulers/tests/pool_contract.cpp.in)
set(units_of_a_scheduler
  bench=harness/cells/pools/scheduler_unit.cpp.in  contract=schedulers/tests/contract.cpp.in)

function(units_of CATALOGUE folder)
  cmake_parse_arguments(given "POOLED" "PREFIX" "" ${ARGN})
  if(given_POOLED)
    set(units_of_a_queue ${units_of_a_pooled_queue})
  endif()
  read_catalogue("${folder}")
  get_property(all GLOBAL PROPERTY "records of ${folder}")
  set(FOLDER "${folder}")
  cmake_path(IS_PREFIX CMAKE_SOURCE_DIR "${folder}" is_ours)
  if(is_ours)
    cmake_path(RELATIVE_PATH FOLDER BASE_DIRECTORY "${CMAKE_SOURCE_DIR}")
  endif()
  set(packages)
  set(purposes)
  foreach(OWN_NAME ${all})
    record_of("${folder}" ${OWN_NAME} record)
    set(NAME ${OWN_NAME})
    set(ID ${OWN_NAME})
    set(other_name)
    if(given_PREFIX)
      set(NAME ${given_PREFIX}.${OWN_NAME})
      set(ID of_${given_PREFIX}_${OWN_NAME})
      set(other_name ${NAME})
    endif()
    if(record_PACKAGE AND NOT TARGET package_${record_PACKAGE})
      get_property(debian_package GLOBAL PROPERTY debian_package_of_${record_PACKAGE})
      message(STATUS "left out: ${NAME}, because ${debian_package} is not installed (`make setup` installs it)")
      set_property(GLOBAL APPEND PROPERTY "skipped of ${CATALOGUE}" ${record_KIND}:${NAME}:${record_PACKAGE})
      continue()
    endif()
    if(record_PACKAGE)
      list(APPEND packages package_${record_PACKAGE})
    endif()
    set(TYPE "${record_TYPE}")
    set(HEADER "${FOLDER}/${record_HEADER}")
    declaration(${record_KIND} ${ID} "${TYPE}" "${other_name}" DESIGN)
    foreach(unit ${units_of_a_${record_KIND}})
      string(REGEX MATCH "^(.*)=(.*)$" matched "${unit}")
      set(purpose ${CMAKE_MATCH_1})
      # Every queue in every pool would take minutes to compile.
      if(NOT purpose STREQUAL "pool_contract" OR record_TESTED_IN_POOLS)
        set(generated "${CMAKE_BINARY_DIR}/generated/${CATALOGUE}/${NAME}.${purpose}.cpp")
        configure_file("${CMAKE_SOURCE_DIR}/${CMAKE_MATCH_2}" "${generated}" @ONLY)
        list(APPEND units_for_${purpose} "${generated}")
        list(APPEND purposes ${purpose})
        set_property(GLOBAL APPEND PROPERTY "units of ${CATALOGUE}" ${record_KIND}_${purpose}:${ID}:${NAME})
      endif()
      if(purpose STREQUAL "checked")
        checked_source("${ID}" "${HEADER}" "${TYPE}" source)
        list(APPEND units_for_checked "${source}")
      endif()
    endforeach()
  endforeach()

  list(REMOVE_DUPLICATES purposes)
  foreach(purpose ${purposes})
    unit_library(${CATALOGUE}_${purpose} ${purpose} "${packages}" ${units_for_${purpose}})
    # Contract suites need more (tests.cmake), and a folder of somebody else has too few units to be worth it.
    if(is_ours AND NOT purpose MATCHES "contract$")
      precompile(${CATALOGUE}_${purpose})
    endif()
    if(given_PREFIX)
      # As their users include the lab's headers; and what the lab would warn of is theirs to decide.
      target_include_directories(${CATALOGUE}_${purpose} PRIVATE "${CMAKE_SOURCE_DIR}/include")
      target_compile_options(${CATALOGUE}_${purpose} PRIVATE -w)
    endif()
  endforeach()
endfunction()

# declaration(kind id type other_name output): of design_ID, named after the design because it becomes part of the names of all
# that is instantiated with it. Under another name than its own it is derived from that type, and has nothing else that differs.
function(declaration kind id type other_name output)
  set(parameters "template <class Item, class Memory>\n")
  set(traits queue_traits)
  if(kind STREQUAL "scheduler")
    set(parameters)
    set(traits scheduler_traits)
  endif()
  if(other_name)
    string(CONCAT text "struct design_${id} : ${type} {\n"
                       "  using theirs = ${type};\n"
                       "  using theirs::theirs;\n"
                       "  static constexpr ${traits} traits = [] {\n"
                       "    ${traits} same = theirs::traits;\n"
                       "    same.name = \"${other_name}\";\n"
                       "    return same;\n"
                       "  }();\n"
                       "};")
  else()
    set(text "using design_${id} = ${type};")
  endif()
  set(${output} "${parameters}${text}" PARENT_SCOPE)
endfunction()

function(unit_library name purpose packages)
  set(not_in_all)
  if(purpose MATCHES "contract$")
    set(not_in_all EXCLUDE_FROM_ALL)
  endif()
  add_library(${name} OBJECT ${not_in_all} ${ARGN})
  target_link_libraries(${name} PUBLIC compile_options Threads::Threads ${packages})
  # Libraries are timed as their users build them: without their assertions.
  if(NOT purpose MATCHES "contract$")
    target_compile_definitions(${name} PRIVATE $<$<CONFIG:Release>:NDEBUG>)
  endif()
  if(purpose STREQUAL "checked")
    target_compile_options(${name} PRIVATE ${without_sanitizers})
  endif()
endfunction()
