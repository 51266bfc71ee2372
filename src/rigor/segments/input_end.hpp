// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/collocation.hpp>
#include <rigor/segments/watch.hpp>

namespace rigor {

/// A step of a mode in which motors and joints with dry friction do what they did at its start.
struct DrivenStep {
  const ModeMotion& motion;
  const Collocation& step;
  double length = 0.0;  ///< s
};

/// Shortens `end` to where a motor comes to its limit or leaves it, a joint with dry friction
/// stops, or takes more than its friction to be held. Located by the roots of polynomials through
/// the nodes; such an end is an `Input`.
void find_input_ends(const DrivenStep& driven, SegmentEnd& end);

}  // namespace rigor
