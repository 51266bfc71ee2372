// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/solvers/cone_matrix.hpp>

namespace rigor {
namespace {

std::vector<std::pair<int, int>> edges_of(const ConeProblem& problem) {
  std::vector<std::pair<int, int>> edges;
  for (const ConeContact& contact : problem.contacts)
    if (contact.blocks[0] >= 0 && contact.blocks[1] >= 0)
      edges.emplace_back(contact.blocks[0], contact.blocks[1]);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

std::vector<int> tree_offsets(const ConeProblem& problem) {
  std::vector<int> offsets{0};
  for (const ConeTree& tree : problem.trees)
    offsets.push_back(offsets.back() + static_cast<int>(tree.u_star.size()));
  return offsets;
}

}  // namespace

ConeMatrix::ConeMatrix(const ConeProblem& problem)
    : problem_(problem),
      offsets_(tree_offsets(problem)),
      matrix_(static_cast<int>(problem.mass.size()), edges_of(problem), offsets_.back()) {}

void ConeMatrix::clear() {
  matrix_.clear();
  for (std::size_t i = 0; i < problem_.mass.size(); ++i)
    matrix_.add_diagonal(static_cast<int>(i), problem_.mass[i]);
  for (std::size_t i = 0; i < problem_.trees.size(); ++i)
    matrix_.add_corner(offsets_[i], offsets_[i], problem_.trees[i].mass);
}

void ConeMatrix::add(const ConeContact& contact, const Eigen::Matrix3d& weight) {
  std::array<ConeContact::Rows, 2> weighted;
  for (int side = 0; side < 2; ++side) {
    const int block = contact.blocks[side];
    if (block < 0) continue;
    weighted[side].noalias() = weight * contact.rows[side];
    matrix_.add_diagonal(block, contact.rows[side].transpose() * weighted[side]);
  }
  const auto& [a, b] = contact.blocks;
  if (a >= 0 && b >= 0) matrix_.add(a, b, contact.rows[0].transpose() * weighted[1]);
  for (const TreePart& part : contact.parts) {
    const int first = offsets_[part.tree];
    const Eigen::MatrixXd along = weight * part.rows;
    for (int side = 0; side < 2; ++side)
      if (contact.blocks[side] >= 0)
        matrix_.add_border(contact.blocks[side], first, contact.rows[side].transpose() * along);
    for (const TreePart& other : contact.parts)
      matrix_.add_corner(offsets_[other.tree], first, other.rows.transpose() * along);
  }
}

void ConeMatrix::add(const BoundedRow& row, double weight) {
  matrix_.add_corner(place(row), place(row), Eigen::MatrixXd::Constant(1, 1, weight));
}

ConeVelocities ConeMatrix::momentum(const ConeVelocities& u) const {
  ConeVelocities product{u.bodies, u.trees};
  for (std::size_t i = 0; i < problem_.mass.size(); ++i)
    product.bodies[i].noalias() = problem_.mass[i] * u.bodies[i];
  for (std::size_t i = 0; i < problem_.trees.size(); ++i) {
    const Eigen::MatrixXd& mass = problem_.trees[i].mass;
    product.trees.segment(offsets_[i], mass.rows()).noalias() =
        mass * u.trees.segment(offsets_[i], mass.rows());
  }
  return product;
}

ConeVelocities ConeMatrix::start() const {
  ConeVelocities u{problem_.u_star, Eigen::VectorXd(offsets_.back())};
  for (std::size_t i = 0; i < problem_.trees.size(); ++i)
    u.trees.segment(offsets_[i], problem_.trees[i].u_star.size()) = problem_.trees[i].u_star;
  return u;
}

void add_tree_speeds(const ConeMatrix& matrix, const std::vector<TreePart>& parts,
                     const ConeVelocities& u, Eigen::Vector3d& y) {
  for (const TreePart& part : parts)
    y.noalias() += part.rows * u.trees.segment(matrix.offset(part.tree), part.rows.cols());
}

void add_tree_force(const ConeMatrix& matrix, const std::vector<TreePart>& parts,
                    const Eigen::Vector3d& force, ConeVelocities& sum) {
  for (const TreePart& part : parts)
    sum.trees.segment(matrix.offset(part.tree), part.rows.cols()).noalias() +=
        part.rows.transpose() * force;
}

Eigen::Vector3d speeds_by(const ConeMatrix& matrix, const ConeContact& contact,
                          const ConeVelocities& u) {
  Eigen::Vector3d y = Eigen::Vector3d::Zero();
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      y.noalias() += contact.rows[side] * u.bodies[contact.blocks[side]];
  add_tree_speeds(matrix, contact.parts, u, y);
  return y;
}

void add_force(const ConeMatrix& matrix, const ConeContact& contact, const Eigen::Vector3d& force,
               ConeVelocities& sum) {
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      sum.bodies[contact.blocks[side]].noalias() += contact.rows[side].transpose() * force;
  add_tree_force(matrix, contact.parts, force, sum);
}

}  // namespace rigor
