// SPDX-License-Identifier: Apache-2.0
// Coulomb's law between events: where friction acts, and how bodies move under it.
#pragma once

#include <rigor/laws/cone_margin.hpp>
#include <rigor/motion/motion.hpp>

namespace rigor {

/// Fractions of the bodies' loads. A sliding corner's spring that pulls more than this is taken out
/// of the load,
inline constexpr double kPulls = 1e-9;
/// one without load that would push more than this is taken back,
inline constexpr double kPushes = 1e-8;
/// and cones yield clearly where the forces are this far outside of them.
inline constexpr double kClearlyYields = 1e-6;

/// Corners this many skins from the line of an edge belong to it.
inline constexpr double kOnLine = 100.0;

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
/// of those at which springs would have to pull, none carries load; those without load would
/// not push, if there is such a set of corners.
ModeMotion coulomb_motion(const World& world, const Cluster& cluster, const Mode& mode);

/// The sliding motion with its load on other corners, so that at this instant none with load pulls
/// and none without would push. Nothing if no set of corners does: then the mode itself ends.
std::optional<ModeMotion> with_load_shifted(ModeMotion motion, const Cluster& cluster, double load,
                                            const std::vector<Vector3>& slips);

/// The motion of a mode under the world's law. Where no set of sliding corners is such that all
/// springs of it push and no other would, those of the least total load carry.
ModeMotion motion_in_mode(const World& world, const Cluster& cluster, const Mode& mode);

/// The forces that hold a body down or throw it: m (g + r ω²) and given forces, N.
double load_of(const Body& body, const BodyState& state, const Vector3& gravity);

/// The largest force that moves a body of the cluster by itself, newtons.
double load_scale(const World& world, const Cluster& cluster);

/// Slip of b over a at a corner, world.
Vector3 slip_of(const CarryingCorners& corners, int i, const Eigen::VectorXd& v);

/// What belts add to a tangential speed changes as the plane of the contact turns: its rate, m/s²;
/// nothing is said of crossing edges.
double belt_rate(const World& world, const Cluster& cluster, const PairId& pair,
                 const PairAxis& axis, const Vector3& tangent_W);

/// How an acceleration of the bodies changes the slip of b over a at a corner, world, m/s².
Vector3 slip_rate_of(const World& world, const Cluster& cluster, const CarryingCorners& corners,
                     int i, const Eigen::VectorXd& a);

/// Evaluates the mode at the instant and the states of the cluster; slips go on and are updated.
RankCheck solve(ModeSolution& solution, const ModeMotion& motion, const Cluster& cluster,
                std::vector<Vector3>& slips);

/// The directions of slip a mode starts with.
std::vector<Vector3> starting_slips(const ModeMotion& motion);

/// The sliding force that pulls most among those loaded below `least`, or -1.
int most_pulling(const ModeMotion& motion, const ModeSolution& solution, double least);

/// A mode at one instant, evaluated.
struct Instant {
  const World& world;
  const Cluster& cluster;
  const Mode& mode;
  const ModeMotion& motion;
  const ModeSolution& solution;
};

/// A contact's place is known to this many skins: the corners of a clip and the points of a mode
/// that stand for the same contact may be that far apart.
inline constexpr double kSkinsOfPlace = 4.0;

/// Whether the places of contacts are taken as exact, or as known to the skin: then loads of
/// sliding corners are known to the share of `load` that the skin is of their lever arm.
enum class Places : std::uint8_t { Exact, KnownToSkin };

/// What the corners may push in the mode, where loads are known as those of `load` newtons are
/// (0: exactly), and what they must do together.
std::vector<PushingContact> pushing_contacts(const Instant& at, const CarryingCorners& corners,
                                             const std::vector<Vector3>& slips, double load = 0.0);
Eigen::VectorXd contact_effect(const Instant& at, const CarryingCorners& corners);

/// The same of the contacts that do not slide, beside the forces that the mode has at those which
/// do.
std::vector<PushingContact> held_contacts(const Instant& at, const CarryingCorners& corners);
Eigen::VectorXd held_effect(const Instant& at, const CarryingCorners& corners);

/// How far inside their cones the forces at the corners lie that move the bodies as the mode does:
/// with the mode's own forces where it slides, or, if that does not do, with any.
ConeMargin cone_margin(const Instant& at, const CarryingCorners& corners,
                       const std::vector<Vector3>& slips, const MarginLimits& limits,
                       Places places = Places::Exact);

}  // namespace rigor
