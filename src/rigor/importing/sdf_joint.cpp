// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <rigor/importing/sdf_joint.hpp>
#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {
namespace {

/// Child and joint in the frame of the model.
struct JointPlaces {
  Pose X_MC{};
  Pose X_MJ{};
};

JointKind kind_of(Reading& reading, const XmlElement& joint) {
  static const std::map<std::string, JointKind> kKinds{
      {"fixed", JointKind::Fixed},         {"revolute", JointKind::Revolute},
      {"continuous", JointKind::Revolute}, {"prismatic", JointKind::Prismatic},
      {"ball", JointKind::Spherical},      {"universal", JointKind::Universal}};
  const std::string type = mandatory(reading, joint, "type");
  const auto kind = kKinds.find(type);
  if (kind != kKinds.end()) return kind->second;
  for (const char* known : {"screw", "gearbox", "revolute2"})
    if (type == known)
      throw SceneError(reading.file,
                       {{joint.place, "joint: type", type, "a joint that is simulated",
                         "screws, gear boxes and revolute2 joints are not"}},
                       SceneFault::Refusal);
  problem(reading, joint, "joint: type", type,
          "a type of joint: fixed, revolute, continuous, prismatic, ball or universal",
          "see the SDF specification");
  return JointKind::Fixed;
}

/// The axis of `at` in the axes of the child link.
Vector3 read_axis(Reading& reading, const XmlElement& joint, const XmlElement& at,
                  const JointPlaces& places, const SdfFrames& frames, double version) {
  Vector3 axis =
      direction(reading, at, "axis: xyz", vector_of(reading, at, "xyz", "0 0 1", kFinite));
  Quaternion R_MA = places.X_MJ.rotation;
  const XmlElement* xyz = child(at, "xyz");
  const std::string* expressed = xyz == nullptr ? nullptr : attribute(*xyz, "expressed_in");
  if (expressed != nullptr && !expressed->empty())
    R_MA = frames.in_model(reading, *expressed, joint).rotation;
  else if (flag_of(at, "use_parent_model_frame") || version <= 1.4)
    R_MA.setIdentity();
  return (places.X_MC.rotation.conjugate() * R_MA) * axis;
}

void read_dynamics(Reading& reading, const XmlElement& axis, bool stops, SourceJoint& joint) {
  account(reading, axis,
          {"xyz", "limit", "dynamics", "use_parent_model_frame", "initial_position"});
  joint.start = number_of(reading, axis, "initial_position", 0.0, kAngle);
  if (const XmlElement* limit = child(axis, "limit")) {
    account(reading, *limit, {"lower", "upper", "effort"});
    if (stops)
      joint.limits = {number_of(reading, *limit, "lower", -1e16, kLimit),
                      number_of(reading, *limit, "upper", 1e16, kLimit)};
    const double effort = number_of(reading, *limit, "effort", -1.0, kFinite);
    if (effort >= 0.0 && effort <= kCoefficient.high) joint.effort = effort;
  }
  if (const XmlElement* dynamics = child(axis, "dynamics")) {
    account(reading, *dynamics, {"damping", "friction", "spring_reference", "spring_stiffness"});
    joint.damping = number_of(reading, *dynamics, "damping", 0.0, kCoefficient);
    joint.friction = number_of(reading, *dynamics, "friction", 0.0, kCoefficient);
    joint.neutral = number_of(reading, *dynamics, "spring_reference", 0.0, kAngle);
    joint.stiffness = number_of(reading, *dynamics, "spring_stiffness", 0.0, kCoefficient);
  }
}

void drop_limits(Reading& reading, SourceJoint& joint) {
  if (joint.limits)
    reading.notes.push_back({NoteKind::LeftOut, "limits of a joint",
                             "universal and ball joints have no limits here", joint.place});
  joint.limits.reset();
  joint.stiffness = joint.neutral = joint.start = 0.0;
}

}  // namespace

SourceJoint read_sdf_joint(Reading& reading, const XmlElement& element, const std::string& parent,
                           const std::string& child_link, const SdfFrames& frames, double version) {
  SourceJoint joint{.name = mandatory(reading, element, "name"), .place = element.place};
  account(reading, element, {"parent", "child", "pose", "axis", "axis2"});
  joint.kind = kind_of(reading, element);
  joint.parent = parent;
  joint.child = child_link;
  const JointPlaces places{frames.in_model(reading, joint.child, element),
                           frames.in_model(reading, joint.name, element)};
  joint.X_PC = inverse(frames.in_model(reading, joint.parent, element)) * places.X_MC;
  joint.anchor = (inverse(places.X_MC) * places.X_MJ).translation;
  const bool stops = *attribute(element, "type") != "continuous";
  if (const XmlElement* axis = child(element, "axis")) {
    joint.axis = read_axis(reading, element, *axis, places, frames, version);
    read_dynamics(reading, *axis, stops, joint);
  }
  if (const XmlElement* axis = child(element, "axis2"))
    joint.second_axis = read_axis(reading, element, *axis, places, frames, version);
  if (joint.kind == JointKind::Universal || joint.kind == JointKind::Spherical)
    drop_limits(reading, joint);
  return joint;
}

}  // namespace rigor::importing
