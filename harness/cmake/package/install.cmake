# What `cmake --install` puts below a prefix beside the headers, and cpack into a Debian package: the program, and what belongs to
# it, laid out as in the checkout (harness/base/process/home.hpp). Nothing of it says where it was built, and all of it together
# may be moved.
install(TARGETS schedlab RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT schedlab_program)
# The debug information names the folders that it was compiled in, and is most of the file. Profilers need only the symbols.
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND \"${CMAKE_STRIP}\" -S
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/schedlab\")" COMPONENT schedlab_program)

install(DIRECTORY harness/judge DESTINATION "${installed_home}/harness" COMPONENT schedlab_program
  FILES_MATCHING PATTERN "*.py" PATTERN "*.json" PATTERN tests EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY results/baselines DESTINATION "${installed_home}/results" COMPONENT schedlab_program)
install(FILES results/targets.json results/schema.md DESTINATION "${installed_home}/results" COMPONENT schedlab_program)
install(FILES "${CMAKE_BINARY_DIR}/code_sizes.json" DESTINATION "${installed_home}" COMPONENT schedlab_program)
# Of what the checker explores: it shows lines of them.
install(DIRECTORY queues schedulers DESTINATION "${installed_home}" COMPONENT schedlab_program
  FILES_MATCHING PATTERN "*.hpp" PATTERN tests EXCLUDE PATTERN peers EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_CONTACT "The schedlab authors")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3, python3-numpy, python3-scipy")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # asks dpkg-shlibdeps for the packages of the shared libraries
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
