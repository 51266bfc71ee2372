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
  out.child = static_cast<std::uint32_t>(child);
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

trace::Joint trace_joint(const Model& model, int index) {
  const Link& link = model.links[static_cast<std::size_t>(index)];
  trace::Joint out = trace_joint(link.joint_name, link.joint, link.X_PJ, link.parent, index);
  if (!std::holds_alternative<Revolute>(link.joint) &&
      !std::holds_alternative<Prismatic>(link.joint))
    return out;
  const Dof& dof = link.dofs.front();
  if (std::isfinite(dof.lower) && std::isfinite(dof.upper)) out.limits = {dof.lower, dof.upper};
  return out;
}

}  // namespace

std::vector<trace::Joint> trace_joints(const Model& model) {
  std::vector<trace::Joint> joints;
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const Link& link = model.links[static_cast<std::size_t>(i)];
    if (link.fixed_to_world || link.path || std::holds_alternative<Free>(link.joint)) continue;
    joints.push_back(trace_joint(model, i));
  }
  for (const Loop& loop : model.loops) joints.push_back(trace_loop(loop));
  return joints;
}

}  // namespace rigor
