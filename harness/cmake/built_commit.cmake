# The commit belongs to the executable, so every build asks for it; a new answer costs one small unit and the links.
set(built_commit_unit "${CMAKE_BINARY_DIR}/generated/built_commit.cpp")
add_custom_target(built_commit
  COMMAND "${python}" "${CMAKE_CURRENT_LIST_DIR}/built_commit.py" "${CMAKE_SOURCE_DIR}" "${built_commit_unit}"
  BYPRODUCTS "${built_commit_unit}"
  COMMENT "commit of the source"
  VERBATIM)
target_sources(harness PRIVATE "${built_commit_unit}")
add_dependencies(harness built_commit)
