// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Joints may be open by this much: metres for anchors, radians (as the length of the difference of
/// unit vectors) for axes, either for limits.
inline constexpr double kJointTolerance = 1e-9;

/// Joint and Limit for every joint and all t. Orientation that a joint fixes but does not describe
/// (fixed and prismatic joints) is compared with that at the start.
void check_joints(const Subject& subject, Work& work, Report& report);

}  // namespace rigor::verification
