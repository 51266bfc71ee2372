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

trace::Joint trace_joint(const Model& model, int index) {
  static_assert(std::variant_size_v<Joint> == 7);
  const Link& link = model.links[static_cast<std::size_t>(index)];
  trace::Joint out;
  out.name = link.joint_name;
  out.kind = static_cast<trace::JointKind>(link.joint.index());  // both in the same order
  out.parent = link.parent == kWorldLink ? trace::kWorld : static_cast<std::uint32_t>(link.parent);
  out.child = static_cast<std::uint32_t>(index);
  out.anchor_parent = triple(link.X_PJ.translation);
  const JointAxes axes = std::visit(AxesOf{}, link.joint);
  out.axis_parent = triple(link.X_PJ.rotation * axes.first);
  out.axis_child = triple(axes.last);
  out.limits = {1.0, -1.0};
  if (!std::holds_alternative<Revolute>(link.joint) &&
      !std::holds_alternative<Prismatic>(link.joint))
    return out;
  if (std::holds_alternative<Revolute>(link.joint)) {
    const Vector3 across = axes.first.unitOrthogonal();
    out.reference_parent = triple(link.X_PJ.rotation * across);
    out.reference_child = triple(across);
  }
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
  return joints;
}

}  // namespace rigor
