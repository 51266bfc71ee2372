// SPDX-License-Identifier: Apache-2.0
// How the impulse of a compression is split over contacts whose rows depend on each other. The
// motion after the compression does not depend on it; restitution, which gives back a part of each
// contact's normal impulse, may.
#pragma once

#include <rigor/laws/phase.hpp>

namespace rigor {

/// Whether the motion after restitution depends on how the compression impulse is split over
/// dependent rows: some z in the null space of [N_a; T_grip]' changes Σ e_i z_i M⁻¹ N_i'.
bool split_matters(const ContactSet& set, const Eigen::VectorXd& v_minus, const Phase& compression);

/// The same total impulse on every body with the least Σ p² + Σ τ², p >= 0, inside the friction
/// cones of laws that have them: a unique split, whatever the solver found. Only contacts that
/// touch at the end of the phase or carry impulse take part. Friction of sliding contacts goes with
/// their load, or stays as it is. A cone is approached by planes that touch it where the last
/// answer left it. The phase stays as it was if that finds no answer.
Phase least_norm_split(const ContactSet& set, const Eigen::VectorXd& v_minus,
                       const Phase& compression);

}  // namespace rigor
