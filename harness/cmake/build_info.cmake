# Writes build_info.hpp: what a result says about its build, and where the code finds its source and its Python. The commit
# changes without a new configuration: see built_commit.
configure_file("${CMAKE_CURRENT_LIST_DIR}/build_info.hpp.in" "${CMAKE_BINARY_DIR}/generated/build_info.hpp" @ONLY)
