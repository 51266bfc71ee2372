// SPDX-License-Identifier: Apache-2.0
// Bodies thrown at random onto the plane z = 0, for tests and campaigns.
#pragma once

#include <string>
#include <variant>

#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/run/record.hpp>

#include "random_spatial.hpp"

namespace rigor {

inline constexpr std::array<const char*, 5> kThrownShapes{"cube", "brick", "tetrahedron", "prism12",
                                                          "hull50"};

/// Every seed has its own hull of 50 points on an ellipsoid, all of them vertices.
inline Polytope thrown_shape(const std::string& name, Random& random) {
  if (name == "cube") return unwrap(make_box(Vector3::Constant(0.5)));
  if (name == "brick") return unwrap(make_box(Vector3(0.5, 0.35, 0.2)));
  if (name == "tetrahedron") return unwrap(make_tetrahedron(0.7));
  if (name == "prism12") return unwrap(make_prism(12, 0.5, 0.4));
  std::vector<Vector3> points;
  for (int i = 0; i < 50; ++i)
    points.push_back(random_direction(random).cwiseProduct(Vector3(0.6, 0.5, 0.4)));
  return unwrap(make_polytope(points));
}

struct Throw {
  Model model;
  State initial;
};

/// The paper's recipe: position uniform in [-1, 1]³ raised by 2 m, any orientation, every velocity
/// component uniform in [-10, 10]. `count` bodies, `spacing` metres apart.
inline Throw random_throw(const std::string& shape, std::uint64_t seed, int count = 1,
                          double spacing = 0.0) {
  Random random(seed, 77);
  ModelDescription description;
  for (int i = 0; i < count; ++i) {
    LinkDescription link;
    link.name = "body" + std::to_string(i);
    link.mass = 1.0;
    PieceDescription piece{"piece", thrown_shape(shape, random), {}, ""};
    link.pieces.push_back(piece);
    description.links.push_back(link);
  }
  description.half_spaces.push_back({"ground", HalfSpace{}, ""});
  Throw out{std::get<Model>(build(description)), {}};
  out.initial = neutral_state(out.model);
  const int side = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int i = 0; i < count; ++i) {
    const Vector3 p =
        random_vector(random, 1.0) + Vector3(spacing * (i % side), spacing * (i / side), 2.0);
    const Quaternion q = random_rotation(random);
    const Link& link = out.model.links[i];
    out.initial.q.segment<7>(link.first_q) << p, q.w(), q.x(), q.y(), q.z();
    for (int k = 0; k < 6; ++k) out.initial.v[link.first_v + k] = random.uniform(-10.0, 10.0);
  }
  return out;
}

}  // namespace rigor
