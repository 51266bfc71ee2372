# SPDX-License-Identifier: Apache-2.0
# find_package(rigor) for other projects: rigor::<room> targets and the umbrella rigor::rigor.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(targets GLOBAL PROPERTY RIGOR_TARGETS)
add_library(rigor_all INTERFACE)
target_link_libraries(rigor_all INTERFACE ${targets})
set_target_properties(rigor_all PROPERTIES EXPORT_NAME rigor)
add_library(rigor::rigor ALIAS rigor_all)

install(TARGETS ${targets} rigor_all EXPORT rigorTargets)
if(TARGET rigor)
  # The program alone, for packages: component `program`; with the libraries it needs: `libraries`.
  set_target_properties(rigor PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/rigor")
  target_link_options(rigor PRIVATE -Wl,--disable-new-dtags)  # what those libraries need is found there too
  install(TARGETS rigor RUNTIME COMPONENT program)
  install(FILES docs/rigor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  # The pages that messages name (docs/glossary.md, ...).
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rigor-sim COMPONENT program FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)
  install(FILES docs/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/rigor COMPONENT program)
  install(CODE "set(program $<TARGET_FILE:rigor>)" COMPONENT libraries EXCLUDE_FROM_ALL)
  install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/BundleLibraries.cmake COMPONENT libraries EXCLUDE_FROM_ALL)
endif()
install(DIRECTORY src/rigor DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT rigorTargets NAMESPACE rigor:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
configure_package_config_file(cmake/rigorConfig.cmake.in ${PROJECT_BINARY_DIR}/rigorConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rigorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rigorConfig.cmake ${PROJECT_BINARY_DIR}/rigorConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)

# `./rigor package`: a Debian package of the program, and a tarball that carries the libraries too.
set(CPACK_PACKAGE_NAME rigor-sim)
set(CPACK_PACKAGE_VENDOR "The Rigor authors")
set(CPACK_PACKAGE_CONTACT "The Rigor authors <rigor@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/PackageComponents.cmake)
include(CPack)
