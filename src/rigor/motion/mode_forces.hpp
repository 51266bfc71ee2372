// SPDX-License-Identifier: Apache-2.0
// What the forces of a solved mode do to bodies, to joints and to the energy.
#pragma once

#include <rigor/motion/mode_solution.hpp>

namespace rigor {

/// The part of the accelerations that the contacts which slide give.
Eigen::VectorXd slip_accelerations(const ModeSolution& solution);

/// What driven bodies, belts and given forces do per second on the bodies, watts.
double supplied_power(const ModeSolution& solution);

/// What contacts push the bodies with, about their origins, world axes, one per body. Limits of
/// joints are no such pushes.
std::vector<Vector6> contact_wrenches(const ModeSolution& solution);

/// What dry friction gives to hold joints of the tree whose first link has this place: see the
/// function of that name in tree.hpp; with the wrenches of contact_wrenches().
Eigen::VectorXd holding_efforts(const ModeSolution& solution, int place,
                                const std::vector<Vector6>& wrenches);

}  // namespace rigor
