# Writes build_info.hpp: what a result says about its build, and how an installed program finds what belongs to it. The commit
# changes without a new configuration: see built_commit.
include(GNUInstallDirs)
foreach(folder CMAKE_INSTALL_BINDIR CMAKE_INSTALL_DATADIR)
  if(IS_ABSOLUTE "${${folder}}")
    message(FATAL_ERROR "${folder} is '${${folder}}'; it should be a folder below the prefix, because the installed program "
                        "finds its files from where it lies")
  endif()
endforeach()
set(installed_home "${CMAKE_INSTALL_DATADIR}/schedlab")
cmake_path(RELATIVE_PATH installed_home BASE_DIRECTORY "${CMAKE_INSTALL_BINDIR}" OUTPUT_VARIABLE home_from_bin)
configure_file("${CMAKE_CURRENT_LIST_DIR}/build_info.hpp.in" "${CMAKE_BINARY_DIR}/generated/build_info.hpp" @ONLY)

# Beside the executables: where the checkout is. A build folder inside of it moves with it.
file(REAL_PATH "${CMAKE_SOURCE_DIR}" checkout)
file(REAL_PATH "${CMAKE_BINARY_DIR}" built)
cmake_path(IS_PREFIX checkout "${built}" is_inside)
if(is_inside)
  cmake_path(RELATIVE_PATH checkout BASE_DIRECTORY "${built}")
endif()
file(WRITE "${CMAKE_BINARY_DIR}/checkout.txt" "${checkout}\n")
