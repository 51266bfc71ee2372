# SPDX-License-Identifier: Apache-2.0
# How every target is compiled. Results rest on IEEE arithmetic: no contraction, no fast-math, no -march.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(RIGOR_CCACHE ccache)
if(RIGOR_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${RIGOR_CCACHE})
endif()

add_library(rigor_build INTERFACE)
target_compile_options(rigor_build INTERFACE
  -ffp-contract=off
  # Warnings are for those who change the sources; those of conversions take a tenth of the compiler's time.
  $<BUILD_INTERFACE:$<$<OR:$<NOT:$<BOOL:${RIGOR_QUICK_BUILD}>>,$<BOOL:${RIGOR_WERROR}>>:-Wall;-Wextra;-Wpedantic>>
  $<BUILD_INTERFACE:$<$<NOT:$<BOOL:${RIGOR_QUICK_BUILD}>>:-Wconversion;-Wno-sign-conversion;-Wshadow>>
  $<BUILD_INTERFACE:$<$<BOOL:${RIGOR_WERROR}>:-Werror>>)
target_compile_features(rigor_build INTERFACE cxx_std_20)
target_compile_definitions(rigor_build INTERFACE EIGEN_DONT_PARALLELIZE)
target_include_directories(rigor_build INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
  $<INSTALL_INTERFACE:include>)
set_property(GLOBAL APPEND PROPERTY RIGOR_TARGETS rigor_build)

string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
set(RIGOR_BUILD_FLAGS "${CMAKE_CXX_FLAGS_${type}}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_facts.hpp.in ${PROJECT_BINARY_DIR}/generated/rigor/build_facts.hpp @ONLY)
