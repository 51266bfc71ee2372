// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/mode_solution.hpp>
#include <rigor/motion/motion_nodes.hpp>

namespace rigor {

/// Where sweeps over `length` seconds begin: the accelerations of the start, at which the mode is
/// solved, stay as they are; those of free bodies turn with the plane that they lie or slide on.
MotionNodes first_guess(const ModeSolution& mode, std::span<const BodyState> start, double length,
                        const LobattoNodes& nodes);

}  // namespace rigor
