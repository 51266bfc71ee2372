// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/placed_contacts.hpp>

namespace rigor {

/// How stiff the springs are by which a sliding pair shares its load among its corners: one on
/// half-spaces; between faces in proportion to how much the rim of their common region turns at the
/// corner, so that forces do not jump where corners part, meet, come or go; what a force is given,
/// if it is. One number per force of the mode, after its contacts are placed; those of faces and
/// those that are given are written.
void set_stiffness(const ModeMotion& motion, const PlacedContacts& contacts,
                   std::vector<double>& stiffness);

}  // namespace rigor
