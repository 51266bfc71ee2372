// SPDX-License-Identifier: Apache-2.0
#include <rigor/certify/path.hpp>
#include <rigor/first_order/moving_body.hpp>

#include "first_order/small_runs.hpp"
#include "random_spatial.hpp"

namespace rigor::first_order {
namespace {

const SmallScene& one_cube() {
  static const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 1));
  return scene;
}

TEST(MovingBody, MovedIsThePoseOfThePublishedPath) {
  Random random(3);
  const auto run = one_cube().start();
  MovingBody& body = run->bodies[0];
  for (int sample = 0; sample < 50; ++sample) {
    place(run->world.bodies[0], random_pose(random, 1.0), body);
    Vector6 u;
    u << random_vector(random, 3.0), random_vector(random, 50.0);
    const trace::Time start = trace::time_from(random.uniform(0.0, 10.0));
    const trace::Time end = trace::advanced(start, 0.01);
    const trace::Segment segment = straight_segment(body, u, start, end);
    for (const double part : {0.0, 0.3, 1.0}) {
      const double dt = part * 0.01;
      const Pose expected = rigor::pose_at(segment, trace::advanced(start, dt));
      const Pose pose = moved(body.pose, u, dt);
      EXPECT_LE((pose.translation - expected.translation).norm(), 1e-14);
      EXPECT_LE(pose.rotation.angularDistance(expected.rotation.normalized()), 1e-7);
    }
  }
}

TEST(MovingBody, AThinBodyThatSpinsFastKeepsItsEnergyBounded) {
  // A plate of 1 mm turning about nearly its middle axis at 40 rad/s, steps of 0.01 s.
  const SmallScene scene(head(1) +
                         "bodies:\n  - {name: plate, shape: {box: [0.1, 0.2, 0.001]}, mass: 1}\n");
  const auto run = scene.start();
  MovingBody& body = run->bodies[0];
  body.u << 0, 0, 0, 0.1, 40.0, 0.1;
  const auto spin_energy = [&] {
    return 0.5 * body.u.tail<3>().dot(body.mass.bottomRightCorner<3, 3>() * body.u.tail<3>());
  };
  const double before = spin_energy();
  for (int step = 0; step < 500; ++step) {
    body.u = pushed(run->world, body, run->start, 0.01);
    place(run->world.bodies[0], moved(body.pose, body.u, 0.01), body);
    ASSERT_LE(spin_energy(), 1.5 * before) << "step " << step;
  }
}

TEST(MovingBody, GravityAndGivenForcesPush) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("cube", 0, 0, 1) +
                         "forces:\n  - {body: cube, force: [2, 0, 0]}\n");
  const auto run = scene.start();
  const Vector6 u = pushed(run->world, run->bodies[0], run->start, 0.01);
  EXPECT_NEAR(u[0], 0.02, 1e-15);
  EXPECT_NEAR(u[2], -0.1, 1e-15);
  EXPECT_LE((fall(run->world, run->bodies[0], run->start, 0.01) - u).norm(), 1e-15);
}

}  // namespace
}  // namespace rigor::first_order
