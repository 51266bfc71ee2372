// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/classic/pair_step.hpp>

#include "random_spatial.hpp"
#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::small_scene;

// Two tumbling cubes at random places: whatever the corrected step is, they stay apart that long;
// most steps come close to the true one.
TEST(PairStep, CorrectedKeepsTumblingCubesApart) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 3]", "linear: [0, 0, 0]") +
                  cube_text("b", "position: [2, 0, 3]", "linear: [0, 0, 0]"));
  SteppedBodies& bodies = *scene->bodies;
  Random random(81);
  SurveyMemory memory;
  int limited = 0;
  for (int trial = 0; trial < 400; ++trial) {
    for (int body = 0; body < 2; ++body) {
      const Quaternion q = random_rotation(random);
      const Vector3 p =
          Vector3(body * random.uniform(1.05, 1.8), 0, 0) + random_vector(random, 0.3);
      bodies.state.q.segment<7>(7 * body) << p, q.w(), q.x(), q.y(), q.z();
      bodies.state.v.segment<6>(6 * body) << random_vector(random, 5.0),
          random_vector(random, 10.0);
    }
    move_straight(bodies, 0.0);
    const Nearness near = nearness(bodies, 0, memory);
    if (near.distance < 1e-3) continue;
    const double longest = 0.05;
    const double h = std::min(corrected_step(bodies, 0, near, longest, 1e-6), longest);
    if (h < longest) ++limited;
    const State start = bodies.state;
    for (int k = 1; k <= 20; ++k) {
      bodies.state = start;
      move_straight(bodies, h * k / 20.0);
      ASSERT_GE(nearness(bodies, 0, memory).distance, 1e-6 - 1e-13) << "trial " << trial;
    }
    bodies.state = start;
  }
  EXPECT_GT(limited, 50);
}

}  // namespace
}  // namespace rigor
