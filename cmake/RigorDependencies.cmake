# SPDX-License-Identifier: Apache-2.0
# Every outside library, found on the machine and never downloaded. rigorConfig.cmake.in repeats the ones that
# installed headers or libraries need.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(Qhull REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(assimp REQUIRED)
find_package(pugixml REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)

if(RIGOR_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # The Python that system packages belong to: another one may come first on the PATH and lack their modules.
  find_program(RIGOR_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(NOT RIGOR_SYSTEM_PYTHON)
    set(RIGOR_SYSTEM_PYTHON ${Python3_EXECUTABLE})
  endif()
endif()
if(RIGOR_BENCHMARKS)
  find_package(benchmark REQUIRED)
  find_package(fcl QUIET)  # compared with, if it is there
endif()
if(RIGOR_TESTS OR RIGOR_BENCHMARKS)
  # Optional: a second opinion on complementarity problems. Its own package file wants Fortran and more, so we look
  # for the library alone.
  find_path(RIGOR_SICONOS_INCLUDE siconos/numerics/LCP_Solvers.h)
  find_library(RIGOR_SICONOS_LIBRARY siconos_numerics)
  if(RIGOR_SICONOS_INCLUDE AND RIGOR_SICONOS_LIBRARY AND NOT TARGET rigor_siconos)
    add_library(rigor_siconos INTERFACE)
    target_include_directories(rigor_siconos SYSTEM INTERFACE ${RIGOR_SICONOS_INCLUDE}
      ${RIGOR_SICONOS_INCLUDE}/siconos ${RIGOR_SICONOS_INCLUDE}/siconos/numerics ${RIGOR_SICONOS_INCLUDE}/siconos/externals)
    target_link_libraries(rigor_siconos INTERFACE ${RIGOR_SICONOS_LIBRARY})
    target_compile_definitions(rigor_siconos INTERFACE RIGOR_HAS_SICONOS)
  endif()
endif()
