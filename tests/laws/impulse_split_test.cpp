// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impulse_split.hpp>

#include "laws/contact_scene.hpp"

namespace rigor {
namespace {

using namespace rigor::testing;

/// A tower of boxes that lie on each other, hit from the side by a box that meets two or more of
/// them: loops of contacts, in which one blow can be split in many ways.
struct Blow {
  ContactSet set;
  Eigen::VectorXd v;
};

Blow blow_at_tower(int boxes, double e, Random& random) {
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  const auto add = [&](int a, int b, const Vector3& point, const Vector3& normal) {
    points.push_back(at(a, b, point, normal));
    points.back().properties.friction = 0.5;
    points.back().properties.restitution = e;
  };
  for (int i = 0; i < boxes; ++i) {
    bodies.push_back(box_body({0.1, 0.05, 0.03}, 2.28, {0, 0, 0.03 + 0.06 * i}));
    for (const double x : {-0.1, 0.1})
      for (const double y : {-0.05, 0.05})
        add(i == 0 ? kGround : i - 1, i, {x, y, 0.06 * i}, Vector3::UnitZ());
  }
  bodies.push_back(box_body({0.05, 0.05, 0.05}, 1.0, {-0.15, 0.0, 0.06 * boxes - 0.06}));
  for (const int hit : {boxes - 2, boxes - 1})
    for (const double y : {-0.05, 0.05})
      for (const double z : {0.015, 0.055})
        add(boxes, hit, {-0.1, y, 0.06 * hit + z}, Vector3::UnitX());
  Blow blow{contact_set(bodies, points), {}};
  blow.v = Eigen::VectorXd::Zero(blow.set.mass.size());
  blow.v[6 * boxes] = random.uniform(2.0, 6.0);
  blow.v[6 * boxes + 2] = random.uniform(-2.0, 0.5);
  return blow;
}

Eigen::VectorXd impulses_on_bodies(const ContactSet& set, const Eigen::VectorXd& normal,
                                   const Eigen::VectorXd& tangential) {
  return set.N.transpose() * normal + set.T.transpose() * tangential;
}

// Momentum: what the contacts give is what the bodies got, with restitution and redundant contacts
// too; each phase is inside its cones, and the second gives back at least e of the first.
TEST(ImpulseSplit, ImpulsesExplainTheMotion) {
  Random random(71);
  int redundant = 0;
  int slid = 0;
  for (int sample = 0; sample < 40; ++sample) {
    const int boxes = 2 + sample % 2;
    const double e = 0.1 + 0.2 * (sample % 5);
    const Blow blow = blow_at_tower(boxes, e, random);
    const Impact impact = resolve_impact(Law::Coulomb, blow.set, blow.v);
    ASSERT_LE(impact.residual, 1e-7) << "sample " << sample;
    redundant += impact.indeterminate_split ? 1 : 0;
    const Eigen::VectorXd got = blow.v + blow.set.mass.solved(impulses_on_bodies(
                                             blow.set, impact.normal, impact.tangential));
    EXPECT_LE((got - impact.v).norm(), 1e-8 * blow.v.norm()) << "sample " << sample;
    const Eigen::VectorXd back = impact.normal - impact.compression_normal;
    const Eigen::VectorXd back_side = impact.tangential - impact.compression_tangential;
    const double most = impact.normal.maxCoeff();
    for (int i = 0; i < blow.set.size(); ++i) {
      const double side = impact.compression_tangential.segment<2>(2 * i).norm();
      EXPECT_LE(side, 0.5 * impact.compression_normal[i] + 1e-9 * most) << "sample " << sample;
      EXPECT_LE(back_side.segment<2>(2 * i).norm(), 0.5 * back[i] + 1e-9 * most);
      EXPECT_GE(back[i],
                impact.restitution_factor * e * impact.compression_normal[i] - 1e-9 * most);
      slid += side > 0.499 * impact.compression_normal[i] && side > 0.0 ? 1 : 0;
    }
  }
  EXPECT_GE(redundant, 10);
  EXPECT_GE(slid, 40);
}

// One split, whatever the law's search came with: the same total, inside the cones, and no split
// beside it is shorter.
TEST(ImpulseSplit, IsTheShortestAndDoesNotDependOnTheStart) {
  Random random(72);
  int held =
      0;  // contacts at the edge of a cone, where the shortest split without cones would not be
  for (int sample = 0; sample < 20; ++sample) {
    const Blow blow = blow_at_tower(2, 0.3, random);
    const FrictionProblem problem = friction_problem(blow.set, blow.v);
    const FrictionSolution solution = solve_friction(problem);
    ASSERT_EQ(solution.status, FrictionStatus::Solved);
    Phase phase;
    phase.v = blow.v;
    phase.cones = true;
    phase.normal.resize(blow.set.size());
    phase.tangential.resize(2 * blow.set.size());
    phase.drag = Eigen::VectorXd::Zero(2 * blow.set.size());
    const auto modes = modes_of(problem, solution.r, 1e-8 * speed_scale(problem));
    for (int i = 0; i < blow.set.size(); ++i) {
      phase.grip.push_back(modes[i].sticks ? 1 : 0);
      phase.normal[i] = solution.r[3 * i];
      phase.tangential.segment<2>(2 * i) = solution.r.segment<2>(3 * i + 1);
      if (!modes[i].sticks)
        phase.drag.segment<2>(2 * i) = -0.5 * slip_direction(problem, solution.r, solution.u, i);
    }
    const Eigen::VectorXd given = impulses_on_bodies(blow.set, phase.normal, phase.tangential);
    phase.v += blow.set.mass.solved(given);
    const Phase split = least_norm_split(blow.set, blow.v, phase);
    const auto length = [](const Phase& of) {
      return of.normal.squaredNorm() + of.tangential.squaredNorm();
    };
    EXPECT_LE((impulses_on_bodies(blow.set, split.normal, split.tangential) - given).norm(),
              1e-8 * given.norm());
    EXPECT_LE(length(split), length(phase) * (1.0 + 1e-9));
    for (int i = 0; i < blow.set.size(); ++i) {
      const double side = split.tangential.segment<2>(2 * i).norm();
      EXPECT_GE(split.normal[i], 0.0);
      EXPECT_LE(side, 0.5 * split.normal[i] + 1e-9 * split.normal.maxCoeff());
      if (phase.grip[i] != 0 && side > 0.5 * split.normal[i] * (1.0 - 1e-9) && side > 0.0) ++held;
    }
    // From a split in between, and from itself, it finds the same.
    Phase between = phase;
    between.normal = 0.5 * (phase.normal + split.normal);
    between.tangential = 0.5 * (phase.tangential + split.tangential);
    for (const Phase& start : {between, split}) {
      const Phase again = least_norm_split(blow.set, blow.v, start);
      EXPECT_LE((again.normal - split.normal).norm(), 1e-7 * split.normal.norm());
      EXPECT_LE((again.tangential - split.tangential).norm(), 1e-7 * split.normal.norm());
    }
  }
  EXPECT_GE(held, 5);
}

}  // namespace
}  // namespace rigor
