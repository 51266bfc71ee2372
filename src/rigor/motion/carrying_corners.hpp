// SPDX-License-Identifier: Apache-2.0
// The corners of a mode that may carry force.
#pragma once

#include <optional>

#include <rigor/laws/contact_set.hpp>
#include <rigor/touching/contact_mode.hpp>

namespace rigor {

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

/// Slip of b over a at a corner, world.
Vector3 slip_of(const CarryingCorners& corners, int i, const Eigen::VectorXd& v);

/// What belts add to a tangential speed changes as the plane of the contact turns: its rate, m/s²;
/// nothing is said of crossing edges.
double belt_rate(const World& world, const Cluster& cluster, const PairId& pair,
                 const PairAxis& axis, const Vector3& tangent_W);

/// How an acceleration of the bodies changes the slip of b over a at a corner, world, m/s².
Vector3 slip_rate_of(const World& world, const Cluster& cluster, const CarryingCorners& corners,
                     int i, const Eigen::VectorXd& a);

/// Whether some contact slides.
bool slides(const Mode& mode);

/// Points of friction at the corners of the pairs that slide.
std::vector<FrictionPoint> friction_points(const World& world, const Cluster& cluster,
                                           const Mode& mode);

}  // namespace rigor
