// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/scene/document.hpp>

namespace rigor {

/// What is allowed in a scene but looks like another unit: rotations {axis, angle} by more than a
/// full turn, which are most likely degrees. Angles of driven knots may be any number of turns.
std::vector<std::string> unit_notes(const DocumentNode& root, const Sources& sources);

}  // namespace rigor
