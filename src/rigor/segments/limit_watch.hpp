// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/collocation.hpp>
#include <rigor/segments/watch.hpp>

namespace rigor {

/// Shortens `end` to the first instant at which a joint comes to a limit (Limit) or leaves the band
/// at one that holds it (BandExit), both proved on the polynomials of the joints.
void find_limit_exits(const World& world, const Mode& mode, const Trajectory& trajectory,
                      SegmentEnd& end);

}  // namespace rigor
