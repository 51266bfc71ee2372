// SPDX-License-Identifier: Apache-2.0
// Which bodies come to rest at an event.
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// Whether a body of the pair follows a path that has not come to its end.
bool follows_path(const World& world, const PairId& pair);

/// The accelerations `a` of bodies at rest without what rounding leaves of them along what the mode
/// keeps. Each force is known to rounding of the load it carries, so high in a stack the errors of
/// all contacts below add up; but contacts that stay give no acceleration there, whatever the load.
Eigen::VectorXd kept_accelerations(const World& world, const Cluster& cluster, const Mode& mode,
                                   const Eigen::VectorXd& a);

/// Notes the bodies that have neither speed nor acceleration, and takes what is left of their
/// speed. Trees rest as a whole; bodies on driven ones do not rest before those do, nor bodies
/// under forces that still change.
void find_rest(const World& world, const Eigen::VectorXd& a, ResolvedEvent& out);

}  // namespace rigor
