// SPDX-License-Identifier: Apache-2.0
// Worlds made by hand, for tests of single steps.
#pragma once

#include <memory>
#include <string>

#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {

inline constexpr double kTestGravity = 9.81;

/// A world of free boxes and half-spaces under gravity along -z (or none).
struct SmallWorld {
  std::unique_ptr<Model> model = std::make_unique<Model>();
  World world;

  explicit SmallWorld(double gravity = kTestGravity) {
    world.law = Law::NoSlip;
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

/// What a BoxWorld is made of besides its free boxes.
struct BoxWorldSetup {
  double gravity = kTestGravity;
  bool ground = false;     ///< the half-space z <= 0, named "ground"
  int fixed = 0;           ///< so many of the first boxes are fixed at the origin
  double restitution = 0;  ///< of everything
  Law law = Law::Frictionless;
  double friction = 0;  ///< of everything
};

/// Boxes named "box0", "box1", ... of 1 kg, 2 kg, ..., as a scene would make them, so that
/// surfaces, names and exclusions are those of a model.
struct BoxWorld {
  std::unique_ptr<Model> model;
  World world;
};

inline BoxWorld box_world(const std::vector<Vector3>& halves, const BoxWorldSetup& setup = {}) {
  ModelDescription description;
  description.gravity = Vector3(0, 0, -setup.gravity);
  description.materials.push_back({"default", {setup.friction, setup.restitution, 0.0}});
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const double mass = 1.0 + static_cast<double>(i);
    const Vector3 s = halves[i].cwiseProduct(halves[i]);
    const Vector3 moments = mass / 3.0 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
    LinkDescription link;
    link.name = "box";
    link.name += std::to_string(i);
    if (static_cast<int>(i) < setup.fixed) link.joint = Fixed{};
    link.inertia = SpatialInertia{mass, Vector3::Zero(), moments.asDiagonal()};
    link.pieces.push_back({"piece", unwrap(make_box(halves[i])), {}, ""});
    description.links.push_back(std::move(link));
  }
  if (setup.ground) description.half_spaces.push_back({"ground", HalfSpace{}, ""});
  BoxWorld out{std::make_unique<Model>(unwrap(build(description))), {}};
  SimulationOptions options;
  options.law = setup.law;
  out.world = make_world(*out.model, neutral_state(*out.model), options);
  return out;
}

/// Pieces 0 of two bodies.
inline PairId pair_of(std::uint32_t a, std::uint32_t b) { return {{a, 0}, {b, 0}}; }

inline BodyState resting_at(const Vector3& x, const Quaternion& q = Quaternion::Identity()) {
  BodyState state;
  state.x = x;
  state.q = q;
  return state;
}

inline Quaternion turn(double angle, const Vector3& axis) {
  return exp_rotation(angle * axis.normalized());
}

/// Moves the cluster's body at place `place` along `direction` until the separation of the pair is
/// `gap`, from wherever it is.
inline void bring_to_gap(const World& world, Cluster& cluster, const PairId& pair, int place,
                         const Vector3& direction, double gap) {
  for (int step = 0; step < 40; ++step) {
    const AxisReading axis = pair_axis(placed(world, cluster, pair), {0.0, nullptr});
    const double sign =
        cluster.bodies[place] == pair.b.body ? 1.0 : -1.0;  // how the gap grows along the normal
    const double rate = sign * axis.nhat_AB_W.dot(direction);
    cluster.states[place].x += (gap - axis.separation) / rate * direction;
  }
}

/// All corners of a touching pair, as the active ones.
inline std::vector<int> all_corners(const TouchingPair& pair) {
  std::vector<int> all;
  for (int k = 0; k < static_cast<int>(pair.corners.size()); ++k) all.push_back(k);
  return all;
}

/// The contacts that the pair would get if all of its corners carried force.
inline std::vector<ActiveContact> full_mode(const World& world, const Cluster& cluster,
                                            const std::vector<PairId>& near) {
  std::vector<ActiveContact> mode;
  for (const TouchingPair& pair : touching_pairs(world, cluster, near, {}))
    for (const ContactId& id : contacts_of_mode(world, cluster, pair, all_corners(pair)))
      mode.push_back({id, ContactState::Frictionless, 0.0});
  return mode;
}

}  // namespace rigor
