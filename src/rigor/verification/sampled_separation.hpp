// SPDX-License-Identifier: Apache-2.0
// How far pieces are apart at samples, or how deep they overlap: of runs that claim nothing.
#pragma once

#include <rigor/verification/sampled_state.hpp>
#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// The largest separation of two pieces along any of their face normals and edge-edge normals (from
/// the trace's own faces and edges); negative if they overlap. Vertices are in world coordinates.
double axis_separation(const trace::Piece& a, const trace::Piece& b);

/// The smallest separation of all pairs that are not excluded, at samples of their segments.
void sample_separations(const Subject& subject, Work& work, Measurements& m);

}  // namespace rigor::verification
