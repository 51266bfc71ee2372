// SPDX-License-Identifier: Apache-2.0
// Whether forces of given effect fit into friction cones: a question about the best of all their
// splits, not about any one of them.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include <rigor/laws/contact_set.hpp>
#include <rigor/laws/mode.hpp>

namespace rigor {

/// A contact's cone over the components 3i (normal), 3i + 1 and 3i + 2 (tangents) of the forces:
/// scale (r_n - least) >= |r_t| where it sticks, scale (r_n - least) >= 0 otherwise.
struct ForceCone {
  int contact = 0;
  double scale = 1.0;
  bool sticks = false;
  double least = 0.0;
};

/// All forces r0 + Z x of the same effect.
struct ForceSplit {
  Eigen::VectorXd r0;
  Eigen::MatrixXd Z;
  std::vector<ForceCone> cones;
  double load = 0.0;  ///< size of the forces, > 0
};

/// How far inside its cones the best split lies: `margin` is that of r, and no split has more than
/// `bound`. Newtons, or N s for impulses.
struct ConeMargin {
  Eigen::VectorXd r;
  double margin = 0.0;
  double bound = 0.0;
};

/// Looks for the split with the largest margin; ends early once it is above `enough` or proved (to
/// rounding) to be below `hopeless`.
ConeMargin widest_margin(const ForceSplit& split, double enough, double hopeless);

/// What a contact may push: everything in its cone (Stick), along one ray (Slip), along its normal
/// (Frictionless), nothing (Released).
struct PushingContact {
  ContactState state = ContactState::Stick;
  Eigen::Vector2d slip = Eigen::Vector2d::Zero();  ///< unit, of Slip
  /// Of Slip: it may seem to pull by this much, newtons, as its place is not known better.
  double slack = 0.0;
};

struct MarginLimits {
  double load = 1.0;
  double enough = 0.0;
  double hopeless = 0.0;
};

/// The forces of the least size whose joint effect is the generalised force f, and how far inside
/// their cones they are, contact by contact: smooth along a motion, and the widest margin is no
/// less than the least of them. Nothing if the contacts can not give f at all.
std::optional<std::vector<double>> least_force_margins(const ContactSet& set,
                                                       const std::vector<PushingContact>& contacts,
                                                       const Eigen::VectorXd& f);

/// The margin of contact forces whose joint effect is the generalised force f; minus infinity if
/// the contacts can not give it at all.
ConeMargin force_margin(const ContactSet& set, const std::vector<PushingContact>& contacts,
                        const Eigen::VectorXd& f, const MarginLimits& limits);

}  // namespace rigor
