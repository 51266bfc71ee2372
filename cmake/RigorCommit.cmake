# SPDX-License-Identifier: Apache-2.0
# The commit that the tree stands at, for `rigor --version`: a header of its own, so that a commit compiles one file anew. The log of
# HEAD grows with every commit and checkout. Without Git (a tarball) the word is "unknown".
find_program(RIGOR_GIT git)
set(RIGOR_COMMIT_HEADER ${PROJECT_BINARY_DIR}/generated/rigor/commit.hpp)
set(write_commit ${CMAKE_COMMAND} -DGIT=${RIGOR_GIT} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${RIGOR_COMMIT_HEADER}
  -P ${CMAKE_CURRENT_LIST_DIR}/WriteCommit.cmake)
execute_process(COMMAND ${write_commit} COMMAND_ERROR_IS_FATAL ANY)
if(RIGOR_GIT)
  execute_process(COMMAND ${RIGOR_GIT} rev-parse --git-path logs/HEAD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  cmake_path(ABSOLUTE_PATH head_log BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(EXISTS ${head_log} AND NOT IS_DIRECTORY ${head_log})
    add_custom_command(OUTPUT ${RIGOR_COMMIT_HEADER} DEPENDS ${head_log} COMMAND ${write_commit} VERBATIM
      COMMENT "Writing down the commit")
  endif()
endif()
