# SPDX-License-Identifier: Apache-2.0
# Installs the tree into a scratch folder, builds a tiny project against it with find_package(rigor), and runs its
# programs.
set(scratch ${BUILD}/installed_package)
file(REMOVE_RECURSE ${scratch})
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()
set(flags "")
if(TYPE STREQUAL "Debug")
  set(flags "${FLAGS}")
endif()
must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/prefix)
must(${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -B ${scratch}/build -DCMAKE_PREFIX_PATH=${scratch}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${flags}")
must(${CMAKE_COMMAND} --build ${scratch}/build)
must(${scratch}/build/consumer)
must(${scratch}/build/loop)
must(${scratch}/prefix/bin/rigor --version)

# One room alone: nothing is looked for that only others need.
file(WRITE ${scratch}/room/CMakeLists.txt
"cmake_minimum_required(VERSION 3.25)
project(room CXX)
find_package(rigor REQUIRED COMPONENTS spatial)
add_executable(room main.cpp)
target_link_libraries(room PRIVATE rigor::spatial)
")
file(WRITE ${scratch}/room/main.cpp
"#include <rigor/spatial/quaternion.hpp>
int main() { return rigor::Quaternion::Identity().w() == 1.0 ? 0 : 1; }
")
set(absent "")
foreach(package CLI11 assimp yaml-cpp pugixml nlohmann_json Qhull)
  list(APPEND absent -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
must(${CMAKE_COMMAND} -G Ninja -S ${scratch}/room -B ${scratch}/room/build -DCMAKE_PREFIX_PATH=${scratch}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${flags}" ${absent})
must(${CMAKE_COMMAND} --build ${scratch}/room/build)
must(${scratch}/room/build/room)
