// SPDX-License-Identifier: Apache-2.0
// Random trees of all joint types. scripts/make_dynamics_reference.py draws the very same trees
// with other libraries: every number here comes from +, -, *, / and sqrt of the generator's bits,
// in this order, so that both sides agree to the last bit. Change both or neither.
#pragma once

#include <cmath>
#include <string>

#include <rigor/dynamics/state.hpp>
#include <rigor/random.hpp>

namespace rigor {

inline constexpr int kTrees = 200;  ///< that a test tries

struct RandomTree {
  ModelDescription description;
  State state;
  Eigen::VectorXd efforts;  ///< for forward dynamics
  Eigen::VectorXd x;        ///< for M x
};

namespace random_tree {

inline Vector3 vector(Random& random, double size) {
  const double x = random.uniform(-size, size);
  const double y = random.uniform(-size, size);
  const double z = random.uniform(-size, size);
  return {x, y, z};
}

inline Vector3 direction(Random& random) {
  for (;;) {
    const Vector3 a = vector(random, 1.0);
    const double s = a.x() * a.x() + a.y() * a.y() + a.z() * a.z();
    if (s < 0.01 || s > 1.0) continue;
    const double length = std::sqrt(s);
    return {a.x() / length, a.y() / length, a.z() / length};
  }
}

/// A direction perpendicular to a.
inline Vector3 perpendicular(Random& random, const Vector3& a) {
  for (;;) {
    const Vector3 b = direction(random);
    const double along = a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
    if (std::abs(along) > 0.9) continue;
    const Vector3 c(b.x() - along * a.x(), b.y() - along * a.y(), b.z() - along * a.z());
    const double length = std::sqrt(c.x() * c.x() + c.y() * c.y() + c.z() * c.z());
    return {c.x() / length, c.y() / length, c.z() / length};
  }
}

inline Quaternion rotation(Random& random) {
  for (;;) {
    const double w = random.uniform(-1.0, 1.0);
    const Vector3 a = vector(random, 1.0);
    const double s = w * w + a.x() * a.x() + a.y() * a.y() + a.z() * a.z();
    if (s < 0.01 || s > 1.0) continue;
    const double length = std::sqrt(s);
    return Quaternion(w / length, a.x() / length, a.y() / length, a.z() / length);
  }
}

inline Joint joint(Random& random, int kind) {
  switch (kind) {
    case 0:
      return Fixed{};
    case 1:
      return Revolute{direction(random)};
    case 2:
      return Prismatic{direction(random)};
    case 3: {
      const Vector3 first = direction(random);
      return Universal{first, perpendicular(random, first)};
    }
    case 4:
      return Spherical{};
    case 5: {
      const Vector3 x = direction(random);
      return Planar{x, perpendicular(random, x)};
    }
    default:
      return Free{};
  }
}

inline SpatialInertia inertia(Random& random) {
  SpatialInertia result;
  result.mass = random.uniform(0.2, 2.0);
  result.com = vector(random, 0.3);
  const double a = result.mass * random.uniform(0.01, 0.1);
  const double b = result.mass * random.uniform(0.01, 0.1);
  const double c = result.mass * random.uniform(0.01, 0.1);
  const Matrix3 R = rotation(random).toRotationMatrix();
  result.about_com = R * Vector3(b + c, a + c, a + b).asDiagonal() * R.transpose();
  return result;
}

inline void add_state(Random& random, const Joint& joint, std::vector<double>& q) {
  if (std::holds_alternative<Free>(joint) || std::holds_alternative<Spherical>(joint)) {
    if (std::holds_alternative<Free>(joint)) {
      const Vector3 p = vector(random, 2.0);
      q.insert(q.end(), {p.x(), p.y(), p.z()});
    }
    const Quaternion r = rotation(random);
    q.insert(q.end(), {r.w(), r.x(), r.y(), r.z()});
    return;
  }
  for (int k = 0; k < velocity_count(joint); ++k) q.push_back(random.uniform(-1.5, 1.5));
}

inline Eigen::VectorXd numbers(Random& random, int count, double size) {
  Eigen::VectorXd result(count);
  for (double& value : result) value = random.uniform(-size, size);
  return result;
}

}  // namespace random_tree

/// Tree number `index`: 2 to 30 links, one mechanism, links already in the model's order.
inline RandomTree make_random_tree(int index) {
  namespace draw = random_tree;
  Random random(static_cast<std::uint64_t>(index), 17);
  RandomTree tree;
  std::vector<double> q;
  int velocities = 0;
  const int count = 2 + random.index(29);
  for (int i = 0; i < count; ++i) {
    LinkDescription link;
    link.name = std::to_string(i);
    if (i > 0) link.parent = std::to_string(random.unit() < 0.5 ? i - 1 : random.index(i));
    const int kind = i == 0 ? random.index(7) : i == 1 ? 1 + random.index(5) : random.index(6);
    link.joint = draw::joint(random, kind);
    if (kind != 6) {
      link.X_PJ.rotation = draw::rotation(random);
      link.X_PJ.translation = draw::vector(random, 0.7);
    }
    link.inertia = draw::inertia(random);
    if (kind >= 1 && kind <= 3) {
      const double armature = random.uniform(0.0, 0.1);
      link.dofs.assign(static_cast<std::size_t>(velocity_count(link.joint)),
                       Dof{.armature = armature});
    }
    draw::add_state(random, link.joint, q);
    velocities += velocity_count(link.joint);
    tree.description.links.push_back(link);
  }
  tree.description.gravity = draw::vector(random, 10.0);
  tree.state.q = Eigen::Map<Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  tree.state.v = draw::numbers(random, velocities, 2.0);
  tree.efforts = draw::numbers(random, velocities, 5.0);
  tree.x = draw::numbers(random, velocities, 1.0);
  return tree;
}

}  // namespace rigor
