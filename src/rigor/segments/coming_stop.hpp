// SPDX-License-Identifier: Apache-2.0
// When a slip will stop, and whether it turns on the way.
#pragma once

#include <limits>

#include <rigor/motion/mode_motion.hpp>

namespace rigor {

/// The stop of a slip. A slip that turns while it stops is not smooth there: with v the slip,
/// v = |v| e and |v| = c (T - t), the rate of e is f(e) / |v|, so e approaches its last direction
/// as a power of T - t that need not be whole. No polynomial crosses T; steps that stay before it
/// by a fixed part of what is left are short, but each is exact.
struct ComingStop {
  double time = std::numeric_limits<double>::infinity();  ///< s, from now
  double turn = 0.0;  ///< its acceleration across its direction, beside that against it
};

/// The soonest stop of a mode's slips by their present accelerations; those that set out just now,
/// or are no faster than `least` (m/s), are left out.
ComingStop coming_stop(const ModeMotion& motion, const Cluster& cluster, double least);

}  // namespace rigor
