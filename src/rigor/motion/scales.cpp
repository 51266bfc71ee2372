// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {

double capture_speed(const World& world) {
  const double pull = std::max(world.pull(), 1e-300);
  return std::sqrt(2.0 * pull * Tolerances::kBand * world.tolerances.skin);
}

double stop_speed(const World& world) { return kStopFraction * capture_speed(world); }

double slow_speed(const World& world) { return kSlowStops * stop_speed(world); }

double load_of(const Body& body, const BodyState& state, const Vector3& gravity) {
  const double turning = body.radius * state.v.tail<3>().squaredNorm();
  const double going = body.radius > 0.0 ? state.v.head<3>().squaredNorm() / body.radius : 0.0;
  return body.mass * (gravity.norm() + turning + kRoundedTurn * going) + body.load.most;
}

double load_scale(const World& world, const Cluster& cluster) {
  double load = 0.0;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i)
    load = std::max(load,
                    load_of(world.bodies[cluster.bodies[i]], cluster.states[i], world.gravity()));
  return load;
}

}  // namespace rigor
