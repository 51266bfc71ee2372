// SPDX-License-Identifier: Apache-2.0
// Random directions, rotations, poses and inertias for property tests of every room.
#pragma once

#include <rigor/random.hpp>
#include <rigor/spatial/inertia.hpp>
#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

inline Vector3 random_direction(Random& random) {
  const auto d = random.direction<3>();
  return Vector3(d[0], d[1], d[2]);
}

inline Vector3 random_vector(Random& random, double size) {
  return Vector3(random.uniform(-size, size), random.uniform(-size, size),
                 random.uniform(-size, size));
}

/// Uniform over all rotations.
inline Quaternion random_rotation(Random& random) {
  const auto d = random.direction<4>();
  return Quaternion(d[0], d[1], d[2], d[3]);
}

inline Pose random_pose(Random& random, double size) {
  return {random_rotation(random), random_vector(random, size)};
}

inline Twist random_twist(Random& random, double linear, double angular) {
  return {random_vector(random, linear), random_vector(random, angular)};
}

/// The inertia of four point masses: always physical.
inline SpatialInertia random_inertia(Random& random, double mass, double size) {
  SpatialInertia sum;
  for (int i = 0; i < 4; ++i) {
    SpatialInertia point;
    point.mass = mass * random.uniform(0.1, 1.0);
    point.com = random_vector(random, size);
    sum = combined(sum, point);
  }
  return sum;
}

}  // namespace rigor
