// SPDX-License-Identifier: Apache-2.0
// When sticking, sliding or touching ends under Coulomb's law.
#pragma once

#include <rigor/motion/collocation.hpp>
#include <rigor/motion/mode_margin.hpp>

namespace rigor {

/// Why a mode under Coulomb's law does not go on.
enum class Friction : std::uint8_t {
  Holds,
  Stops,    ///< a slip came to its end
  Turns,    ///< a slip turned too fast for the step: shorten it
  Yields,   ///< no split of the forces lies in the cones: something slips or lifts
  Shifts,   ///< other corners carry the load now; the mode goes on
  Jams,     ///< forces grow without bound
  Changes,  ///< another axis separates a pair
};

/// The end of a mode on [0, to] of a step.
struct FrictionEnd {
  Friction reason = Friction::Holds;
  double s = 1.0;
  double width = 0.0;            ///< before s - width the mode held
  std::optional<Cluster> ahead;  ///< of Yields: a little later on the same path
};

/// A step of a mode that is to be looked at.
struct SteppedMode {
  const World& world;
  const Cluster& start;
  const Mode& mode;
  const ModeMotion& motion;
  const Collocation& step;
  double length = 0.0;  ///< s
};

FrictionEnd friction_end(const SteppedMode& stepped, double to);

}  // namespace rigor
