// SPDX-License-Identifier: Apache-2.0
// Other ways to share the load of a sliding mode among its corners than by springs.
#pragma once

#include <rigor/motion/mode_solution.hpp>

namespace rigor {

/// Changes of the forces (one per multiplier) that keep the rows, and what they add to the
/// accelerations: without columns if the motion does not depend on the split.
struct LoadSplits {
  Eigen::MatrixXd forces;
  Eigen::MatrixXd accelerations;
};
LoadSplits load_splits(const ModeSolution& solution);

/// Which forces carry load in the split of least total load, one per force; empty if every split
/// pulls somewhere.
std::vector<char> least_loaded(const ModeSolution& solution);

}  // namespace rigor
