// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/coulomb.hpp>

#include "contact_scene.hpp"

namespace rigor::testing {

/// The blow of up to twelve boxes on one another, every one with a velocity of its own, masses from
/// 0.1 to 10 kg, friction from 0.05 to 1: corners of a tower meet, part, stick and slide at once.
/// Each box stands on the one below by the corners of the rectangle that both share.
inline FrictionProblem rattled_tower(std::uint64_t seed) {
  Random random(seed);
  const auto any = [&](double largest) { return random.uniform(-largest, largest); };
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  const int boxes = 1 + random.index(12);
  Eigen::VectorXd velocity(6 * boxes);
  Vector3 low = Vector3::Constant(-1.0), high = Vector3::Constant(1.0);
  double height = 0.0;
  for (int i = 0; i < boxes; ++i) {
    const Vector3 half(random.uniform(0.05, 0.2), random.uniform(0.05, 0.2),
                       random.uniform(0.02, 0.1));
    const Vector3 centre(any(0.03), any(0.03), height + half.z());
    bodies.push_back(box_body(half, std::pow(10.0, any(1.0)), centre));
    velocity.segment<6>(6 * i) << any(1.0), any(1.0), any(1.0), any(3.0), any(3.0), any(3.0);
    const double mu = random.uniform(0.05, 1.0);
    low = low.cwiseMax(centre - half);  // what this box and the one below share
    high = high.cwiseMin(centre + half);
    for (const double x : {low.x(), high.x()})
      for (const double y : {low.y(), high.y()}) {
        points.push_back(at(i == 0 ? kGround : i - 1, i, {x, y, height}));
        points.back().properties.friction = mu;
      }
    low = centre - half;
    high = centre + half;
    height += 2.0 * half.z();
  }
  return friction_problem(contact_set(bodies, points), velocity);
}

}  // namespace rigor::testing
