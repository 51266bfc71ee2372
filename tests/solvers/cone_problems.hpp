// SPDX-License-Identifier: Apache-2.0
// Contact problems of steps for the tests: boxes on the ground and on each other.
#pragma once

#include <Eigen/LU>

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

/// The same problem with the first bodies as one tree, and the rest as bodies.
inline ConeProblem with_tree_of(const ConeProblem& problem, int bodies) {
  ConeProblem out;
  const Eigen::Index size = 6 * bodies;
  ConeTree tree{Eigen::MatrixXd::Zero(size, size), {}, Eigen::VectorXd(size)};
  for (int i = 0; i < bodies; ++i) {
    tree.mass.block<6, 6>(6 * i, 6 * i) = problem.mass[i];
    tree.u_star.segment<6>(6 * i) = problem.u_star[i];
  }
  tree.inverse_mass = tree.mass.inverse();
  out.trees.push_back(tree);
  out.mass.assign(problem.mass.begin() + bodies, problem.mass.end());
  out.inverse_mass.assign(problem.inverse_mass.begin() + bodies, problem.inverse_mass.end());
  out.u_star.assign(problem.u_star.begin() + bodies, problem.u_star.end());
  for (ConeContact contact : problem.contacts) {
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3, size);
    bool in_tree = false;
    for (int side = 0; side < 2; ++side) {
      const int block = contact.blocks[side];
      contact.blocks[side] = block >= bodies ? block - bodies : -1;
      if (block < 0 || block >= bodies) continue;
      rows.middleCols<6>(6 * block) += contact.rows[side];
      contact.rows[side].setZero();
      in_tree = true;
    }
    if (in_tree) contact.parts.push_back({0, rows});
    out.contacts.push_back(contact);
  }
  prepare(out);
  return out;
}

/// A rotor of the inertia m at the speed v.
inline ConeProblem rotor(double m, double v) {
  ConeProblem problem;
  problem.trees.push_back({Eigen::MatrixXd::Constant(1, 1, m),
                           Eigen::MatrixXd::Constant(1, 1, 1.0 / m),
                           Eigen::VectorXd::Constant(1, v)});
  return problem;
}

}  // namespace rigor::cone_problems
