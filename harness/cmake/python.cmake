# Sets `python`: the interpreter that runs the judge and the tests. It is not always the one in PATH: see find_python.
set(python_modules numpy scipy)
if(SCHEDLAB_TESTS)
  list(APPEND python_modules pytest)
endif()
execute_process(
  COMMAND "${CMAKE_SOURCE_DIR}/harness/setup/find_python" ${python_modules}
  OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT python)
  list(JOIN python_modules ", " wanted)
  message(FATAL_ERROR "no python3 here has ${wanted}: `make setup` installs them")
endif()
