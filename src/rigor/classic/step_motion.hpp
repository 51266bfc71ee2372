// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

/// Where a body is t seconds after X_WB if its coordinates move along a straight line: x + t v and
/// q + t q̇, the quaternion normalised. This is the motion of line 2 of [TR alg:ts].
///
/// It turns about the fixed axis ω by the angle θ(t) = 2 atan(|ω| t / 2). So θ̇ <= |ω| and
/// |θ̈| <= |ω|³ t / 2, which is all that the bounds of this room use.
Pose moved_straight(const Pose& X_WB, const Twist& V_WB, double t);

/// The world vector r of a body that turns so, after t seconds.
Vector3 turned_straight(const Vector3& w_WB, double t, const Vector3& r_W);

}  // namespace rigor
