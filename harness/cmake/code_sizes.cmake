# Weighs the machine code of each design: its operations compiled alone, at -O3 without debug information and sanitizers
# whatever the build type, and the sizes written to code_sizes.json beside the executable, which reads it at run time.
set(weighed)
set(weighed_objects)
foreach(catalogue ${catalogues})
  set(of_catalogue ${catalogue}_code_size)
  if(NOT TARGET ${of_catalogue})
    continue()
  endif()
  objects_of(${of_catalogue} objects)
  list(APPEND weighed_objects "${objects}")
  get_target_property(is_compiled_already ${of_catalogue} IMPORTED)
  if(NOT is_compiled_already)
    target_compile_options(${of_catalogue} PRIVATE -O3 -g0 -fomit-frame-pointer -fno-sanitize=all)
    list(APPEND weighed ${of_catalogue})
  endif()
endforeach()
find_program(size_tool NAMES size llvm-size REQUIRED)
add_custom_command(
  OUTPUT "${CMAKE_BINARY_DIR}/code_sizes.json"
  COMMAND "${python}" "${CMAKE_CURRENT_LIST_DIR}/code_sizes.py" "${size_tool}" "${CMAKE_BINARY_DIR}/code_sizes.json"
          ${weighed_objects}
  DEPENDS ${weighed} ${weighed_objects} "${CMAKE_CURRENT_LIST_DIR}/code_sizes.py"
  COMMENT "weighing the code of the designs"
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(code_sizes ALL DEPENDS "${CMAKE_BINARY_DIR}/code_sizes.json")
