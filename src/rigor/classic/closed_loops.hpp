// SPDX-License-Identifier: Apache-2.0
// Closed loops in steps. Joints that close loops are equations f(q) = 0 (loop.hpp), and impulses
// keep their rates J v zero. Coordinates that go straight open the loops all the same, by
// h² bias/2 in a step of h; they are put back by the least motion in the metric of the masses,
// along the whole path of the step. What they were open by is measured and reported: nothing in
// Algorithm 1, nor in the fixed-step methods as printed, does this.
#pragma once

#include <rigor/assembly/loop_space.hpp>
#include <rigor/dynamics/kinematics.hpp>

namespace rigor {

/// The loops of a model where it is. Made once for a model with loops.
struct ClosedLoops {
  explicit ClosedLoops(const Model& model) : kinematics(model), space(model) {}

  Kinematics kinematics;      ///< of where the loops were looked at last
  LoopSpace space;            ///< there
  double opened = 0.0;        ///< by how much they were open before they were closed, m or rad
  bool closed = true;         ///< Newton's method came to its end
  std::vector<Twist> bend{};  ///< what closing accelerates each link by, while coordinates go
                              ///< straight at the state's velocities; at the links' origins
};

/// Looks at the loops at a state, whether they are closed there or not. Fills all but `opened` and
/// `closed`.
void look_at(const Model& model, const State& state, ClosedLoops& loops);

/// Moves the coordinates to where the loops are closed, by Newton's method, and looks at them
/// there. The state keeps its velocities.
void close_drift(const Model& model, State& state, ClosedLoops& loops);

}  // namespace rigor
