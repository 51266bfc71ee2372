// SPDX-License-Identifier: Apache-2.0
// Poses of another simulator against known solutions: a table as `rigor export` writes it, columns
// time, NAME.x, .y, .z, .qw, .qx, .qy, .qz and, if there are any, .vx ... .wz; SI units. What
// counts is its last row.
#pragma once

#include <map>
#include <string>

#include <rigor/converge/known_solution.hpp>

namespace rigor {

/// The last row, by the names of its columns.
struct LastPoses {
  std::map<std::string, double> last;
};

/// Throws std::runtime_error that names the line and what is wrong there.
LastPoses read_poses(const std::string& text);
LastPoses load_poses(const std::string& file);

/// Every known number of bodies at the end against the table, without bars; events and what the
/// table lacks are absent. An orientation may have the other sign as a whole.
std::vector<Compared> compare(const KnownSolution& known, const LastPoses& poses);

}  // namespace rigor
