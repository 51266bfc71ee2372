# SPDX-License-Identifier: Apache-2.0
# Writes HEADER with the commit that SOURCE stands at.
set(commit unknown)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(commit ${found})
  endif()
endif()
file(WRITE ${HEADER} "// SPDX-License-Identifier: Apache-2.0
// Written by the build: the commit that the source stood at.
#pragma once

namespace rigor::build_facts {

inline constexpr const char* kCommit = \"${commit}\";

}  // namespace rigor::build_facts
")
