// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/axis.hpp>
#include <rigor/certify/motion_bounds.hpp>

namespace rigor {

/// How far an axis is followed: until what is left of its room is at most `tolerance` metres or the
/// part `rest` of what it has at `from`. It fails about at `expected` (s; any guess will do).
struct MarchGoal {
  double from = 0.0;
  double expected = 0.0;
  double tolerance = 0.0;
  double rest = 0.0;
  const PairPose* start = nullptr;  ///< the path's own pose at `from`, if it is at hand
};

/// As `prove`, without any product of models: the gaps that the axis must keep positive are sampled
/// in doubles with bounded rounding, and between samples bounded second derivatives keep them from
/// crossing zero. Proves less than `prove` where gaps start at zero or graze it, or edges are
/// nearly parallel; what it proves needs a few samples only. World planes must be anchored. The
/// poses are those of `bounds`.
AxisProof march(const PairMotion& pair, const PairBounds& bounds, const Axis& axis,
                const MarchGoal& goal);

}  // namespace rigor
