// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <rigor/motion/collocation.hpp>

namespace rigor {

/// Whether contacts on one plane can carry a given force without pulling is a question about the
/// total force only, however many contacts share it: the centre of pressure must stay inside their
/// convex hull, i.e. the moment of the normal forces about every edge of the hull must not be
/// negative. Each such moment, divided by the width of the hull from that edge, is one smooth
/// function of time: a lift function, in newtons. For one contact it is its normal force.
struct LiftFunction {
  PairId pair;              ///< the half-space and the body; pieces share the functions
  Eigen::VectorXd weights;  ///< of the multipliers of the mode's rows
};

/// The lift functions of a mode on half-spaces. Distances within a plane do not change while the
/// mode lasts, so neither do the weights.
std::vector<LiftFunction> lift_functions(const ModeMotion& motion, const Cluster& cluster,
                                         const std::vector<ActiveContact>& contacts);

/// The convex hull of points in the plane, counter-clockwise, as indices; collinear points give
/// their two ends, equal points one.
std::vector<int> hull_of(const std::vector<Eigen::Vector2d>& points);

}  // namespace rigor
