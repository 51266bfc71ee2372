// SPDX-License-Identifier: Apache-2.0
// Coulomb's law between events: where friction acts, and when sticking, sliding or touching ends.
#pragma once

#include <rigor/integration/collocation.hpp>
#include <rigor/integration/remode.hpp>

namespace rigor {

/// What a fall through the band gives, sqrt(2 g β δ): slower hops are ended, and slower slips with
/// them.
double capture_speed(const World& world);

/// A slip slower than this has stopped: 2e-5 of the capture speed sqrt(2 g β δ), 9e-10 m/s with the
/// default skin on Earth.
double stop_speed(const World& world);

/// Below this, a whole pair that comes to its stop while it turns is taken as stopped: its speed
/// has no smooth end that a step could cross. 9e-8 m/s by default; what is left slides 1e-15 m.
double slow_speed(const World& world);

/// Writes mass, rows and drives of contacts, each of its pair, into a set; their properties are
/// left alone.
void write_contacts(const World& world, const Cluster& cluster, const std::vector<PairId>& pairs,
                    const std::vector<ContactRows>& rows, ContactSet& set);

/// The clipped corners of a mode that may carry force, as one set of contacts.
struct CarryingCorners {
  std::vector<ContactId> ids;
  std::vector<ContactRows> rows;
  ContactSet set;
};
CarryingCorners carrying_corners(const World& world, const Cluster& cluster, const Mode& mode);

/// The motion of a mode under Coulomb's law. Where pairs slide, friction acts at their corners, and
/// of those at which equal springs would have to pull, none carries load.
ModeMotion coulomb_motion(const World& world, const Cluster& cluster, const Mode& mode);

/// The accelerations that other splits of the normal forces would give in a sliding mode, none of
/// them pulling. Nothing if the motion is determined.
std::optional<OpenSplit> open_split(const World& world, const Cluster& cluster, const Mode& mode);

/// The mode in which the contacts let go that are least able to hold, against their friction: what
/// follows in a sliding mode if the split of the normal forces that is taken does not hold them,
/// though another one would. Nothing if there is no such contact.
std::optional<Mode> yielded_mode(const World& world, const EventScene& scene);

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
  const std::vector<std::uint32_t>& bodies;
  const Mode& mode;
  const ModeMotion& motion;
  const Collocation& step;
  double length = 0.0;  ///< s
};

FrictionEnd friction_end(const SteppedMode& stepped, double to);

}  // namespace rigor
