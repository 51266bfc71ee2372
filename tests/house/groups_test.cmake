# SPDX-License-Identifier: Apache-2.0
# cmake -DSCRATCH=folder -P groups_test.cmake: which names a source keeps to itself, and which sources may be compiled as one.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/RigorGroups.cmake)

function(expect what found wanted)
  if(NOT "${found}" STREQUAL "${wanted}")
    message(SEND_ERROR "${what}: found '${found}', wanted '${wanted}'")
  endif()
endfunction()

file(WRITE ${SCRATCH}/source.cpp [[
#include <vector>
namespace rigor {
double shared(double x);
namespace {
using trace::seconds;
constexpr double kSkin = 1e-8;  // m
const std::vector<int> kSizes{1, 2};
struct Case {
  double inner = 0.0;
};
std::vector<std::array<double, 3>> corners(double size) {
  return halves(size);
}
std::function<void(int)> told() { return {}; }
template <typename T>
T twice(T x) { return 2 * x; }
TEST(Suite, Name) { corners(kSkin); }
}  // namespace
double shared(double x) { return twice(x); }
}  // namespace rigor
]])
rigor_own_names(${SCRATCH}/source.cpp own)
expect("own names" "${own}" "kSkin;kSizes;Case;corners;told;twice")

foreach(text "x = corners(1);" "int twice(int x);" " twice<int>" " Case\n" "f(kSkin)")
  rigor_mentions("${text}" "${own}" found)
  expect("'${text}' mentions one" ${found} TRUE)
endforeach()
foreach(text "x = four_corners(1);" "shared(1); kSkinny" "auto twice = 2;" "a.corners(1)" "a->corners(1)" "other::corners(1)" "")
  rigor_mentions("${text}" "${own}" found)
  expect("'${text}' mentions one" ${found} FALSE)
endforeach()
rigor_mentions(" anything " "" found)
expect("no names" ${found} FALSE)

# Two groups of at most two: the first is full of names of its own and of others.
set(size 2)
set(groups 2)
set(members_0 a)
set(own_0 "corners")
set(text_0 " corners(local(1)) ")
set(members_1 b c)
rigor_group_of(" free() " "free" place)
expect("a source with nothing in common" ${place} 0)
rigor_group_of(" corners() " "" place)
expect("a source that mentions another's name" ${place} 2)
expect("groups" ${groups} 3)
rigor_group_of(" local() " "local" place)
expect("a source whose name another mentions" ${place} 2)
