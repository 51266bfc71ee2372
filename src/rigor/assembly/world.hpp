// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/options.hpp>
#include <rigor/assembly/trace_joints.hpp>
#include <rigor/assembly/tree.hpp>
#include <rigor/cancellation.hpp>
#include <rigor/geometry/half_space.hpp>

namespace rigor {

/// What islands have in common: the model, its bodies and half-spaces, the law and the tolerances.
/// Nothing of it changes during a run but the pieces of driven bodies' motions and the stretches of
/// given forces.
struct World {
  const Model* model = nullptr;
  std::vector<HalfSpace> half_spaces;
  std::vector<Body> bodies;                        ///< by number, fixed ones included
  std::vector<std::shared_ptr<const Tree>> trees;  ///< mechanisms with links that move
  JointNumbers joints{};                           ///< as the trace numbers them
  Law law = Law::Coulomb;
  Tolerances tolerances;
  OnJam jam = OnJam::BondBreak;
  OnIndeterminate indeterminate = OnIndeterminate::Continue;
  NormalSplit normal_split = NormalSplit::EqualStiffness;

  const Cancellation* cancellation = nullptr;  ///< of the run; null: nothing cancels it

  double load_pull = 0.0;  ///< about the largest acceleration by present given forces, m/s²

  const Vector3& gravity() const { return model->gravity; }
  /// About the largest acceleration that is not due to contacts, m/s².
  double pull() const { return gravity().norm() + load_pull; }
};

/// Moves the body's given forces on to the stretch that begins at `now`, if one does.
void take_next_stretch(World& world, std::uint32_t body, const trace::Time& now);

/// Whether two bodies may overlap: the scene says so, or both are fixed. trace::kWorld with a
/// half-space's number stands for that half-space.
bool is_excluded(const World& world, const trace::PieceId& a, const trace::PieceId& b);

/// The instant no run goes beyond: the stop time, or 2^30 s (34 years).
trace::Time horizon_of(const SimulationOptions& options);

/// Driven bodies are at the start of their first piece. Fixed bodies are where `initial` has them.
World make_world(const Model& model, const State& initial, const SimulationOptions& options);

}  // namespace rigor
