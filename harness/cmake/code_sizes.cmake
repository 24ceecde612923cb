# Weighs the machine code of each design: its operations compiled alone, at -O3 without debug information and sanitizers
# whatever the build type, and the sizes written to code_sizes.json beside the executable, which reads it at run time.
target_compile_options(queues_code_size PRIVATE -O3 -g0 -fomit-frame-pointer -fno-sanitize=all)
find_program(size_tool NAMES size llvm-size REQUIRED)
add_custom_command(
  OUTPUT "${CMAKE_BINARY_DIR}/code_sizes.json"
  COMMAND "${python}" "${CMAKE_CURRENT_LIST_DIR}/code_sizes.py" "${size_tool}" "${CMAKE_BINARY_DIR}/code_sizes.json"
          "$<TARGET_OBJECTS:queues_code_size>"
  DEPENDS queues_code_size "$<TARGET_OBJECTS:queues_code_size>" "${CMAKE_CURRENT_LIST_DIR}/code_sizes.py"
  COMMENT "weighing the code of the designs"
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(code_sizes ALL DEPENDS "${CMAKE_BINARY_DIR}/code_sizes.json")
