// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/certify/axis.hpp>
#include <rigor/dynamics/free_body.hpp>
#include <rigor/dynamics/model.hpp>
#include <rigor/dynamics/state.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Where a free body is and how it moves: its centre of mass and its axes.
struct BodyState {
  Vector3 x = Vector3::Zero();            ///< centre of mass, world, m
  Quaternion q = Quaternion::Identity();  ///< R_WB
  Vector6 v = Vector6::Zero();            ///< of the centre of mass, then angular; world axes
};

/// A free body as the oracle moves it. Its frame has the axes of the model's link and its origin at
/// the centre of mass, where the equations of motion are simplest; published paths and vertices
/// refer to that frame.
struct MovingBody {
  int link = 0;                    ///< in the model
  std::uint32_t id = 0;            ///< in the trace
  FreeBody dynamics;               ///< com = 0
  Vector3 com = Vector3::Zero();   ///< of the link's frame: the origin of this one
  double radius = 0.0;             ///< largest distance of a vertex from the centre of mass
  std::vector<PieceShape> pieces;  ///< in this frame
  std::vector<int> materials;      ///< of the pieces
};

/// The pieces of a link as they are published: about the centre of mass of a free body, in the
/// link's own frame otherwise.
std::vector<PieceShape> published_pieces(const Model& model, int link);

MovingBody moving_body(const Model& model, int link, std::uint32_t id);

BodyState body_state(const Model& model, const MovingBody& body, const State& state);

/// The body, or a fixed link, as the trace records it.
trace::Body trace_body(const Model& model, int link);

/// Writes the body's coordinates and velocities back into a state of the whole model.
void store(const Model& model, const MovingBody& body, const BodyState& from, State& to);

/// Kinetic plus potential energy, joules.
double energy(const MovingBody& body, const BodyState& state, const Vector3& gravity);

}  // namespace rigor
