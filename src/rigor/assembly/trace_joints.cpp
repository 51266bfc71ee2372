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

/// The joint of a link, once for each coordinate that has limits, or once without any.
void add_joint(const Model& model, int index, std::vector<trace::Joint>& joints) {
  const Link& link = model.links[index];
  const trace::Joint plain =
      trace_joint(link.joint_name, link.joint, link.X_PJ, link.parent, index);
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
    if (link.fixed_to_world || link.path || std::holds_alternative<Free>(link.joint)) continue;
    add_joint(model, i, joints);
  }
  for (const Loop& loop : model.loops) joints.push_back(trace_loop(loop));
  return joints;
}

}  // namespace rigor
