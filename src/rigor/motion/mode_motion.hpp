// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/moving_contact.hpp>

namespace rigor {

/// Bodies whose contacts are fixed: the right-hand side of their motion between events.
struct ModeMotion {
  std::vector<const Body*> bodies;
  Unknowns unknowns;
  Vector3 gravity = Vector3::Zero();
  trace::Time start{};                      ///< when the mode starts
  std::vector<const DrivePiece*> drives{};  ///< of the driven bodies it touches
  std::vector<MovingContact> contacts;
  const Cancellation* cancellation = nullptr;  ///< of the run
  /// The equations of the mode: row `axis` (0 normal, 1 and 2 tangents) of contact `contact`.
  struct Row {
    int contact = 0;
    int axis = 0;
  };
  std::vector<Row> rows;  ///< independent ones only, ordered by contact

  /// Where forces act if some contact slides. The rows say what the motion must keep, these which
  /// forces keep it.
  struct Force {
    ContactId id{};       ///< where it acts
    int contact = 0;      ///< the same among the mode's contacts
    int pair = -1;        ///< those of one sliding pair have one number
    bool slips = false;   ///< pushes along the normal less μ times the direction of slip
    bool sticks = false;  ///< pushes along the normal and both tangents; neither: the normal only
    double friction = 0.0;
    bool onset = false;
    bool loaded = true;
    Vector3 slip_W = Vector3::UnitX();  ///< at the start
    double side = 1.0;  ///< 1: slips are those of the pair's b over its a; -1: of a over b
    std::optional<RimTurn> turn{};  ///< of corners of faces; others have springs of stiffness one
    Vector3 preload = Vector3::Zero();  ///< see FrictionPoint
  };
  std::vector<Force> forces;   ///< empty: nothing slides, the rows' own multipliers are the forces
  bool springs_decide = true;  ///< which forces carry load; else those of the least total do

  bool slides() const { return !forces.empty(); }
};

/// Chooses independent rows at the given state. `points`: of the pairs that slide.
ModeMotion mode_motion(const World& world, const Cluster& cluster,
                       const std::vector<ActiveContact>& contacts,
                       const std::vector<FrictionPoint>& points = {});

}  // namespace rigor
