// SPDX-License-Identifier: Apache-2.0
// What is measured beside the proof, in floating point and at samples.
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Defects of the laws of motion; for runs that are not certified, the smallest separation too.
Measurements measurements(const Subject& subject, Work& work);

/// The largest separation of two pieces along any of their face normals and edge-edge normals (from
/// the trace's own faces and edges); negative if they overlap. Vertices are in world coordinates.
double axis_separation(const trace::Piece& a, const trace::Piece& b);

/// Position, quaternion and their first two derivatives in time at s in [0, 1] of the nominal
/// length.
struct State {
  std::array<std::array<double, 7>, 3> derivatives{};
};
State state_at(const trace::Segment& segment, double s);

/// The piece in world coordinates in that state.
trace::Piece placed(const trace::Piece& piece, const State& state);

}  // namespace rigor::verification
