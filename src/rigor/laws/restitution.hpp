// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <rigor/laws/phase.hpp>

namespace rigor {

/// The expansion phase of a law: what follows from the velocity after compression if each contact i
/// gives at least the normal impulse least[i].
using Expand = std::function<Phase(const Phase& compression, const Eigen::VectorXd& least)>;

/// Adds restitution to a compression phase (Poisson: e_i times the compression impulse) and reports
/// the whole impact. If that would raise the kinetic energy, all e_i are multiplied by a factor for
/// which it does not, found by bisection. The work of drives is no gain.
///
/// The convex laws never need the factor (with drives: if one velocity v0 of all bodies would hold
/// every contact, which is then the frame for what follows; otherwise the factor decides). With K =
/// {N u >= 0, T u = 0 where contacts grip}, v1 the velocity after compression and p its normal
/// impulses, the velocity after expansion is P_K(y), y = v1 + Σ e_i p_i M⁻¹ N_i'. For a unit u in
/// K: <u, y>_M = <u, v1> + Σ e_i p_i (N u)_i <= <u, v1> + Σ p_i (N u)_i = <u, 2 v1 - v⁻> <= |2 v1 -
/// v⁻| = |v⁻|, as v1 is orthogonal to v1 - v⁻; and |P_K(y)| is the largest such <u, y>.
Impact with_restitution(const ContactSet& set, const Eigen::VectorXd& v_minus,
                        const Phase& compression, const Expand& expand);

}  // namespace rigor
