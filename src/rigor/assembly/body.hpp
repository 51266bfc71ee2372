// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <rigor/assembly/drive.hpp>
#include <rigor/assembly/load.hpp>
#include <rigor/certify/axis.hpp>
#include <rigor/dynamics/free_body.hpp>
#include <rigor/dynamics/model.hpp>
#include <rigor/dynamics/state.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

struct PlacedTree;

/// Where a body is and how it moves: the origin of its frame and its axes. Of links, what the
/// joints of their tree say; only `link_state` makes it.
struct BodyState {
  Vector3 x = Vector3::Zero();            ///< of free bodies the centre of mass; world, m
  Quaternion q = Quaternion::Identity();  ///< R_WB
  Vector6 v = Vector6::Zero();            ///< of that point, then angular; world axes
  Twist bias{};  ///< of links: its acceleration at constant velocities of the joints (see tree.hpp)
  std::shared_ptr<const PlacedTree> tree{};  ///< of links
};

inline Pose pose_of(const BodyState& state) { return {state.q, state.x}; }
inline BodyMotion motion_of(const BodyState& state) {
  return {pose_of(state), Twist::from(state.v), state.bias};
}

/// Link: of a mechanism, and not fixed to the world.
enum class BodyRole : std::uint8_t { Free, Fixed, Driven, Link };

/// A body as the oracle sees it. The frame of a free one has the axes of the model's link and its
/// origin at the centre of mass, where the equations of motion are simplest; that of another one is
/// the link's own. Published paths and vertices refer to that frame.
struct Body {
  std::uint32_t id = 0;  ///< in the trace, and the link's number in the model
  BodyRole role = BodyRole::Free;
  FreeBody dynamics;               ///< com = 0; of free bodies
  double mass = 0.0;               ///< kg; of links that of their whole tree
  Vector3 com = Vector3::Zero();   ///< of the link's frame: the origin of this one
  Pose X_WB;                       ///< of fixed bodies; of links, at the start
  DrivePiece drive{};              ///< of driven bodies: the piece of their motion that goes on
  AppliedLoad load{};              ///< of free bodies: the given forces on the present stretch
  double radius = 0.0;             ///< largest distance of a vertex from the origin
  std::vector<PieceShape> pieces;  ///< in this frame
  std::vector<int> materials;      ///< of the pieces
};

/// The link of the model, fixed ones where `state` has them.
Body make_body(const Model& model, std::uint32_t link, const State& state);

BodyState body_state(const Model& model, const Body& body, const State& state);

/// A vector as the trace records it.
trace::Triple triple(const Vector3& v);

/// Writes a path into its segment: rows x, y, z, then the quaternion's w, x, y, z; columns are the
/// coefficients.
void write_path(const Eigen::Ref<const Eigen::MatrixXd>& rows, trace::Segment& segment);

/// The link as the trace records it.
trace::Body trace_body(const Model& model, std::uint32_t link, const State& state);

/// Writes the body's coordinates and velocities back into a state of the whole model.
void store(const Model& model, const Body& body, const BodyState& from, State& to);

/// Kinetic plus potential energy, joules.
double energy(const Body& body, const BodyState& state, const Vector3& gravity);

}  // namespace rigor
