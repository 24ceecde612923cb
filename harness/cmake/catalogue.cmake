# A catalogue is a folder's file catalogue.cmake: one line per design,
#   queue(NAME HEADER file.hpp TYPE "type<Item, Memory>" [PACKAGE name] [TESTED_IN_POOLS])
#   scheduler(NAME HEADER file.hpp TYPE "type" [PACKAGE name])
# with HEADER relative to that folder. A line appends a record (below: record_of); units_of.cmake turns records into units.
#
# read_catalogue(folder) reads one. Afterwards the global property "records of FOLDER" lists the names in it.
set(fields_of_a_record KIND HEADER TYPE PACKAGE TESTED_IN_POOLS)

function(read_catalogue folder)
  include("${folder}/catalogue.cmake")
endfunction()

function(queue name)
  append_record(queue "${name}" ${ARGN})
endfunction()

function(scheduler name)
  append_record(scheduler "${name}" ${ARGN})
endfunction()

# Called within a catalogue: CMake's current list file is that one.
function(append_record kind name)
  set(folder "${CMAKE_CURRENT_LIST_DIR}")
  set(catalogue "${CMAKE_CURRENT_LIST_FILE}")
  cmake_parse_arguments(given "TESTED_IN_POOLS" "HEADER;TYPE;PACKAGE" "" ${ARGN})
  if(NOT given_HEADER OR NOT given_TYPE OR given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${catalogue}: a line reads ${kind}(NAME HEADER file.hpp TYPE \"type\" [PACKAGE name]), "
                        "but '${name}' has: ${ARGN}")
  endif()
  if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "${catalogue}: '${name}' is no name; give small letters, digits and _, a letter first")
  endif()
  get_property(known GLOBAL PROPERTY "records of ${folder}")
  if("${name}" IN_LIST known)
    message(FATAL_ERROR "${catalogue}: '${name}' is there twice")
  endif()
  if(NOT EXISTS "${folder}/${given_HEADER}")
    message(FATAL_ERROR "${catalogue}: '${name}' names a header that is not there: ${folder}/${given_HEADER}")
  endif()
  get_property(debian_package GLOBAL PROPERTY debian_package_of_${given_PACKAGE})
  if(given_PACKAGE AND NOT debian_package)
    message(FATAL_ERROR "${catalogue}: '${name}' names the package ${given_PACKAGE}, which harness/cmake/packages.cmake "
                        "does not look for: call peer_package(${given_PACKAGE} ...) there, or above in this catalogue")
  endif()
  set(given_KIND ${kind})
  set_property(GLOBAL APPEND PROPERTY "records of ${folder}" "${name}")
  foreach(field ${fields_of_a_record})
    set_property(GLOBAL PROPERTY "record ${folder} ${name} ${field}" "${given_${field}}")
  endforeach()
endfunction()

# record_of(folder name prefix): sets prefix_KIND, prefix_HEADER and so on.
function(record_of folder name prefix)
  foreach(field ${fields_of_a_record})
    get_property(value GLOBAL PROPERTY "record ${folder} ${name} ${field}")
    set(${prefix}_${field} "${value}" PARENT_SCOPE)
  endforeach()
endfunction()
