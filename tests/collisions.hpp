// SPDX-License-Identifier: Apache-2.0
// Bodies thrown at random onto each other, for tests and campaigns.
#pragma once

#include <array>
#include <string>
#include <variant>

#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/run/record.hpp>

#include "random_spatial.hpp"

namespace rigor {

/// hull_on_fixed: a random hull falls onto a fixed one that stands on a plane.
/// hulls_together: two random hulls fly at each other above a plane.
/// boxes_in_bin: five random boxes fall into a bin of five fixed boxes.
inline constexpr std::array<const char*, 3> kCollisions{"hull_on_fixed", "hulls_together",
                                                        "boxes_in_bin"};

struct Collision {
  Model model;
  State initial;
};

/// The hull of 8 to 20 points on an ellipsoid with half axes from 0.3 to 0.6 m.
inline Polytope random_hull(Random& random) {
  const Vector3 axes(random.uniform(0.3, 0.6), random.uniform(0.3, 0.6), random.uniform(0.3, 0.6));
  const int count = 8 + random.index(13);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) points.push_back(random_direction(random).cwiseProduct(axes));
  return unwrap(make_polytope(points));
}

namespace collision_parts {

inline LinkDescription link(const std::string& name, Polytope shape, bool fixed) {
  LinkDescription out;
  out.name = name;
  if (fixed)
    out.joint = Fixed{};
  else
    out.mass = 1.0;
  out.pieces.push_back({"piece", std::move(shape), {}, ""});
  return out;
}

inline void set_state(const Collision& collision, State& state, int body, const Vector3& p,
                      const Quaternion& q, const Vector6& v) {
  const Link& at = collision.model.links[body];
  state.q.segment<7>(at.first_q) << p, q.w(), q.x(), q.y(), q.z();
  state.v.segment<6>(at.first_v) = v;
}

inline Vector6 random_velocity(Random& random, double linear, double angular) {
  Vector6 v;
  v << random_vector(random, linear), random_vector(random, angular);
  return v;
}

inline void add_bin(ModelDescription& description) {
  const double inside = 1.2;  // half width, m
  const double wall = 0.2;    // half thickness, m
  const auto add = [&](const char* name, const Vector3& half, const Vector3& at) {
    LinkDescription side = link(name, unwrap(make_box(half)), true);
    side.X_PJ.translation = at;
    description.links.push_back(side);
  };
  add("floor", Vector3(inside + 2 * wall, inside + 2 * wall, wall), Vector3(0, 0, -wall));
  add("east", Vector3(wall, inside, 1.0), Vector3(inside + wall, 0, 1.0));
  add("west", Vector3(wall, inside, 1.0), Vector3(-inside - wall, 0, 1.0));
  add("north", Vector3(inside, wall, 1.0), Vector3(0, inside + wall, 1.0));
  add("south", Vector3(inside, wall, 1.0), Vector3(0, -inside - wall, 1.0));
}

}  // namespace collision_parts

inline Collision random_collision(const std::string& kind, std::uint64_t seed) {
  namespace parts = collision_parts;
  Random random(seed, 91);
  ModelDescription description;
  int thrown = 0;
  if (kind == "boxes_in_bin") {
    parts::add_bin(description);
    thrown = 5;
    for (int i = 0; i < thrown; ++i) {
      const Vector3 half(random.uniform(0.15, 0.4), random.uniform(0.15, 0.4),
                         random.uniform(0.15, 0.4));
      description.links.push_back(
          parts::link("box" + std::to_string(i), unwrap(make_box(half)), false));
    }
  } else {
    description.half_spaces.push_back({"ground", HalfSpace{}, ""});
    if (kind == "hull_on_fixed") {
      LinkDescription base = parts::link("base", random_hull(random), true);
      base.X_PJ = Pose{random_rotation(random), Vector3(0, 0, 0.7)};
      description.links.push_back(base);
    }
    thrown = kind == "hull_on_fixed" ? 1 : 2;
    for (int i = 0; i < thrown; ++i)
      description.links.push_back(
          parts::link("hull" + std::to_string(i), random_hull(random), false));
  }
  Collision out{std::get<Model>(build(description)), {}};
  out.initial = neutral_state(out.model);
  const int first = static_cast<int>(out.model.links.size()) - thrown;
  for (int i = 0; i < thrown; ++i) {
    Vector3 p(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 2.2);
    Vector6 v = parts::random_velocity(random, 1.0, 3.0);
    if (kind == "hulls_together") {
      p = Vector3((i == 0 ? -1.0 : 1.0) * random.uniform(0.8, 1.2), random.uniform(-0.2, 0.2),
                  random.uniform(1.0, 1.6));
      v[0] = (i == 0 ? 1.0 : -1.0) * random.uniform(1.0, 4.0);
    }
    if (kind == "boxes_in_bin")
      p = Vector3(random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), 1.0 + 1.5 * i);
    parts::set_state(out, out.initial, first + i, p, random_rotation(random), v);
  }
  return out;
}

}  // namespace rigor
