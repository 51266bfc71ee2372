// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/dynamics/state.hpp>

namespace rigor {
namespace {

constexpr double kUnitTolerance = 1e-6;  // quaternions in files carry at least six digits

/// Where the quaternion of a joint starts in q, or -1 if it has none.
int quaternion_index(const Link& link) {
  if (std::holds_alternative<Spherical>(link.joint)) return link.first_q;
  return std::holds_alternative<Free>(link.joint) ? link.first_q + 3 : -1;
}

std::optional<ModelError> check_coordinates(const Link& link, const State& state) {
  if (const int i = quaternion_index(link); i >= 0) {
    const double length = state.q.segment<4>(i).norm();
    if (!(std::abs(length - 1.0) <= kUnitTolerance))
      return ModelError{ModelRule::SoundState, fmt::format("link '{}'", link.name),
                        fmt::format("its quaternion must have length 1, not {}", length)};
  }
  if (!has_plain_coordinates(link.joint)) return std::nullopt;
  for (int k = 0; k < link.velocities; ++k) {
    const Dof& dof = link.dofs[k];
    const double q = state.q[link.first_q + k];
    if (q < dof.lower || q > dof.upper)
      return ModelError{ModelRule::WithinLimits, fmt::format("joint '{}'", link.joint_name),
                        fmt::format("its coordinate {} lies outside its limits [{}, {}]", q,
                                    dof.lower, dof.upper)};
  }
  return std::nullopt;
}

bool within_world(const Vector3& p_W) { return p_W.cwiseAbs().maxCoeff() <= kMaxCoordinate; }

bool within_world(const Link& link, const Pose& X_WL) {
  const auto vertex_within = [&X_WL](const Vector3& p_L) { return within_world(X_WL * p_L); };
  return within_world(X_WL * link.inertia.com) && within_world(X_WL.translation) &&
         std::all_of(link.pieces.begin(), link.pieces.end(), [&](const Piece& piece) {
           const auto& vertices = piece.shape.vertices();
           return std::all_of(vertices.begin(), vertices.end(), vertex_within);
         });
}

}  // namespace

State neutral_state(const Model& model) {
  State state{0.0, Eigen::VectorXd::Zero(model.q_size), Eigen::VectorXd::Zero(model.v_size)};
  for (const Link& link : model.links) {
    if (const int i = quaternion_index(link); i >= 0) state.q[i] = 1.0;
    if (!has_plain_coordinates(link.joint)) continue;
    for (int k = 0; k < link.velocities; ++k) {
      const Dof& dof = link.dofs[k];
      state.q[link.first_q + k] = std::clamp(0.0, dof.lower, dof.upper);
    }
  }
  return state;
}

std::vector<Pose> link_poses(const Model& model, const State& state) {
  std::vector<Pose> poses(model.links.size());
  for (const Mechanism& mechanism : model.mechanisms) update_poses(model, mechanism, state, poses);
  return poses;
}

Pose link_pose(const Model& model, int index, const State& state) {
  const Link& link = model.links[index];
  if (link.path) return evaluate(*link.path, state.time).X_WL;
  const Pose X_PL = link.X_PJ * joint_pose(link.joint, state.q.data() + link.first_q);
  if (link.parent == kWorldLink) return normalized(X_PL);
  return normalized(link_pose(model, link.parent, state) * X_PL);
}

void update_poses(const Model& model, const Mechanism& mechanism, const State& state,
                  std::vector<Pose>& poses) {
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Link& link = model.links[i];
    Pose& X_WL = poses[i];
    if (link.path) {
      X_WL = evaluate(*link.path, state.time).X_WL;
      continue;
    }
    const Pose X_PL = link.X_PJ * joint_pose(link.joint, state.q.data() + link.first_q);
    X_WL = link.parent == kWorldLink ? normalized(X_PL) : normalized(poses[link.parent] * X_PL);
  }
}

void normalize(const Model& model, State& state) {
  for (const Link& link : model.links)
    if (const int i = quaternion_index(link); i >= 0) state.q.segment<4>(i).normalize();
}

std::optional<ModelError> defect(const Model& model, const State& state) {
  if (state.q.size() != model.q_size || state.v.size() != model.v_size)
    return ModelError{ModelRule::SoundState, "state",
                      fmt::format("needs {} coordinates and {} velocities, not {} and {}",
                                  model.q_size, model.v_size, state.q.size(), state.v.size())};
  if (!std::isfinite(state.time) || !state.q.allFinite() || !state.v.allFinite())
    return ModelError{ModelRule::SoundState, "state", "all numbers must be finite"};
  for (const Link& link : model.links)
    if (auto error = check_coordinates(link, state)) return error;
  const std::vector<Pose> poses = link_poses(model, state);
  for (std::size_t i = 0; i < poses.size(); ++i)
    if (!within_world(model.links[i], poses[i]))
      return ModelError{ModelRule::WithinWorld, fmt::format("link '{}'", model.links[i].name),
                        fmt::format("must lie within {} m of the origin", kMaxCoordinate)};
  return std::nullopt;
}

}  // namespace rigor
