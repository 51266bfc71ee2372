// SPDX-License-Identifier: Apache-2.0
// The velocities of one step under contacts with friction, as plain linear algebra. Find u and λ:
//
//   M (u - u*) = J'λ                       balance of momentum, M of blocks of six (bodies) or of
//                                          any size (trees: the joints of a mechanism)
//   y = J u + offset                       three relative speeds per contact: normal, two tangents
//   y_n >= 0,  λ_n >= ℓ,  y_n (λ_n - ℓ) = 0
//   and, per contact, one rule for λ_t: |λ_t| <= μ λ_n, opposite to y_t where it slides (Cone);
//   y_t = 0 (Held); λ_t = -c y_t (Drag).
//
// With the shift of de Saxcé, s = (μ |y_t|, 0, 0), each rule says that λ is the point of a convex
// set C that is nearest to λ - r (y + s), for any r > 0; `admissible` is that map and the residual
// is by how much it moves λ. Single velocities of trees may have a bounded impulse besides: a
// motor with a limit, dry friction.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <Eigen/Core>

namespace rigor {

/// What ties the tangential force of a contact.
enum class Tangent : std::uint8_t { Cone, Held, Drag };

/// Rows of a contact over the velocities of a tree.
struct TreePart {
  int tree = 0;
  Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor> rows;
  Eigen::Matrix<double, Eigen::Dynamic, 3> response{};  ///< M⁻¹ rows', by `prepare`
};

/// One contact: rows over at most two blocks. `offset` holds what bodies outside the problem add to
/// the speeds, less the normal speed that is asked for.
struct ConeContact {
  using Rows = Eigen::Matrix<double, 3, 6, Eigen::RowMajor>;
  using Response = Eigen::Matrix<double, 6, 3>;

  std::array<int, 2> blocks{-1, -1};  ///< -1: none on that side
  std::array<Rows, 2> rows{Rows::Zero(), Rows::Zero()};
  std::vector<TreePart> parts{};  ///< where a side is a tree; one if both are the same
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< m/s
  Tangent tangent = Tangent::Cone;
  double friction = 0.0;  ///< μ, of Cone
  double drag = 0.0;      ///< c times the duration of the step, N s²/m, of Drag
  double least = 0.0;     ///< ℓ, N s

  // What `prepare` adds.
  std::array<Response, 2> responses{Response::Zero(), Response::Zero()};  ///< M⁻¹ rows'
  Eigen::Matrix3d compliance = Eigen::Matrix3d::Zero();                   ///< J M⁻¹ J', 1/kg
  double normal_compliance = 0.0;   ///< zero: nothing of it can move
  double largest_compliance = 0.0;  ///< largest eigenvalue of its tangential block
};

/// A block of any size.
struct ConeTree {
  Eigen::MatrixXd mass;
  Eigen::MatrixXd inverse_mass;
  Eigen::VectorXd u_star;
};

/// A velocity v of a tree with an impulse of its own, λ = -c (v + offset), but at most ±most: the
/// motor with a limit. With c infinite v + offset = 0 as long as |λ| < most: dry friction.
struct BoundedRow {
  int tree = 0;
  int velocity = 0;
  double offset = 0.0;
  double most = 0.0;
  double drag = std::numeric_limits<double>::infinity();  ///< c
  double compliance = 0.0;                                ///< of v, by `prepare`
};

/// The λ of the row that λ = -c z, z = (λ - x)/r gives, within its bounds.
inline double admissible(const BoundedRow& row, double x, double r) {
  const double slope = std::isinf(row.drag) ? 1.0 : row.drag / (r + row.drag);
  return std::clamp(slope * x, -row.most, row.most);
}

struct ConeProblem {
  using Block = Eigen::Matrix<double, 6, 6>;
  using Velocity = Eigen::Matrix<double, 6, 1>;

  std::vector<Block> mass;
  std::vector<Block> inverse_mass;
  std::vector<Velocity> u_star;
  std::vector<ConeContact> contacts;
  std::vector<ConeTree> trees{};
  std::vector<BoundedRow> bounded{};
};

/// A velocity with the impulses that lead to it: u = u* + M⁻¹J'λ to rounding, always.
struct ConeState {
  std::vector<ConeProblem::Velocity> u;
  std::vector<Eigen::Vector3d> impulses;
  std::vector<Eigen::VectorXd> trees{};  ///< velocities
  std::vector<double> efforts{};         ///< impulses of the bounded rows
};

/// Fills in what contacts derive from rows and masses.
void prepare(ConeProblem& problem);

/// The state with these impulses of the contacts and of the bounded rows; without: none acts.
ConeState state_with(const ConeProblem& problem, std::vector<Eigen::Vector3d> impulses,
                     const std::vector<double>& efforts = {});
ConeState state_at_start(const ConeProblem& problem);

/// What the trees of the contact add to y, and what its impulse does to them.
void add_tree_speeds(const ConeContact& contact, const ConeState& state, Eigen::Vector3d& y);
void push_trees(const ConeContact& contact, const Eigen::Vector3d& change, ConeState& state);

/// y of the contact.
inline Eigen::Vector3d speeds(const ConeContact& contact, const ConeState& state) {
  Eigen::Vector3d y = contact.offset;
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      y.noalias() += contact.rows[side] * state.u[contact.blocks[side]];
  if (!contact.parts.empty()) add_tree_speeds(contact, state, y);
  return y;
}

/// v + offset of the bounded row.
inline double speed(const BoundedRow& row, const ConeState& state) {
  return state.trees[row.tree][row.velocity] + row.offset;
}

/// Adds `change` to the impulse of contact `index`, and its effect to the velocities.
inline void push(const ConeProblem& problem, int index, const Eigen::Vector3d& change,
                 ConeState& state) {
  const ConeContact& contact = problem.contacts[index];
  state.impulses[index] += change;
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      state.u[contact.blocks[side]].noalias() += contact.responses[side] * change;
  if (!contact.parts.empty()) push_trees(contact, change, state);
}

/// The same for bounded row `index`.
inline void push_bounded(const ConeProblem& problem, int index, double change, ConeState& state) {
  const BoundedRow& row = problem.bounded[index];
  state.efforts[index] += change;
  state.trees[row.tree].noalias() +=
      change * problem.trees[row.tree].inverse_mass.col(row.velocity);
}

/// x, its tangential part cut to the given length.
inline Eigen::Vector3d with_tangent_below(Eigen::Vector3d x, double most) {
  const double length = x.tail<2>().norm();
  if (length > most) x.tail<2>() *= most / length;
  return x;
}

/// The point of the cone |x_t| <= μ x_n nearest to x.
inline Eigen::Vector3d on_cone(const Eigen::Vector3d& x, double friction) {
  const double slip = x.tail<2>().norm();
  if (slip <= friction * x[0]) return x;
  if (friction * slip <= -x[0]) return Eigen::Vector3d::Zero();
  const double normal = (x[0] + friction * slip) / (1.0 + friction * friction);
  Eigen::Vector3d nearest;
  nearest << normal, (friction * normal / slip) * x.tail<2>();
  return nearest;
}

/// The point of C nearest to x (for Drag: what λ = -c z, z = (λ - x)/r gives). Zero friction is the
/// frictionless contact.
inline Eigen::Vector3d admissible(const ConeContact& contact, const Eigen::Vector3d& x, double r) {
  Eigen::Vector3d nearest = x;
  nearest[0] = std::max(x[0], contact.least);
  if (contact.tangent == Tangent::Held) return nearest;
  if (contact.tangent == Tangent::Drag) {
    nearest.tail<2>() *= contact.drag / (r + contact.drag);
    return nearest;
  }
  const Eigen::Vector3d on = on_cone(x, contact.friction);
  if (on[0] >= contact.least) return on;
  nearest[0] = contact.least;
  return with_tangent_below(nearest, contact.friction * contact.least);
}

/// y + s of the contact.
inline Eigen::Vector3d shifted(const ConeContact& contact, const Eigen::Vector3d& y) {
  Eigen::Vector3d sum = y;
  if (contact.tangent == Tangent::Cone) sum[0] += contact.friction * y.tail<2>().norm();
  return sum;
}

/// Largest over the contacts of |λ - admissible(λ - r (y + s))| / r with r = 1 / (n M⁻¹ n'), m/s:
/// how far the state is from a solution of the problem as given. Infinite if it is no number.
double residual(const ConeProblem& problem, const ConeState& state);

/// ½ u'M u, J.
double kinetic_energy(const ConeProblem& problem, const ConeState& state);

}  // namespace rigor
