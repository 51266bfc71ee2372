// SPDX-License-Identifier: Apache-2.0
// Forces at given points that add up to given wrenches. Where bodies touch at more points than
// their motion needs, the law leaves the split of the forces open, and so do the rows of a mode,
// which sit on extended planes. For the record one split is wanted that acts where bodies really
// touch, pushes, stays in its friction cones, and is smooth in time. With the columns G of the
// forces' directions and the wrenches w of the bodies it is the shortest x with
//
//   G x = w,   x = G'y,   (G G' + ε I) y_{k+1} = w + ε y_k        (proximal steps: G G' is singular
//                                                                 where bodies may still move)
//
// over the directions of a *pattern*: which contacts push, and which do so along one ray of their
// cone. A pattern is chosen at one instant by taking out, one after the other, what pulls or leaves
// its cone; kept along a motion it gives forces that are as smooth as the motion. Where no such
// choice obeys the law, the centred forces (centred_split.hpp) are a fixed part, and x the shortest
// for the rest.
#pragma once

#include <array>
#include <vector>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// A body of the split.
struct SplitBody {
  Vector3 centre_W = Vector3::Zero();
  double reach = 1.0;                  ///< m: what moments are divided by, to compare with forces
  Vector6 wrench_W = Vector6::Zero();  ///< that the contacts must give: force, moment about centre
};

enum class Push : std::uint8_t {
  Normal,  ///< along the normal
  Cone,    ///< in the friction cone
  Ray,     ///< along the normal plus `ray` times the tangents
  Held,    ///< along the normal, with any tangential force
  Free,    ///< any force along normal and tangents, or, if it `turns`, any moment: of joints
};

/// What joints give counts for so much less than what contacts give where the shortest is wanted:
/// joints bear any load.
inline constexpr double kJointEase = 10.0;

/// A contact of the split, at one instant. Forces act on b, the opposite ones on a. A joint is two
/// of them, of forces and of moments; what it does not hold has directions of length zero.
struct SplitContact {
  std::array<int, 2> bodies{-1, -1};  ///< a and b among the bodies; -1: none of them
  Vector3 point_W = Vector3::Zero();
  Vector3 normal_W = Vector3::UnitZ();  ///< unit, from a to b
  std::array<Vector3, 2> tangents_W{Vector3::UnitX(), Vector3::UnitY()};
  Push push = Push::Normal;
  double friction = 0.0;                          ///< μ, of Cone
  Eigen::Vector2d ray = Eigen::Vector2d::Zero();  ///< of Ray, per unit normal force
  double lean = 0.0;   ///< of Ray: what pushes beside it counts 1/lean times; 0: nothing does
  bool turns = false;  ///< of Free
};

/// How a contact takes part: not at all, in all directions its push allows, or along a ray at the
/// rim of its cone; besides with a force of its own.
struct SplitRole {
  enum class Part : std::uint8_t { None, All, Rim } part = Part::All;
  Eigen::Vector2d rim = Eigen::Vector2d::Zero();  ///< tangential force per unit normal force
  /// Before the shortest: along the normal and both tangents; of Ray the first alone counts.
  Vector3 fixed = Vector3::Zero();
};
using SplitPattern = std::vector<SplitRole>;

struct SplitForces {
  std::vector<Vector3> forces_W;  ///< on b, one per contact; moments of those that turn
  double missing = 0.0;           ///< largest force, or moment over reach, that is not explained, N
};

/// The wrench on its b (side 1) or a (side 0) of a unit of force along `d`, about that body's
/// centre, moments over its reach.
Vector6 felt(const SplitBody& body, const SplitContact& contact, int side, const Vector3& d);

/// Of a force, along the normal and both tangents. What joints do not hold has no direction.
Vector3 parts_of(const SplitContact& contact, const Vector3& force_W);
/// Those of the friction along the slip, with so much load, where the contact slips.
Vector3 parts_along_slip(const SplitContact& contact, double load);
/// The force of such parts.
Vector3 in_world(const SplitContact& contact, const Vector3& parts);

/// The shortest forces of the pattern whose sum is the wrenches, as far as they can be.
SplitForces split_forces(const std::vector<SplitBody>& bodies,
                         const std::vector<SplitContact>& contacts, const SplitPattern& pattern);

/// The bodies, with what these forces of the first contacts leave of their wrenches.
std::vector<SplitBody> lacking(std::vector<SplitBody> bodies,
                               const std::vector<SplitContact>& contacts,
                               const std::vector<Vector3>& forces_W);

/// The forces, and the shortest ones besides that explain what they leave of the wrenches: there
/// contacts with a ray may push in any direction, as easily as they are loaded. A slip that is
/// about to stop has its direction only as exactly as its motion is known, and what matters then is
/// the motion. What has no load gets none: however small, it would push aside of its slip.
SplitForces completed_forces(const std::vector<SplitBody>& bodies,
                             const std::vector<SplitContact>& contacts, const SplitForces& split);

/// By how much the force pulls or leaves what its contact may push; 0 if it does not. Newtons.
double breach(const SplitContact& contact, const Vector3& force_W);

/// A pattern whose forces push and stay in their cones up to `allowed` newtons, as far as one is
/// found: by taking out, one after the other, what does not, where the others bear it; else with
/// the centred forces.
SplitPattern choose_pattern(const std::vector<SplitBody>& bodies,
                            const std::vector<SplitContact>& contacts, double allowed);

}  // namespace rigor
