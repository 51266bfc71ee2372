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

if(RIGOR_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
if(RIGOR_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
