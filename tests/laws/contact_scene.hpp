// SPDX-License-Identifier: Apache-2.0
// Contact sets of free bodies for tests, straight from points and normals.
#pragma once

#include <algorithm>
#include <vector>

#include <Eigen/Geometry>

#include <rigor/laws/contact_set.hpp>
#include <rigor/random.hpp>
#include <rigor/spatial/vector.hpp>

namespace rigor::testing {

struct SceneBody {
  double mass = 1.0;
  Matrix3 inertia = Matrix3::Identity();  ///< about the centre of mass, world axes
  Vector3 com = Vector3::Zero();          ///< also the body's origin
};

inline SceneBody box_body(const Vector3& half, double mass, const Vector3& com,
                          const Matrix3& R = Matrix3::Identity()) {
  const Vector3 square = half.cwiseProduct(half);
  const Vector3 principal =
      mass / 3.0 *
      Vector3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y());
  return {mass, R * principal.asDiagonal() * R.transpose(), com};
}

inline constexpr int kGround = -1;

struct ScenePoint {
  int a = kGround;
  int b = 0;
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::UnitZ();  ///< from a to b
  ContactProperties properties{};
  double twist = 0.0;  ///< turns the tangents about the normal, rad
};

inline ScenePoint at(int a, int b, const Vector3& point, const Vector3& normal = Vector3::UnitZ()) {
  return {.a = a, .b = b, .point = point, .normal = normal};
}

inline void add_row(Eigen::MatrixXd& J, int row, int body, const SceneBody& mass_at,
                    const Vector3& point, const Vector3& u) {
  if (body == kGround) return;
  const Vector3 r = point - mass_at.com;
  J.block<1, 3>(row, 6 * body) += u.transpose();
  J.block<1, 3>(row, 6 * body + 3) += r.cross(u).transpose();
}

inline ContactSet contact_set(const std::vector<SceneBody>& bodies,
                              const std::vector<ScenePoint>& points) {
  const auto columns = static_cast<int>(6 * bodies.size());
  const auto count = static_cast<int>(points.size());
  std::vector<Eigen::MatrixXd> blocks;
  for (const SceneBody& body : bodies) {
    blocks.push_back(Eigen::MatrixXd(Matrix3::Identity() * body.mass));
    blocks.push_back(Eigen::MatrixXd(body.inertia));
  }
  ContactSet set;
  set.mass = factor_mass(blocks).value();
  set.N = Eigen::MatrixXd::Zero(count, columns);
  set.T = Eigen::MatrixXd::Zero(2 * count, columns);
  const SceneBody ground;
  for (int i = 0; i < count; ++i) {
    const ScenePoint& p = points[i];
    const SceneBody& A = p.a == kGround ? ground : bodies[p.a];
    const SceneBody& B = p.b == kGround ? ground : bodies[p.b];
    const Vector3 seed = std::abs(p.normal.x()) < 0.7 ? Vector3::UnitX() : Vector3::UnitY();
    const Vector3 t0 = (seed - p.normal.dot(seed) * p.normal).normalized();
    const Vector3 t1 = Eigen::AngleAxisd(p.twist, p.normal) * t0;
    const Vector3 t2 = p.normal.cross(t1);
    add_row(set.N, i, p.a, A, p.point, -p.normal);
    add_row(set.N, i, p.b, B, p.point, p.normal);
    for (int k = 0; k < 2; ++k) {
      const Vector3& t = k == 0 ? t1 : t2;
      add_row(set.T, 2 * i + k, p.a, A, p.point, -t);
      add_row(set.T, 2 * i + k, p.b, B, p.point, t);
    }
    set.contacts.push_back(p.properties);
  }
  return set;
}

/// Boxes of a tower hit sideways: every box on four corners of the one below, its plane tilted by
/// as little as a skin tilts it.
inline ContactSet struck_tower(int boxes, double tilt, double mu, double e, Random& random) {
  const Vector3 half(0.1, 0.05, 0.03);
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  for (int i = 0; i < boxes; ++i) {
    bodies.push_back(box_body(half, 2.28, {0, 0, 0.03 + 0.06 * i}));
    const Vector3 normal(tilt * random.uniform(-1.0, 1.0), tilt * random.uniform(-1.0, 1.0), 1.0);
    for (const double x : {-0.1, 0.1})
      for (const double y : {-0.05, 0.05})
        points.push_back(at(i == 0 ? kGround : i - 1, i, {x, y, 0.06 * i}, normal.normalized()));
  }
  bodies.push_back(box_body({0.05, 0.05, 0.05}, 1.0, {-0.15, 0.0, 0.25}));
  for (const double y : {-0.05, 0.05})
    for (const double z : {0.2, 0.24})
      points.push_back(at(boxes, boxes - 1, {-0.1, y, z}, Vector3::UnitX()));
  for (ScenePoint& point : points) {
    point.properties.friction = mu;
    point.properties.restitution = e;
  }
  return contact_set(bodies, points);
}

/// A wall of bricks, each on halves of two below, whose planes are tilted as little as that; its
/// middle is struck by a ball, the last body.
inline ContactSet struck_wall(int rows, int columns, double tilt, double mu, Random& random) {
  const Vector3 half(0.1, 0.05, 0.04);
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  const auto middle = [&](int row, int k) {
    return Vector3(2.0 * half.x() * (k + 0.5 * (row % 2)), 0.0, half.z() * (2 * row + 1));
  };
  const auto rest_on = [&](int below, int brick, double from, double to, double z) {
    const Vector3 normal(tilt * random.uniform(-1.0, 1.0), tilt * random.uniform(-1.0, 1.0), 1.0);
    for (const double x : {from, to})
      for (const double y : {-half.y(), half.y()})
        points.push_back(at(below, brick, {x, y, z}, normal.normalized()));
  };
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < columns; ++k) {
      const int brick = static_cast<int>(bodies.size());
      const double x = middle(row, k).x();
      const double z = 2.0 * half.z() * row;
      bodies.push_back(box_body(half, 2.0, middle(row, k)));
      if (row == 0) rest_on(kGround, brick, x - half.x(), x + half.x(), z);
      for (int l = 0; row > 0 && l < columns; ++l) {
        const double other = middle(row - 1, l).x();
        const double from = std::max(x, other) - half.x();
        const double to = std::min(x, other) + half.x();
        if (from < to) rest_on((row - 1) * columns + l, brick, from, to, z);
      }
    }
  }
  const int struck = (rows / 2) * columns + columns / 2;
  const int ball = static_cast<int>(bodies.size());
  const Vector3 place = bodies[struck].com + Vector3(0.03, half.y(), 0.01);
  bodies.push_back({2.0, 0.005 * Matrix3::Identity(), place + Vector3(0.0, 0.08, 0.0)});
  points.push_back(at(struck, ball, place, Vector3::UnitY()));
  for (ScenePoint& point : points) point.properties.friction = mu;
  return contact_set(bodies, points);
}

}  // namespace rigor::testing
