// SPDX-License-Identifier: Apache-2.0
// The smallest project that uses an installed Rigor: composes two quarter turns and expects a half
// turn.
#include <cmath>

#include <rigor/spatial/pose.hpp>

int main() {
  const rigor::Pose quarter{rigor::exp_rotation({0.0, 0.0, M_PI / 2}), {1.0, 0.0, 0.0}};
  const rigor::Vector3 p = (quarter * quarter) * rigor::Vector3(1.0, 0.0, 0.0);
  return (p - rigor::Vector3(0.0, 1.0, 0.0)).norm() < 1e-14 ? 0 : 1;
}
