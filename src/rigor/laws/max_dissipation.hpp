// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/impact.hpp>

namespace rigor {

/// An impact under the principle of maximum dissipation (Drumwright and Shell 2010): over impulses
/// with p >= 0, |τ_i| <= μ_i p_i, Σ p_i <= κ and N v >= 0 the one that leaves the least kinetic
/// energy; κ is the total normal impulse of the frictionless impact. A convex problem: v is unique.
///
/// The circular cone is approached from inside: at each contact four fixed directions and three in
/// a window around the direction that dissipates most, which moves and narrows from round to round;
/// each round is a convex quadratic program solved as a linear complementarity problem, and its
/// answer polished on the circular cone (least_energy.hpp). Solved: the optimality conditions of
/// the circular cone hold to 1e-10, which is the residual reported. Restitution: e_i p_i on top,
/// with the cone of the whole expansion impulse.
/// @pre no contact has a drive.
Impact resolve_max_dissipation_impact(const ContactSet& set, const Eigen::VectorXd& v_minus);

}  // namespace rigor
