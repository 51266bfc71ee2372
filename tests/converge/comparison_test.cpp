// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include <rigor/converge/comparison.hpp>

#include "converge/known_numbers.hpp"

namespace rigor {
namespace {

Convergence results() {
  Convergence result;
  for (const double t : {1.0, 1.5 + 1e-9})
    result.events.push_back({EventFamily::Meeting,
                             trace::EventKind::Impact,
                             "ground",
                             "box",
                             {t, 2e-9, {}},
                             {3.0 * t, 1e-9, {}},
                             {EventBodyEstimate{}}});
  EventBodyEstimate& hit = result.events[1].bodies[0];
  hit.after.name = "box";
  hit.after.position[1] = {6.0, 1e-9, {}};
  hit.after.velocity[4] = {-2.5, 1e-9, {}};
  hit.velocity_before[2] = {-4.0, 1e-9, {}};
  BodyEstimate box;
  box.name = "box";
  for (Estimate& x : box.position) x = {0.25, 1e-12, {}};
  box.velocity[1] = {0.5, 1e-12, {}};
  box.orientation[0] = {-0.6, 1e-12, {}};  // the other sign of the same orientation
  box.orientation[3] = {-0.8, 1e-12, {}};
  result.last.bodies.push_back(box);
  box.position[0] = {7.0, 1e-9, {}};
  result.states.push_back({0.5, {box}});
  result.energy = {9.0, 1e-9, {}};
  return result;
}

TEST(Comparison, WhatIsKnownLiesWithinItsBars) {
  for (const Compared& one : compare(read_known_solution(kKnownNumbers), results()))
    EXPECT_EQ(one.comparison, Comparison::Held) << label(one.known);
}

TEST(Comparison, StatisticsCountBarsByClassAndWidth) {
  std::map<KnownClass, ClassStatistics> classes;
  Convergence result = results();
  result.last.bodies[0].velocity[1].bar = 1.0;  // holds, and says nothing
  for (const Compared& one : compare(read_known_solution(kKnownNumbers), result))
    include(one, classes[class_of(one.known)]);
  EXPECT_EQ(classes[KnownClass::Times].numbers, 1);
  EXPECT_EQ(classes[KnownClass::Times].narrow, 1);
  EXPECT_EQ(classes[KnownClass::Poses].held, 5);
  EXPECT_EQ(classes[KnownClass::Energies].with_bar, 2);
  EXPECT_EQ(classes[KnownClass::Velocities].numbers, 3);
  EXPECT_EQ(classes[KnownClass::Velocities].held, 3);
  EXPECT_EQ(classes[KnownClass::Velocities].narrow, 0);
}

TEST(Comparison, WhatLiesOutsideItsBarIsMissed) {
  Convergence result = results();
  result.events[1].time.bar = 1e-10;
  result.last.bodies[0].position[2].bar.reset();
  const std::vector<Compared> all = compare(read_known_solution(kKnownNumbers), result);
  EXPECT_EQ(all[0].comparison, Comparison::Missed);
  EXPECT_EQ(all[1].comparison, Comparison::NoBar);
  result.events.pop_back();
  EXPECT_EQ(compare(read_known_solution(kKnownNumbers), result)[0].comparison, Comparison::Absent);
}

}  // namespace
}  // namespace rigor
