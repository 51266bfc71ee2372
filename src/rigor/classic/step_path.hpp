// SPDX-License-Identifier: Apache-2.0
// The motion of one step as segments of a trace.
#pragma once

#include <vector>

#include <rigor/classic/algorithm_one.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Steps longer than this over the angular speed are published as several segments: along one
/// straight line of quaternions |q|² = 1 + (|ω| t/2)² must stay below 2.
inline constexpr double kMostTurn = 1.9;

/// One stretch of a step: one segment for each body that moves.
struct StepStretch {
  trace::Time start;
  trace::Time end;
  std::vector<trace::Segment> segments;  ///< in the order of bodies; index and reason are not set
};

/// The step from `start`: free bodies on paths of degree 1, x + t v and q + t q̇ (scaled to length 1
/// where a stretch begins, which changes no rotation); links on polynomials through their poses at
/// the nodes of each stretch, since straight joint coordinates do not move links straight, the less
/// where loops are closed on the way.
/// `error`: the largest last coefficient of links' paths, m.
struct StepPaths {
  std::vector<StepStretch> stretches;
  double error = 0.0;
};
/// A step that ends with the run ends at `end` exactly.
StepPaths step_paths(const SteppedBodies& bodies, const TakenStep& step, const trace::Time& start,
                     const std::optional<trace::Time>& end = std::nullopt);

/// A constant segment for each body that can move.
StepStretch resting_stretch(const SteppedBodies& bodies, const trace::Time& start,
                            const trace::Time& end);

}  // namespace rigor
