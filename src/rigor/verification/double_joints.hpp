// SPDX-License-Identifier: Apache-2.0
// That a joint is closed, in doubles with bounds: the first, cheap stage of its proof. Orientations
// are rotation / norm with norm = |q|², which is 1 to about 1e-10: with |norm - 1| <= e < 1 on the
// whole span, |x / norm - x| <= |x| e / (1 - e), so that no polynomial need be divided or
// multiplied by a norm, and degrees stay below the largest. What cannot be told so is left to
// integers.
#pragma once

#include <rigor/verification/double_motion.hpp>

namespace rigor::verification {

/// The motion of the world itself.
DoubleMotion double_resting();

/// A joint on a span. `begin`: the child where its first segment starts, for joints that keep their
/// orientation. A joint of the world has `parent` at rest.
struct DoubleLink {
  const DoubleMotion& parent;
  const DoubleMotion& child;
  const DoubleMotion& begin;
  bool on_world = false;
};

/// True only if the joint is proved closed to `tolerance` (m, rad) on all of the span; revolute and
/// spherical joints, on the world also prismatic and planar ones.
bool proves_closed(const trace::Joint& joint, const DoubleLink& link, double tolerance);

}  // namespace rigor::verification
