# The headers as libraries for products: schedlab::queues, and schedlab::schedulers over it. Whoever adds this folder to a project
# (add_subdirectory, FetchContent) has them, and whoever installed them finds them with find_package(schedlab).
# docs/decisions/0005-headers-for-products.md says which headers, and why so.
find_package(Threads REQUIRED)

add_library(schedlab_queues INTERFACE)
target_compile_features(schedlab_queues INTERFACE cxx_std_20)
target_include_directories(schedlab_queues INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>")
target_link_libraries(schedlab_queues INTERFACE Threads::Threads)
add_library(schedlab_schedulers INTERFACE)
target_link_libraries(schedlab_schedulers INTERFACE schedlab_queues)
foreach(library queues schedulers)
  add_library(schedlab::${library} ALIAS schedlab_${library})
  set_target_properties(schedlab_${library} PROPERTIES EXPORT_NAME ${library})
endforeach()

# A project that installs a library made with them sets SCHEDLAB_INSTALL, and they are installed with it.
if(NOT PROJECT_IS_TOP_LEVEL AND NOT SCHEDLAB_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/schedlab")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/schedlab-config-version.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(TARGETS schedlab_queues schedlab_schedulers EXPORT schedlab_targets INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT schedlab_targets NAMESPACE schedlab:: FILE schedlab-targets.cmake
  DESTINATION "${package_folder}" COMPONENT schedlab_headers)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/schedlab-config.cmake" "${PROJECT_BINARY_DIR}/schedlab-config-version.cmake"
  DESTINATION "${package_folder}" COMPONENT schedlab_headers)
install(DIRECTORY queues schedulers DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/schedlab" COMPONENT schedlab_headers
  FILES_MATCHING PATTERN "*.hpp"
  PATTERN tests EXCLUDE PATTERN peers EXCLUDE PATTERN adapters EXCLUDE PATTERN yardsticks EXCLUDE PATTERN as_written EXCLUDE)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/schedlab" RENAME copyright COMPONENT schedlab_headers)
