# SPDX-License-Identifier: Apache-2.0
# RIGOR_QUICK_BUILD: most of a clean build would be spent on reading the same headers and instantiating the same templates, so
# Eigen, GoogleTest and JSON are read once, decompositions and products of Eigen are made once (eigen_functions.hpp), and several
# sources of a target are compiled as one; and the tests themselves are compiled at -O1, as are rooms that compute little; warnings
# are left to developers' builds and, but for those of conversions, to CI. None of it changes a result. Off by default, so that
# developers' builds show when a source does not include what it uses.
set(RIGOR_QUICK_HEADERS <Eigen/Dense> <algorithm> <array> <functional> <map> <optional> <string> <variant> <vector>
                        <fmt/format.h> "${CMAKE_CURRENT_LIST_DIR}/eigen_types.hpp"
                        "${CMAKE_CURRENT_LIST_DIR}/eigen_functions.hpp")
# Of the house itself nothing: a test may give a name of another room's header to something of its own. Nor JSON, which few tests
# use: its literals instantiate a parser in every source that sees them, used or not.
set(RIGOR_QUICK_TEST_HEADERS <gtest/gtest.h> <filesystem> <fstream>)

# Sources compiled as one, at most. Rooms take no less time in larger groups; tests do, which instantiate the same things.
set(RIGOR_QUICK_GROUP 8)
set(RIGOR_QUICK_TEST_GROUP 16)
set(RIGOR_QUICK_COLD cli report importing scene reproduction run converge)  # rooms that read, write and say things
include(RigorGroups)

if(RIGOR_QUICK_BUILD AND RIGOR_CCACHE)
  # What ccache asks for where headers are precompiled; none of it changes the code that is made.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${RIGOR_CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                      "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

if(RIGOR_QUICK_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # The compiler clears away what it no longer needs over and over; below 1 GB, a fifth of its time goes there for nothing.
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()

if(RIGOR_QUICK_BUILD)
  # Precompiled headers are shared by targets with and without fmt, so all are compiled with its definitions.
  get_target_property(fmt_definitions fmt::fmt INTERFACE_COMPILE_DEFINITIONS)
  if(fmt_definitions)
    add_compile_definitions(${fmt_definitions})
  endif()
endif()

if(RIGOR_QUICK_BUILD)
  # Functions of Eigen that the precompiled headers say are made elsewhere: here.
  add_library(rigor_eigen STATIC ${CMAKE_CURRENT_LIST_DIR}/eigen_functions.cpp)
  target_link_libraries(rigor_eigen PUBLIC rigor_build Eigen3::Eigen)
  set_target_properties(rigor_eigen PROPERTIES EXPORT_NAME eigen)
  set_property(GLOBAL APPEND PROPERTY RIGOR_TARGETS rigor_eigen)
endif()

# rigor_quick_room(target [used ...]): rooms that see Eigen share one precompiled header, that of the first of them (at each level
# of optimisation).
function(rigor_quick_room target)
  set(sees_eigen FALSE)
  foreach(used IN LISTS ARGN)
    set(used_sees FALSE)
    if(TARGET ${used})
      get_target_property(used_sees ${used} RIGOR_SEES_EIGEN)
    endif()
    if(used STREQUAL Eigen3::Eigen OR used_sees)
      set(sees_eigen TRUE)
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES RIGOR_SEES_EIGEN ${sees_eigen})
  if(NOT RIGOR_QUICK_BUILD)
    return()
  endif()
  if(sees_eigen)
    target_link_libraries(${target} PUBLIC rigor_eigen)
  endif()
  rigor_group_sources(${target} ${RIGOR_QUICK_GROUP})
  string(REPLACE rigor_ "" room ${target})
  set(sharing RIGOR_QUICK_ROOM)
  set(headers ${RIGOR_QUICK_HEADERS})
  if(room IN_LIST RIGOR_QUICK_COLD)
    rigor_quick_options(${target})
    set(sharing RIGOR_QUICK_COLD_ROOM)
    list(APPEND headers <nlohmann/json.hpp>)
  endif()
  get_property(first GLOBAL PROPERTY ${sharing})
  if(NOT sees_eigen)
    return()
  elseif(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${headers})
    set_property(GLOBAL PROPERTY ${sharing} ${target})
  endif()
endfunction()

# rigor_quick_tests(target): test programs share the precompiled header of a program that does nothing else.
function(rigor_quick_tests target)
  if(NOT RIGOR_QUICK_BUILD)
    return()
  endif()
  if(NOT TARGET test_headers)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/generated/test_headers.cpp CONTENT "int main() {}\n")
    add_executable(test_headers ${PROJECT_BINARY_DIR}/generated/test_headers.cpp)
    target_link_libraries(test_headers PRIVATE rigor_build Eigen3::Eigen GTest::gtest)
    rigor_quick_options(test_headers)
    target_precompile_headers(test_headers PRIVATE ${RIGOR_QUICK_HEADERS} ${RIGOR_QUICK_TEST_HEADERS})
  endif()
  rigor_quick_options(${target})
  target_link_libraries(${target} PRIVATE rigor_eigen)
  target_precompile_headers(${target} REUSE_FROM test_headers)
  rigor_group_sources(${target} ${RIGOR_QUICK_TEST_GROUP})
endfunction()

# What g++ warns about after optimising is not the same at -O1, and partly wrong of Eigen; the builds of developers, at -O2,
# take it seriously.
function(rigor_quick_options target)
  set(flow maybe-uninitialized uninitialized array-bounds stringop-overflow stringop-overread free-nonheap-object restrict
           dangling-pointer)
  list(TRANSFORM flow PREPEND -Wno-error=)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> "$<$<CXX_COMPILER_ID:GNU>:${flow}>")
endfunction()
