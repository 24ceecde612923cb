# The designs of others: queues, deques and schedulers in the folders of SCHEDLAB_WITH, each with a catalogue.cmake. They are
# called FOLDER.NAME and get what ours get. All else is taken from SCHEDLAB_BASE, a build of the lab alone, which is compiled
# already (base_for_others.cmake wrote down what there is): so one more design costs what it costs to compile that one.
if(NOT EXISTS "${SCHEDLAB_BASE}/base.cmake")
  message(FATAL_ERROR "SCHEDLAB_BASE is '${SCHEDLAB_BASE}', and there is no base.cmake in it; it should be the build folder "
                      "of the lab alone, such as build/release (`make bench WITH=folder` does all of that)")
endif()
include("${SCHEDLAB_BASE}/base.cmake")

# No two types of one name may come together in a program: the linker would take one for the other.
function(refuse_types_that_are_there folder)
  get_property(names GLOBAL PROPERTY "records of ${folder}")
  foreach(name ${names})
    record_of("${folder}" ${name} record)
    get_property(known GLOBAL PROPERTY "folder of ${record_TYPE}")
    if(known AND NOT known STREQUAL folder)
      message(FATAL_ERROR "${folder}/catalogue.cmake: ${name} is ${record_TYPE}, and so is a design of ${known}; give one of "
                          "them another namespace, or measure them in two runs and hold these against each other "
                          "(schedlab compare)")
    endif()
    set_property(GLOBAL PROPERTY "folder of ${record_TYPE}" "${folder}")
  endforeach()
endfunction()

foreach(folder queues schedulers)
  read_catalogue("${CMAKE_SOURCE_DIR}/${folder}")
  refuse_types_that_are_there("${CMAKE_SOURCE_DIR}/${folder}")
endforeach()

set(catalogues_elsewhere)
foreach(folder ${SCHEDLAB_WITH})
  cmake_path(GET folder FILENAME name)
  if(NOT IS_ABSOLUTE "${folder}" OR NOT IS_DIRECTORY "${folder}")
    message(FATAL_ERROR "SCHEDLAB_WITH: '${folder}' is no folder; give the whole path of one, without a / at its end")
  endif()
  if(NOT EXISTS "${folder}/catalogue.cmake")
    message(FATAL_ERROR "WITH=${folder}: there is no catalogue.cmake in it, which lists its designs, a line each; `schedlab "
                        "new queue NAME --in ${folder}` writes one with an example (docs/adding.md)")
  endif()
  if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "WITH=${folder}: its designs would be called ${name}.NAME; call the folder by small letters, digits "
                        "and _, a letter first")
  endif()
  if(with_${name} IN_LIST catalogues_elsewhere)
    message(FATAL_ERROR "WITH: two folders are called ${name}, and their designs could not be told apart; rename one")
  endif()
  units_of(with_${name} "${folder}" POOLED PREFIX ${name})
  list(APPEND named_folders ${name} "${folder}")
  get_property(names GLOBAL PROPERTY "records of ${folder}")
  if(NOT names)
    message(FATAL_ERROR "${folder}/catalogue.cmake lists no design; a line reads queue(NAME HEADER file.hpp TYPE \"type\") or "
                        "scheduler(NAME HEADER file.hpp TYPE \"type\")")
  endif()
  refuse_types_that_are_there("${folder}")
  list(APPEND catalogues_elsewhere with_${name})
endforeach()
list(APPEND catalogues ${catalogues_elsewhere})

# Where they lie and of which commits they are. Every build asks for it, as for our own commit.
set(folders_unit "${CMAKE_BINARY_DIR}/generated/folders_elsewhere.cpp")
add_custom_target(folders_elsewhere
  COMMAND "${python}" -B "${CMAKE_CURRENT_LIST_DIR}/folders_elsewhere.py" "${folders_unit}" ${named_folders}
  BYPRODUCTS "${folders_unit}"
  COMMENT "commits of the folders"
  VERBATIM)
