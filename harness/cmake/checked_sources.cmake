# checked_source(name header type output): how generated/checked_sources/NAME.hpp is made, which says of which source the
# program was compiled (source_fingerprint.py). Sets `output` to its path; a target that names it makes it. TYPE may be "".
function(checked_source name header type output)
  set(file "${CMAKE_BINARY_DIR}/generated/checked_sources/${name}.hpp")
  set(script "${CMAKE_SOURCE_DIR}/harness/cmake/source_fingerprint.py")
  cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE whole_header)
  add_custom_command(
    OUTPUT "${file}"
    COMMAND "${python}" "${script}" "${CMAKE_SOURCE_DIR}" "${name}" "${header}" "${type}" "${file}"
    DEPENDS "${script}" "${whole_header}"
    DEPFILE "${file}.d"
    COMMENT "fingerprint of ${name}"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY checked_sources "${file}")
  set(${output} "${file}" PARENT_SCOPE)
endfunction()
