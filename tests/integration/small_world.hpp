// SPDX-License-Identifier: Apache-2.0
// Worlds made by hand, for tests of single steps.
#pragma once

#include <memory>

#include <rigor/geometry/solids.hpp>
#include <rigor/integration/cluster.hpp>

namespace rigor {

inline constexpr double kTestGravity = 9.81;

/// A world of free boxes and half-spaces under gravity along -z (or none).
struct SmallWorld {
  std::unique_ptr<Model> model = std::make_unique<Model>();
  World world;

  explicit SmallWorld(double gravity = kTestGravity) {
    model->gravity = Vector3(0, 0, -gravity);
    world.model = model.get();
  }

  void add_box(const Vector3& half, double mass) {
    const Vector3 s = half.cwiseProduct(half);
    const Vector3 moments = mass / 3.0 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
    Body body;
    body.id = static_cast<std::uint32_t>(world.bodies.size());
    body.dynamics = free_body({mass, Vector3::Zero(), moments.asDiagonal()});
    body.pieces.emplace_back(unwrap(make_box(half)));
    body.materials = {0};
    body.radius = half.norm();
    world.bodies.push_back(std::move(body));
  }

  const Vector3& vertex(std::uint32_t body, std::uint32_t v) const {
    return world.bodies[body].pieces[0].polytope.vertices()[v];
  }
};

/// Vertex v of a body's first piece on half-space 0.
inline ContactId on_ground(std::uint32_t body, std::uint32_t v) {
  return {{{trace::kWorld, 0}, {body, 0}}, PairAxis{}, v};
}

}  // namespace rigor
