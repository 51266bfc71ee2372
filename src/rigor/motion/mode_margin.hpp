// SPDX-License-Identifier: Apache-2.0
// How far the forces of a mode are inside their cones.
#pragma once

#include <rigor/laws/cone_margin.hpp>
#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/mode_solution.hpp>

namespace rigor {

/// A mode at one instant, evaluated.
struct Instant {
  const World& world;
  const Cluster& cluster;
  const Mode& mode;
  const ModeMotion& motion;
  const ModeSolution& solution;
};

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
