# SPDX-License-Identifier: Apache-2.0
# rigor_room(name SOURCES a.cpp ... [USES room ...] [LINKS library ...] [LINKS_PRIVATE library ...])
# makes the library rigor_<name> (alias rigor::<name>) of the room in this folder. USES names the rooms it may include.
function(rigor_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LINKS;LINKS_PRIVATE" ${ARGN})
  set(target rigor_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(rigor::${name} ALIAS ${target})
  list(TRANSFORM ARG_USES PREPEND rigor_)
  target_link_libraries(${target} PUBLIC rigor_build ${ARG_USES} ${ARG_LINKS} PRIVATE ${ARG_LINKS_PRIVATE})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY RIGOR_TARGETS ${target})
  rigor_quick_room(${target} ${ARG_USES} ${ARG_LINKS})
endfunction()

# rigor_tests(room [USES room ...] [LINKS library ...]) builds every <module>_test.cpp of this folder into one program
# and registers each test by its own name.
function(rigor_tests room)
  cmake_parse_arguments(ARG "" "" "USES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  set(target ${room}_tests)
  add_executable(${target} ${sources})
  list(TRANSFORM ARG_USES PREPEND rigor_)
  target_link_libraries(${target} PRIVATE rigor_${room} ${ARG_USES} ${ARG_LINKS} GTest::gtest GTest::gtest_main)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  rigor_quick_tests(${target})
  gtest_discover_tests(${target} TEST_PREFIX ${room}. DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endfunction()

# rigor_benchmark(stem [USES room ...] [LINKS library ...]) builds benchmarks/<stem>.cpp with Google Benchmark.
function(rigor_benchmark stem)
  cmake_parse_arguments(ARG "" "" "USES;LINKS" ${ARGN})
  add_executable(${stem}_benchmark ${stem}.cpp)
  list(TRANSFORM ARG_USES PREPEND rigor_)
  target_link_libraries(${stem}_benchmark PRIVATE rigor_build ${ARG_USES} ${ARG_LINKS} benchmark::benchmark)
endfunction()

# rigor_experiment(name [USES room ...] [LINKS library ...]) builds experiments/<name>/main.cpp.
function(rigor_experiment name)
  cmake_parse_arguments(ARG "" "" "USES;LINKS" ${ARGN})
  add_executable(${name}_experiment main.cpp)
  list(TRANSFORM ARG_USES PREPEND rigor_)
  target_link_libraries(${name}_experiment PRIVATE rigor_build ${ARG_USES} ${ARG_LINKS})
  target_include_directories(${name}_experiment PRIVATE ${PROJECT_SOURCE_DIR}/tests)
endfunction()
