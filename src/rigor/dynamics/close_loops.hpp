// SPDX-License-Identifier: Apache-2.0
// A start whose loops are closed. A scene says where some joints are and how fast they move; those
// it says nothing about follow from the loops.
#pragma once

#include <rigor/dynamics/loop.hpp>

namespace rigor {

/// What is given of a start, one flag for each velocity: its coordinate, and its rate.
struct GivenStart {
  std::vector<char> coordinates;
  std::vector<char> velocities;
};

/// A loop that is open by more than this at the start is a mistake where everything in it is given,
/// m or rad; less is how numbers in files are rounded.
inline constexpr double kRoundedOpenness = 1e-3;

/// Moves what is not given until the loops are closed. Several such places may exist: it is the one
/// reached from the mechanism as drawn, with all coordinates zero, when what is given moves to its
/// place and the rest follows; if there is no such way, one near where the rest stands, the lowest
/// of several where it stands straight. What is
/// given moves only where the rest cannot close the loops, and then by rounding. Then the
/// velocities alike. The rule that is broken if that cannot be done.
std::optional<ModelError> close_loops(const Model& model, const GivenStart& given, State& state);

/// By how much the loops of a state are open, m or rad, and which is so most.
struct OpenLoop {
  double by = 0.0;
  std::string name;
};
OpenLoop most_open(const Model& model, const State& state);

}  // namespace rigor
