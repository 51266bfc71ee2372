// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/motion/corner_springs.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// The angle by which the rim turns at a force's corner.
double turn_of(const ModeMotion& motion, const PlacedContacts& contacts,
               const ModeMotion::Force& force) {
  const MovingContact& contact = motion.contacts[force.contact];
  const PlacedBodies& bodies = contacts.bodies();
  const auto along = [&](const RimEdge& edge) -> Vector3 {
    const bool of_O = edge.of_a == (force.side < 0.0);
    const BodyMotion body = of_O ? bodies.motion_of(contact.place_O, contact.drive_O, contact.X_WO)
                                 : bodies.motion_of(contact.place_P, contact.drive_P, contact.X_WP);
    return body.X_WB.rotation * edge.along;
  };
  const Vector3 before = along(force.turn->before);
  const Vector3 after = along(force.turn->after);
  const std::array<Vector3, 2> tangents = contacts.tangents(force.contact);
  const Vector3 n = tangents[0].cross(tangents[1]);
  return std::atan2(std::abs(n.dot(before.cross(after))), before.dot(after));
}

}  // namespace

void set_stiffness(const ModeMotion& motion, const PlacedContacts& contacts,
                   std::vector<double>& stiffness) {
  const std::vector<ModeMotion::Force>& forces = motion.forces;
  for (std::size_t first = 0, last = 0; first < forces.size(); first = last) {
    last = first + 1;
    if (!forces[first].turn) continue;
    while (last < forces.size() && forces[last].pair == forces[first].pair) ++last;
    double whole = 0.0;
    for (std::size_t f = first; f < last; ++f) {
      const double straight = forces[f].turn->straight;
      const double turn = turn_of(motion, contacts, forces[f]);
      stiffness[f] =
          std::min(turn, std::max(2.0 * (turn - straight), kLeastCornerShare * straight));
      whole += stiffness[f];
    }
    for (std::size_t f = first; f < last; ++f) stiffness[f] *= kFaceStiffness / whole;
  }
}

}  // namespace rigor
