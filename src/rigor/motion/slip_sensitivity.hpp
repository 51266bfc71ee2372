// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/mode_solution.hpp>

namespace rigor {

/// How the acceleration of a sliding mode answers to a small change of velocity through the
/// direction of slip at one point: da = gain response (across·dv). This is what makes slow slip
/// stiff.
struct SlipSensitivity {
  TreeRow across;       ///< transverse slip speed as a row over the unknowns; without responses
  double driven = 0.0;  ///< what driven bodies and belts add to that speed, m/s
  Eigen::VectorXd response;  ///< acceleration of all bodies to a unit transverse force
  double gain = 0.0;         ///< -μ λ / |slip|, signed; N s/m
};

/// Whether responses are asked of the solved mode, or stay those of an instant nearby: Newton's
/// step only goes a little less far by them.
enum class Responses : std::uint8_t { Renewed, Kept };

/// One per force of the solved mode that slips, in `out`, whose memory is used again.
void set_sensitivities(const ModeSolution& solution, std::vector<SlipSensitivity>& out,
                       Responses responses = Responses::Renewed);

}  // namespace rigor
