// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/solvers/cone_lanes.hpp>

namespace rigor {
namespace {

using Vector3 = Eigen::Vector3d;
using Four = ConeLanes::Four;
using Threefold = ConeLanes::Threefold;

/// Added to lengths that are divided by.
constexpr double kNoLength = std::numeric_limits<double>::min();

Four length_of(const Four& x, const Four& y) { return (x.square() + y.square()).sqrt(); }

/// x -> θ times the nearest admissible impulse.
void to_cone(const ConeLanes& at, double theta, Threefold& x) {
  const Four& mu = at.friction;
  const Four slip = length_of(x[1], x[2]);
  const Four on = (x[0] + mu * slip) * at.flatness;
  const Four normal = x[0].max(on).max(at.least);
  const Four cut = theta * (mu * normal / (slip + kNoLength)).min(1.0);
  x = {theta * normal, cut * x[1], cut * x[2]};
}

void set_lane(const Vector3& value, int i, Threefold& of) {
  for (int k = 0; k < 3; ++k) of[k][i] = value[k];
}

/// `advance` of a contact with any rule.
void advance_one(const ConeContact& contact, int i, const ConeRound& round, ConeLanes& lanes,
                 ConeMisses& misses) {
  const double r = lanes.penalty[i];
  const Vector3 y = lane(lanes.y, i);
  const Vector3 impulse = lane(lanes.impulse, i);
  const Vector3 old = lane(lanes.z, i);
  const Vector3 there = shifted(contact, y);
  const Vector3 beyond = round.relaxation * there + (1.0 - round.relaxation) * old;
  const Vector3 next = round.theta * admissible(contact, impulse - r * beyond, r);
  const Vector3 z = beyond + (next - impulse) / r;
  misses.primal = std::max(misses.primal, (z - there).lpNorm<Eigen::Infinity>());
  misses.dual = std::max(misses.dual, (z - old).lpNorm<Eigen::Infinity>());
  lanes.shift[i] = there[0] - y[0];
  set_lane(next, i, lanes.impulse);
  set_lane(z, i, lanes.z);
}

}  // namespace

void advance(const ConeRound& round, ConeLanes& at, ConeMisses& misses) {
  at.shift = at.friction * length_of(at.y[1], at.y[2]);
  const Threefold there{at.y[0] + at.shift, at.y[1], at.y[2]};
  Threefold y;
  Threefold next;
  for (int k = 0; k < 3; ++k) {
    y[k] = round.relaxation * there[k] + (1.0 - round.relaxation) * at.z[k];
    next[k] = at.impulse[k] - at.penalty * y[k];
  }
  to_cone(at, round.theta, next);
  Four primal = Four::Zero();
  Four dual = Four::Zero();
  for (int k = 0; k < 3; ++k) {
    const Four z = y[k] + (next[k] - at.impulse[k]) * at.inverse_penalty;
    primal = primal.max((z - there[k]).abs());
    dual = dual.max((z - at.z[k]).abs());
    at.impulse[k] = next[k];
    at.z[k] = z;
  }
  misses.primal = std::max(misses.primal, primal.maxCoeff());
  misses.dual = std::max(misses.dual, dual.maxCoeff());
}

void ConeGroup::add(const ConeProblem& problem, int contact, const ConeState& state, double alpha) {
  const ConeContact& added = problem.contacts[contact];
  const Vector3& impulse = state.impulses[contact];
  const double r = alpha / added.normal_compliance;
  const Vector3 y = speeds(added, state);
  Vector3 z = shifted(added, y);
  const int i = count++;
  contacts[i] = &added;
  index[i] = contact;
  blocks[i] = added.blocks;
  rows[i] = added.rows;
  cones = cones && added.tangent == Tangent::Cone;
  trees = trees || !added.parts.empty();
  lanes.shift[i] = z[0] - y[0];
  lanes.friction[i] = added.friction;
  lanes.flatness[i] = 1.0 / (1.0 + added.friction * added.friction);
  lanes.least[i] = added.least;
  z += (admissible(added, impulse - r * z, r) - impulse) / r;
  set_lane(added.offset, i, lanes.offset);
  set_lane(impulse, i, lanes.impulse);
  set_lane(z, i, lanes.z);
}

void ConeGroup::set_penalties(double alpha) {
  for (int i = 0; i < count; ++i) lanes.penalty[i] = alpha / contacts[i]->normal_compliance;
  lanes.inverse_penalty = lanes.penalty.inverse();
}

void ConeGroup::advance(const ConeRound& round, const ConeMatrix& matrix, const ConeVelocities& u,
                        ConeMisses& misses) {
  for (int i = 0; i < count; ++i) {
    Vector3 y = lane(lanes.offset, i);
    for (int side = 0; side < 2; ++side)
      if (blocks[i][side] >= 0) y.noalias() += rows[i][side] * u.bodies[blocks[i][side]];
    if (trees) add_tree_speeds(matrix, contacts[i]->parts, u, y);
    set_lane(y, i, lanes.y);
  }
  if (cones) return rigor::advance(round, lanes, misses);
  for (int i = 0; i < count; ++i) advance_one(*contacts[i], i, round, lanes, misses);
}

void ConeGroup::add_pulls(const ConeMatrix& matrix, ConeVelocities& sum) const {
  Threefold pull = lanes.z;
  pull[0] -= lanes.shift;
  for (int k = 0; k < 3; ++k)
    pull[k] = lanes.impulse[k] + lanes.penalty * (pull[k] - lanes.offset[k]);
  for (int i = 0; i < count; ++i) {
    const Vector3 force = lane(pull, i);
    for (int side = 0; side < 2; ++side)
      if (blocks[i][side] >= 0)
        sum.bodies[blocks[i][side]].noalias() += rows[i][side].transpose() * force;
    if (trees) add_tree_force(matrix, contacts[i]->parts, force, sum);
  }
}

}  // namespace rigor
