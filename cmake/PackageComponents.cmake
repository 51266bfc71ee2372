# SPDX-License-Identifier: Apache-2.0
# Read by CPack for each kind of package: Debian's has the program alone and names the packages of its libraries.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_COMPONENTS_ALL program)
else()
  set(CPACK_COMPONENTS_ALL program libraries)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)  # unpacks into a folder of its own
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
