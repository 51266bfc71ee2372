// SPDX-License-Identifier: Apache-2.0
// Poses of another simulator against known solutions: a table as `rigor export` writes it, columns
// time, NAME.x, .y, .z, .qw, .qx, .qy, .qz and, if there are any, .vx ... .wz; SI units. What is
// known of the end is compared with its last row, what is known of an instant with the row of that
// instant.
#pragma once

#include <map>
#include <string>

#include <rigor/converge/comparison.hpp>

namespace rigor {

/// Columns and rows of such a table.
struct GivenPoses {
  std::map<std::string, std::size_t> columns;  ///< where each name stands
  std::vector<std::vector<double>> rows;
};

/// Throws std::runtime_error that names the line and what is wrong there.
GivenPoses read_poses(const std::string& text);
GivenPoses load_poses(const std::string& file);

/// Every known number of bodies at the end or at an instant against the table, without bars; events
/// and what the table lacks are absent. An orientation may have the other sign as a whole.
std::vector<Compared> compare(const KnownSolution& known, const GivenPoses& poses);

}  // namespace rigor
