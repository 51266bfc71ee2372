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
  install(TARGETS rigor RUNTIME)
  install(FILES docs/rigor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES docs/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/rigor)
endif()
install(DIRECTORY src/rigor DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT rigorTargets NAMESPACE rigor:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
configure_package_config_file(cmake/rigorConfig.cmake.in ${PROJECT_BINARY_DIR}/rigorConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rigorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rigorConfig.cmake ${PROJECT_BINARY_DIR}/rigorConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rigor)
