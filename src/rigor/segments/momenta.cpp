// SPDX-License-Identifier: Apache-2.0
#include <rigor/segments/momenta.hpp>

namespace rigor {

Vector6 momentum_of(const World& world, std::uint32_t body, const BodyState& state) {
  const SpatialInertia& inertia = world.model->links[body].inertia;
  const Matrix3 R = rotation_matrix(state.q);
  const Vector3 w = state.v.tail<3>();
  Vector3 v = state.v.head<3>();  // of a free body's centre of mass, of a link's origin
  if (state.tree) v += w.cross(Vector3(R * inertia.com));
  Vector6 momentum;
  momentum << inertia.mass * v, R * (inertia.about_com * (R.transpose() * w));
  return momentum;
}

void write_momenta(const World& world, const Cluster& start,
                   std::vector<trace::Segment>& segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Vector6 momentum = momentum_of(world, start.bodies[i], start.states[i]);
    segments[i].momentum = triple(momentum.head<3>());
    segments[i].angular_momentum = triple(momentum.tail<3>());
  }
}

}  // namespace rigor
