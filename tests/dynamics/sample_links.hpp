// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>

namespace rigor {

/// A link without mass or shape.
inline LinkDescription bare_link(const std::string& name, const std::string& parent,
                                 const Joint& joint) {
  LinkDescription link;
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  return link;
}

/// 2 kg, centre of mass off the origin, no shape.
inline LinkDescription heavy_link(const std::string& name, const std::string& parent,
                                  const Joint& joint) {
  LinkDescription link = bare_link(name, parent, joint);
  link.inertia = SpatialInertia{2.0, Vector3(0.1, 0.0, 0.0), Matrix3::Identity()};
  return link;
}

/// A box of water's density with these half-extents.
inline LinkDescription box_link(const std::string& name, const std::string& parent,
                                const Joint& joint, const Vector3& half_extents) {
  LinkDescription link = bare_link(name, parent, joint);
  link.density = 1000.0;
  link.pieces = {{name, unwrap(make_box(half_extents)), {}, ""}};
  return link;
}

/// Adds a free copy of a link, as a mechanism of its own.
inline void add_ball(ModelDescription& description, std::size_t copied) {
  LinkDescription ball = description.links[copied];
  ball.name = "ball";
  ball.parent = "";
  ball.joint = Free{};
  ball.X_PJ = {};
  ball.dofs.clear();
  description.links.push_back(ball);
}

}  // namespace rigor
