// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include <rigor/dynamics/validation.hpp>

namespace rigor {
namespace {

constexpr double kShortestAxis = 1e-6;   // an axis is normalised; shorter ones are mistakes
constexpr double kPerpendicular = 1e-6;  // cosine; axes in files carry at least six digits

std::string where_of(const LinkDescription& link) {
  return fmt::format("joint '{}'", link.joint_name.empty() ? link.name : link.joint_name);
}

struct AxesDefect {
  static const char* single(const Vector3& axis) {
    return axis.allFinite() && axis.norm() >= kShortestAxis
               ? nullptr
               : "the axis must be finite and not zero";
  }
  static const char* pair(const Vector3& a, const Vector3& b) {
    if (const char* found = single(a)) return found;
    if (const char* found = single(b)) return found;
    return std::abs(a.dot(b)) <= kPerpendicular * a.norm() * b.norm()
               ? nullptr
               : "the two axes must be perpendicular";
  }
  const char* operator()(const Fixed&) const { return nullptr; }
  const char* operator()(const Revolute& joint) const { return single(joint.axis); }
  const char* operator()(const Prismatic& joint) const { return single(joint.axis); }
  const char* operator()(const Universal& joint) const { return pair(joint.first, joint.second); }
  const char* operator()(const Spherical&) const { return nullptr; }
  const char* operator()(const Planar& joint) const { return pair(joint.x, joint.y); }
  const char* operator()(const Free&) const { return nullptr; }
};

bool is_identity(const Pose& pose) {
  return pose.translation.isZero(0.0) && pose.rotation.vec().isZero(0.0);
}

MaybeError check_dof(const LinkDescription& link, const Dof& dof) {
  const auto broken = [&link](std::string message) {
    return ModelError{ModelRule::SoundDof, where_of(link), std::move(message)};
  };
  if (!(dof.lower < dof.upper))
    return broken(
        fmt::format("the lower limit {} must be below the upper limit {}", dof.lower, dof.upper));
  if (!(dof.limit_restitution >= 0.0 && dof.limit_restitution <= 1.0))
    return broken(
        fmt::format("the limits' restitution must lie in [0, 1], not {}", dof.limit_restitution));
  for (const double value : {dof.damping, dof.stiffness, dof.armature, dof.friction})
    if (!std::isfinite(value) || value < 0.0)
      return broken(fmt::format(
          "damping, stiffness, armature and friction must be finite and >= 0, not {}", value));
  if (dof.friction > 0.0 && !std::holds_alternative<Revolute>(link.joint) &&
      !std::holds_alternative<Prismatic>(link.joint))
    return broken("only revolute and prismatic joints have dry friction");
  if (!std::isfinite(dof.neutral)) return broken("the neutral coordinate must be finite");
  return std::nullopt;
}

bool has_limits(const Dof& dof) { return std::isfinite(dof.lower) || std::isfinite(dof.upper); }

/// What quaternion joints can not have: limits of one angle, springs that differ by axis.
MaybeError check_quaternion_dofs(const LinkDescription& link) {
  const auto broken = [&link](const char* message) {
    return ModelError{ModelRule::SoundDof, where_of(link), message};
  };
  const bool free = std::holds_alternative<Free>(link.joint);
  for (const Dof& dof : link.dofs) {
    if (has_limits(dof)) return broken("spherical and free joints have no limits");
    if (dof.neutral != 0.0)
      return broken("the neutral orientation of a spherical joint is that of its frame J");
    if (free && (dof.damping != 0.0 || dof.stiffness != 0.0 || dof.armature != 0.0))
      return broken("a free joint has no damping, stiffness or armature");
    if (dof.stiffness != link.dofs.front().stiffness || dof.armature != link.dofs.front().armature)
      return broken("a spherical joint's stiffness and armature must be equal about all axes");
  }
  return std::nullopt;
}

MaybeError check_root(const LinkDescription& link) {
  if (std::holds_alternative<Free>(link.joint) && !(link.parent.empty() && is_identity(link.X_PJ)))
    return ModelError{ModelRule::SoundJoint, where_of(link),
                      "a free joint hangs on the world with X_PJ the identity: its coordinates "
                      "are the pose"};
  if (!link.path) return std::nullopt;
  if (!std::holds_alternative<Fixed>(link.joint) || !link.parent.empty() || !is_identity(link.X_PJ))
    return ModelError{ModelRule::SoundPath, fmt::format("link '{}'", link.name),
                      "a driven link has a fixed joint to the world with X_PJ the identity"};
  if (auto found = defect(*link.path))
    return ModelError{ModelRule::SoundPath, fmt::format("link '{}'", link.name), *found};
  return std::nullopt;
}

}  // namespace

MaybeError check_axes(const std::string& where, const Joint& joint) {
  if (const char* found = std::visit(AxesDefect{}, joint))
    return ModelError{ModelRule::SoundJoint, where, found};
  return std::nullopt;
}

MaybeError check_joint(const LinkDescription& link) {
  if (auto error = check_axes(where_of(link), link.joint)) return error;
  if (auto error = check_pose(where_of(link), link.X_PJ)) return error;
  if (auto error = check_root(link)) return error;
  const std::size_t count = velocity_count(link.joint);
  if (!link.dofs.empty() && link.dofs.size() != count)
    return ModelError{ModelRule::SoundDof, where_of(link),
                      fmt::format("a {} joint has {} velocities, {} are described",
                                  name(link.joint), count, link.dofs.size())};
  for (const Dof& dof : link.dofs)
    if (auto error = check_dof(link, dof)) return error;
  if (!has_plain_coordinates(link.joint)) return check_quaternion_dofs(link);
  return std::nullopt;
}

}  // namespace rigor
