# The executable `schedlab`, made of the library `harness`, the designs and main.
#
# schedlab_executable(name catalogue...): the same program with the designs of those catalogues.
function(schedlab_executable name)
  all_designs(${name}_all_designs ${ARGN})
  set(designs)
  foreach(catalogue_name ${ARGN})
    foreach(purpose bench checked pools)
      if(TARGET ${catalogue_name}_${purpose})
        list(APPEND designs ${catalogue_name}_${purpose})
      endif()
    endforeach()
  endforeach()
  add_executable(${name} harness/cli/main.cpp)
  target_link_libraries(${name} PRIVATE ${name}_all_designs ${designs} harness)
  add_dependencies(${name} code_sizes)
endfunction()

schedlab_executable(schedlab ${catalogues})
