// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/dynamics/model.hpp>
#include <rigor/dynamics/state.hpp>

namespace rigor {

/// Two bodies that overlap at the start.
struct StartOverlap {
  std::string a;
  std::string b;
  double depth = 0.0;  ///< metres, > 0
};

/// Every pair of bodies, or of a half-space and a body, that is not excluded and overlaps by more
/// than `tolerance` metres, with the deepest overlap among its pieces, in the model's order:
/// half-spaces first. The depth is measured in floating point; the simulation proves disjointness
/// on its own.
std::vector<StartOverlap> start_overlaps(const Model& model, const State& state, double tolerance);

}  // namespace rigor
