// SPDX-License-Identifier: Apache-2.0
// Contact problems of steps for the tests: boxes on the ground and on each other.
#pragma once

#include <rigor/random.hpp>
#include <rigor/solvers/cone_problem.hpp>

namespace rigor::cone_problems {

using Vector3 = Eigen::Vector3d;

inline ConeContact::Rows rows_at(const Vector3& r, double sign) {
  ConeContact::Rows rows;
  const Vector3 directions[] = {Vector3::UnitZ(), Vector3::UnitX(), Vector3::UnitY()};
  for (int i = 0; i < 3; ++i)
    rows.row(i) << sign * directions[i].transpose(), sign * r.cross(directions[i]).transpose();
  return rows;
}

/// A cube of the given mass and half width.
inline void add_cube(ConeProblem& problem, double mass, double half,
                     const ConeProblem::Velocity& u) {
  ConeProblem::Block M = ConeProblem::Block::Identity() * mass;
  M.bottomRightCorner<3, 3>() *= 2.0 / 3.0 * half * half;
  problem.mass.push_back(M);
  problem.inverse_mass.push_back(M.inverse());
  problem.u_star.push_back(u);
}

/// The four lower corners of cube `block` on cube `below` (-1: the ground), all half width `half`.
inline void add_corners(ConeProblem& problem, int below, int block, double half, double friction) {
  for (int i = 0; i < 4; ++i) {
    const Vector3 r((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, -half);
    ConeContact contact;
    contact.blocks = {below, block};
    contact.rows[1] = rows_at(r, 1.0);
    if (below >= 0) contact.rows[0] = rows_at({r.x(), r.y(), half}, -1.0);
    contact.friction = friction;
    problem.contacts.push_back(contact);
  }
}

/// A tower of cubes after one step of gravity.
inline ConeProblem tower(int cubes, double friction) {
  ConeProblem problem;
  ConeProblem::Velocity u = ConeProblem::Velocity::Zero();
  u[2] = -0.0981;
  for (int i = 0; i < cubes; ++i) {
    add_cube(problem, 1.0, 0.05, u);
    add_corners(problem, i - 1, i, 0.05, friction);
  }
  prepare(problem);
  return problem;
}

}  // namespace rigor::cone_problems
