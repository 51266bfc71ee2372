// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/trace_joints.hpp>

namespace rigor {
namespace {

/// The axis that a joint turns or slides about, and for limits a direction across it, in J.
struct JointAxes {
  Vector3 first = Vector3::Zero();
  Vector3 last = Vector3::Zero();
};

struct AxesOf {
  JointAxes operator()(const Revolute& joint) const { return {joint.axis, joint.axis}; }
  JointAxes operator()(const Prismatic& joint) const { return {joint.axis, joint.axis}; }
  JointAxes operator()(const Universal& joint) const { return {joint.first, joint.second}; }
  JointAxes operator()(const Planar& joint) const {
    const Vector3 normal = joint.x.cross(joint.y).normalized();
    return {normal, normal};
  }
  template <class Other>
  JointAxes operator()(const Other&) const {
    return {};
  }
};

/// Without limits.
trace::Joint trace_joint(const std::string& name, const Joint& joint, const Pose& X_PJ, int parent,
                         int child) {
  static_assert(std::variant_size_v<Joint> == 7);
  trace::Joint out;
  out.name = name;
  out.kind = static_cast<trace::JointKind>(joint.index());  // both in the same order
  out.parent = parent == kWorldLink ? trace::kWorld : static_cast<std::uint32_t>(parent);
  out.child = child;
  out.anchor_parent = triple(X_PJ.translation);
  const JointAxes axes = std::visit(AxesOf{}, joint);
  out.axis_parent = triple(X_PJ.rotation * axes.first);
  out.axis_child = triple(axes.last);
  out.limits = {1.0, -1.0};
  if (std::holds_alternative<Revolute>(joint)) {
    const Vector3 across = axes.first.unitOrthogonal();
    out.reference_parent = triple(X_PJ.rotation * across);
    out.reference_child = triple(across);
  }
  return out;
}

trace::Joint trace_loop(const Loop& loop) {
  trace::Joint out = trace_joint(loop.name, loop.joint, loop.X_PJ, loop.parent, loop.child);
  out.anchor_child = triple(loop.p_CJ);
  return out;
}

/// What the limits of coordinate k are measured from, in J.
struct LimitReferences {
  Vector3 parent = Vector3::Zero();
  Vector3 child = Vector3::Zero();
};

LimitReferences limit_references(const Joint& joint, int k) {
  if (const auto* universal = std::get_if<Universal>(&joint))
    return k == 0 ? LimitReferences{universal->second, Vector3::Zero()}
                  : LimitReferences{Vector3::Zero(), universal->first};
  if (const auto* planar = std::get_if<Planar>(&joint))
    return {k == 1 ? planar->y : planar->x, k == 2 ? planar->x : Vector3::Zero()};
  return {};
}

/// The motions of a link's joint along which something may act by itself.
std::uint8_t acting_on(const Model& model, int index) {
  const Link& link = model.links[index];
  unsigned acting = 0;
  for (unsigned k = 0; k < link.dofs.size(); ++k) {
    const Dof& dof = link.dofs[k];
    if (dof.damping != 0.0 || dof.stiffness != 0.0 || dof.armature != 0.0 || dof.friction != 0.0)
      acting |= std::holds_alternative<Spherical>(link.joint) ? 7U : 1U << k;
  }
  for (const Force& force : model.forces) {
    if (std::holds_alternative<SampledLaw>(force)) {
      if (model.links[link_of(force)].mechanism == link.mechanism) acting |= 0xffU;
    } else if (link_of(force) == index && !std::holds_alternative<AppliedWrench>(force)) {
      const auto* effort = std::get_if<JointEffort>(&force);
      const auto* motor = std::get_if<JointPd>(&force);
      const auto* sampled = std::get_if<SampledPd>(&force);
      acting |= 1U << (effort != nullptr  ? effort->dof
                       : motor != nullptr ? motor->dof
                                          : sampled->law.dof);
    }
  }
  return static_cast<std::uint8_t>(acting);
}

bool is_on_record(const Link& link) {
  return !link.fixed_to_world && !link.path && !std::holds_alternative<Free>(link.joint);
}

/// The joint of a link, once for each coordinate that has limits, or once without any.
void add_joint(const Model& model, int index, std::vector<trace::Joint>& joints) {
  const Link& link = model.links[index];
  trace::Joint plain = trace_joint(link.joint_name, link.joint, link.X_PJ, link.parent, index);
  plain.acting = acting_on(model, index);
  bool limited = false;
  for (int k = 0; k < std::ssize(link.dofs) && has_plain_coordinates(link.joint); ++k) {
    const Dof& dof = link.dofs[k];
    if (!std::isfinite(dof.lower) || !std::isfinite(dof.upper)) continue;
    limited = true;
    joints.push_back(plain);
    joints.back().limits = {dof.lower, dof.upper};
    if (link.dofs.size() == 1) continue;
    const LimitReferences references = limit_references(link.joint, k);
    joints.back().reference_parent = triple(link.X_PJ.rotation * references.parent);
    joints.back().reference_child = triple(references.child);
  }
  if (!limited) joints.push_back(plain);
}

}  // namespace

std::vector<trace::Joint> trace_joints(const Model& model) {
  std::vector<trace::Joint> joints;
  for (int i = 0; i < std::ssize(model.links); ++i) {
    const Link& link = model.links[i];
    if (is_on_record(link)) add_joint(model, i, joints);
  }
  for (const Loop& loop : model.loops) joints.push_back(trace_loop(loop));
  return joints;
}

JointNumbers joint_numbers(const Model& model) {
  JointNumbers numbers;
  std::vector<trace::Joint> joints;
  const auto next = [&] { return static_cast<std::uint32_t>(joints.size()); };
  for (int i = 0; i < std::ssize(model.links); ++i) {
    numbers.of_link.push_back(is_on_record(model.links[i]) ? next() : trace::kWorld);
    if (is_on_record(model.links[i])) add_joint(model, i, joints);
  }
  for (std::uint32_t k = 0; k < model.loops.size(); ++k) numbers.of_loop.push_back(next() + k);
  return numbers;
}

}  // namespace rigor
