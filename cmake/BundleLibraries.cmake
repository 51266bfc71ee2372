# SPDX-License-Identifier: Apache-2.0
# At installing: copies the shared libraries of ${program} to lib/rigor. Those of the C and C++ run time are everywhere.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${program} RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|stdc\\+\\+|gcc_s)\\.so")
if(missing)
  message(FATAL_ERROR "libraries that cannot be found: ${missing}")
endif()
file(INSTALL ${libraries} DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/rigor FOLLOW_SYMLINK_CHAIN)
