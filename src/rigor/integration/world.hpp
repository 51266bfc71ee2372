// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/geometry/half_space.hpp>
#include <rigor/integration/body.hpp>
#include <rigor/integration/options.hpp>

namespace rigor {

/// What islands have in common: the model, its bodies and half-spaces, the law and the tolerances.
/// Nothing of it changes during a run but the pieces of driven bodies' motions.
struct World {
  const Model* model = nullptr;
  std::vector<HalfSpace> half_spaces;
  std::vector<Body> bodies;  ///< by number, fixed ones included
  Law law = Law::NoSlip;
  Tolerances tolerances;
  OnJam jam = OnJam::BondBreak;
  OnIndeterminate indeterminate = OnIndeterminate::Continue;

  const Vector3& gravity() const { return model->gravity; }
};

/// Whether two bodies may overlap: the scene says so, or both are fixed. trace::kWorld with a
/// half-space's number stands for that half-space.
bool is_excluded(const World& world, const trace::PieceId& a, const trace::PieceId& b);

/// The instant no run goes beyond: the stop time, or 2^30 s (34 years).
trace::Time horizon_of(const SimulationOptions& options);

/// Driven bodies are at the start of their first piece. Fixed bodies are where `initial` has them.
World make_world(const Model& model, const State& initial, const SimulationOptions& options);

}  // namespace rigor
