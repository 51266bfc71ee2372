// SPDX-License-Identifier: Apache-2.0
// Contact problems of many redundant contacts: stacks, arches, pyramids, corners, slots. Written
// down from the mechanics of free boxes, without any other room.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include <rigor/random.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor::problems {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

inline constexpr int kGround = -1;

struct Body {
  Vector3d center;
  Matrix3d axes = Matrix3d::Identity();
  Vector3d half = Vector3d::Constant(0.5);
  double mass = 1.0;
};

struct Contact {
  int below = kGround;  // the normal points from `below` to `above`
  int above = 0;
  Vector3d point;
  Vector3d normal;
};

struct Assembly {
  std::string name;
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
};

struct ContactProblem {
  std::string name;
  std::vector<MatrixXd> mass;  // 6 x 6 blocks, linear velocity first
  VectorXd v_star;
  MatrixXd N;
  MatrixXd T;  // two rows for each contact
};

inline MatrixXd mass_block(const Body& body) {
  const Vector3d h2 = body.half.cwiseProduct(body.half);
  const Vector3d moments(h2.y() + h2.z(), h2.x() + h2.z(), h2.x() + h2.y());
  MatrixXd M = MatrixXd::Zero(6, 6);
  M.topLeftCorner(3, 3) = body.mass * Matrix3d::Identity();
  M.bottomRightCorner(3, 3) =
      body.mass / 3.0 * (body.axes * moments.asDiagonal() * body.axes.transpose());
  return M;
}

inline Vector3d some_tangent(const Vector3d& normal) {
  return normal.cross(std::abs(normal.x()) < 0.7 ? Vector3d::UnitX() : Vector3d::UnitY())
      .normalized();
}

inline void put_row(MatrixXd& J, Eigen::Index row, const Assembly& assembly, const Contact& contact,
                    const Vector3d& direction) {
  for (const int body : {contact.above, contact.below}) {
    if (body == kGround) continue;
    const double sign = body == contact.above ? 1.0 : -1.0;
    const Vector3d r = contact.point - assembly.bodies[body].center;
    J.row(row).segment<3>(6 * body) += sign * direction.transpose();
    J.row(row).segment<3>(6 * body + 3) += sign * r.cross(direction).transpose();
  }
}

/// Rows and masses; `noise` is added to every point (metres) and normal (radians).
inline ContactProblem problem_of(const Assembly& assembly, double noise, Random& random) {
  const auto n = static_cast<Eigen::Index>(6 * assembly.bodies.size());
  const auto m = static_cast<Eigen::Index>(assembly.contacts.size());
  ContactProblem problem{
      assembly.name, {}, VectorXd::Zero(n), MatrixXd::Zero(m, n), MatrixXd::Zero(2 * m, n)};
  for (const Body& body : assembly.bodies) problem.mass.push_back(mass_block(body));
  for (Eigen::Index i = 0; i < m; ++i) {
    Contact contact = assembly.contacts[i];
    for (int k = 0; k < 3; ++k) contact.point[k] += noise * random.uniform(-1.0, 1.0);
    for (int k = 0; k < 3; ++k) contact.normal[k] += noise * random.uniform(-1.0, 1.0);
    if (noise > 0.0) contact.normal.normalize();
    const Vector3d t1 = some_tangent(contact.normal);
    put_row(problem.N, i, assembly, contact, contact.normal);
    put_row(problem.T, 2 * i, assembly, contact, t1);
    put_row(problem.T, 2 * i + 1, assembly, contact, contact.normal.cross(t1));
  }
  return problem;
}

/// `count` points around the rectangle of half-sizes a, b about `center`, along axes e1, e2.
inline void add_interface(Assembly& assembly, int below, int above, int count,
                          const Vector3d& center, const Vector3d& e1, const Vector3d& e2) {
  const Vector3d normal = e1.cross(e2).normalized();
  for (int i = 0; i < count; ++i) {
    // Corners first, then points of the edges: the boundary at equal steps of its parameter.
    const double s = 4.0 * i / count;
    const int edge = static_cast<int>(s);
    const double f = 2.0 * (s - edge) - 1.0;
    const double x = edge == 0 ? f : edge == 1 ? 1.0 : edge == 2 ? -f : -1.0;
    const double y = edge == 0 ? -1.0 : edge == 1 ? f : edge == 2 ? 1.0 : -f;
    assembly.contacts.push_back({below, above, center + x * e1 + y * e2, normal});
  }
}

inline Assembly stack(int boxes, int contacts) {
  Assembly assembly{
      "stack of " + std::to_string(boxes) + " with " + std::to_string(contacts), {}, {}};
  for (int b = 0; b < boxes; ++b) {
    assembly.bodies.push_back({Vector3d(0.0, 0.0, b + 0.5)});
    add_interface(assembly, b - 1, b, contacts, Vector3d(0, 0, b), 0.5 * Vector3d::UnitX(),
                  0.5 * Vector3d::UnitY());
  }
  return assembly;
}

/// Voussoirs over a half circle of radius 1, both springers on the ground: a closed loop.
inline Assembly arch(int blocks, int contacts) {
  Assembly assembly{
      "arch of " + std::to_string(blocks) + " with " + std::to_string(contacts), {}, {}};
  const double step = M_PI / blocks;
  for (int b = 0; b <= blocks; ++b) {
    const double angle = M_PI - b * step;
    const Vector3d radial(std::cos(angle), 0.0, std::sin(angle));
    const Vector3d along(std::sin(angle), 0.0, -std::cos(angle));
    if (b < blocks) {
      const double mid = angle - 0.5 * step;
      assembly.bodies.push_back({Vector3d(std::cos(mid), 0.0, std::sin(mid))});
      assembly.bodies.back().half = Vector3d(0.5 * step, 0.2, 0.2);
      assembly.bodies.back().axes.col(0) = Vector3d(std::sin(mid), 0.0, -std::cos(mid));
      assembly.bodies.back().axes.col(2) = Vector3d(std::cos(mid), 0.0, std::sin(mid));
      assembly.bodies.back().axes.col(1) =
          assembly.bodies.back().axes.col(2).cross(assembly.bodies.back().axes.col(0));
    }
    const Vector3d e2 = 0.2 * Vector3d::UnitY();
    // e1 x e2 must be `along` (from block b-1 to block b); at the far end the ground is "above".
    if (b < blocks) {
      add_interface(assembly, b - 1, b, contacts, radial, 0.2 * Vector3d::UnitY().cross(along), e2);
    } else {
      add_interface(assembly, kGround, b - 1, contacts, radial,
                    0.2 * Vector3d::UnitY().cross(-along), e2);
    }
  }
  return assembly;
}

/// Rows of `base`, base - 1, ... boxes, each upon two: closed loops through the ground.
inline Assembly pyramid(int base, int contacts) {
  Assembly assembly{
      "pyramid on " + std::to_string(base) + " with " + std::to_string(contacts), {}, {}};
  int below_start = 0;
  for (int row = 0; row < base; ++row) {
    const int start = static_cast<int>(assembly.bodies.size());
    for (int i = 0; i < base - row; ++i) {
      const double x = i * 1.2 + 0.6 * row;
      assembly.bodies.push_back({Vector3d(x, 0.0, row + 0.5)});
      const int body = start + i;
      if (row == 0) {
        add_interface(assembly, kGround, body, contacts, Vector3d(x, 0, 0), 0.5 * Vector3d::UnitX(),
                      0.5 * Vector3d::UnitY());
        continue;
      }
      for (const int side : {0, 1}) {
        const double middle = x + (side == 0 ? -0.3 : 0.3);
        add_interface(assembly, below_start + i + side, body, contacts, Vector3d(middle, 0, row),
                      0.2 * Vector3d::UnitX(), 0.5 * Vector3d::UnitY());
      }
    }
    below_start = start;
  }
  return assembly;
}

/// A cube in the corner of three walls, turned by any rotation; with `slot`, also against the
/// opposite walls: nothing can move.
inline Assembly corner(int contacts, bool slot, const Matrix3d& R) {
  Assembly assembly{(slot ? "slot with " : "corner with ") + std::to_string(contacts), {}, {}};
  assembly.bodies.push_back({Vector3d(0.3, -0.2, 0.7), R});
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      if (side > 0.0 && !slot) continue;
      const Vector3d e1 = 0.5 * R.col((axis + 1) % 3);
      const Vector3d e2 = -side * 0.5 * R.col((axis + 2) % 3);
      add_interface(assembly, kGround, 0, contacts,
                    assembly.bodies[0].center + side * 0.5 * R.col(axis), e1, e2);
    }
  }
  return assembly;
}

inline Matrix3d random_axes(Random& random) {
  const auto q = random.direction<4>();
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

inline Assembly random_assembly(Random& random) {
  const int contacts = 4 + random.index(3) * random.index(15);  // 4 to 32
  const int size = static_cast<int>(std::pow(30.0, random.unit()) + 0.5);
  switch (random.index(8)) {
    case 0:
    case 1:
    case 2:
      return stack(size, contacts);
    case 3:
    case 4:
      return arch(3 + random.index(12), contacts);
    case 5:
      return pyramid(2 + random.index(3), contacts);
    case 6:
      return corner(contacts, false, random_axes(random));
    default:
      return corner(contacts, true, random_axes(random));
  }
}

struct Drawn {
  ContactProblem problem;
  double noise = 0.0;
  double mass_ratio = 1.0;
  int motion = 0;  // 0 gravity's push, 1 one body hit, 2 all bodies at random
};

inline Drawn draw(Random& random) {
  Drawn drawn;
  Assembly assembly = random_assembly(random);
  drawn.mass_ratio = random.index(2) == 0 ? 1.0 : std::pow(10.0, random.uniform(0.0, 6.0));
  for (Body& body : assembly.bodies) body.mass = std::pow(drawn.mass_ratio, random.unit());
  drawn.noise = random.index(2) == 0 ? 0.0 : std::pow(10.0, random.uniform(-12.0, -3.0));
  drawn.problem = problem_of(assembly, drawn.noise, random);
  VectorXd& v = drawn.problem.v_star;
  drawn.motion = random.index(3);
  const int bodies = static_cast<int>(assembly.bodies.size());
  for (int b = 0; b < bodies; ++b) v[6 * b + 2] = -0.0981;
  if (drawn.motion == 1) {
    const int b = random.index(bodies);
    for (int k = 0; k < 6; ++k) v[6 * b + k] += random.normal();
  }
  if (drawn.motion == 2) {
    for (double& entry : v) entry += random.normal();
  }
  return drawn;
}

inline LinearRows at_least_zero(const MatrixXd& J) { return {J, VectorXd::Zero(J.rows())}; }

}  // namespace rigor::problems
