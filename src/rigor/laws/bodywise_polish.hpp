// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// What polish() does, by the speed of slips, in the space of the bodies: W = G'G must be known.
///
/// With y = G dr the bodies' answer to a change of impulses, u changes by G'y. The unknowns z are
/// the changes of impulses that a mode leaves open: three of a contact that sticks, the normal one
/// of one that slips; its friction then follows, dr_t = -(r_t + μ r_n s) - μ s dr_n - (μ r_n/|u_t|)
/// (1 - s s') du_t. So (1 + K) y = P z + q, where K = Σ (μ r_n/|u_t|) G_t (1 - s s') G_t' is how
/// friction holds back what would turn the slip. The modes ask for C y = c. Only as many of these
/// rows count as bodies can answer to; the shortest z that meets those is taken.
std::optional<Eigen::VectorXd> bodywise_polish(const FrictionProblem& problem,
                                               const std::vector<FrictionMode>& modes,
                                               const Eigen::VectorXd& start);

/// The directions of impulses that the modes leave open, as columns over all impulses: those of a
/// contact that sticks, and the normal with its friction of one that slips along u.
Eigen::MatrixXd open_impulses(const FrictionProblem& problem,
                              const std::vector<FrictionMode>& modes, const Eigen::VectorXd& r,
                              const Eigen::VectorXd& u);

}  // namespace rigor
