// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/importing/joint_start.hpp>

namespace rigor::importing {
namespace {

constexpr double kInside = 0.01;  // of the distance between the limits
constexpr double kNoLimit = 5e3;  // m or rad: what lies beyond is what files write for "none"

bool has_one_coordinate(const SourceJoint& joint) {
  return joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic;
}

[[noreturn]] void refuse(const std::string& file, const SourceJoint& joint, std::string value,
                         std::string rule, std::string remedy) {
  throw SceneError(file, {{joint.place, "joint " + shortened(joint.name), std::move(value),
                           std::move(rule), std::move(remedy)}});
}

void settle_limits(SourceJoint& joint, const std::string& file, bool repair,
                   std::vector<Note>& notes) {
  if (!joint.limits) return;
  auto& [lower, upper] = *joint.limits;
  const std::string who = "joint " + shortened(joint.name);
  if (lower > upper) {
    if (!repair)
      refuse(file, joint, fmt::format("{:g} to {:g}", lower, upper),
             "a lower limit below the upper one", "correct the file, or use --repair to swap them");
    std::swap(lower, upper);
    notes.push_back({NoteKind::Repaired, who, "its limits were swapped", joint.place});
  }
  if (lower == upper) {
    notes.push_back({NoteKind::Merged, who,
                     fmt::format("its limits leave no room, so it is fixed at {:g}", lower),
                     joint.place});
    const Pose X = joint.kind == JointKind::Revolute
                       ? Pose{exp_rotation(joint.axis * lower), Vector3::Zero()}
                       : Pose{Quaternion::Identity(), joint.axis * lower};
    const Pose X_CA{Quaternion::Identity(), joint.anchor};
    joint.X_PC = joint.X_PC * X_CA * X * inverse(X_CA);
    joint.kind = JointKind::Fixed;
    joint.limits.reset();
  } else if (lower < -kNoLimit && upper > kNoLimit) {
    joint.limits.reset();
  } else {
    lower = std::max(lower, -kNoLimit);
    upper = std::min(upper, kNoLimit);
  }
}

void settle_start(SourceJoint& joint, std::vector<Note>& notes) {
  if (!joint.limits) return;
  const auto [lower, upper] = *joint.limits;
  const double inside = kInside * (upper - lower);
  if (lower < joint.start && joint.start < upper) return;
  const double start = joint.start <= lower ? lower + inside : upper - inside;
  notes.push_back(
      {NoteKind::Added, fmt::format("start of joint {} at {:g}", shortened(joint.name), start),
       fmt::format("{:g} is not between its limits {:g} and {:g}", joint.start, lower, upper),
       joint.place});
  joint.start = start;
}

void take_asked(SourceModel& model, const std::string& file, const StartValue& value) {
  const auto joint = std::find_if(
      model.joints.begin(), model.joints.end(),
      [&value](const SourceJoint& j) { return j.name == value.joint && has_one_coordinate(j); });
  if (joint == model.joints.end()) return;
  if (joint->limits && !((*joint->limits)[0] < value.value && value.value < (*joint->limits)[1]))
    refuse(file, *joint, fmt::format("{:g}", value.value),
           fmt::format("a start between the limits {:g} and {:g}", (*joint->limits)[0],
                       (*joint->limits)[1]),
           "another value of --start");
  joint->start = value.value;
}

}  // namespace

void settle_joints(SourceModel& model, const std::string& file,
                   const std::vector<StartValue>& asked, bool repair, std::vector<Note>& notes) {
  for (SourceJoint& joint : model.joints)
    if (has_one_coordinate(joint)) settle_limits(joint, file, repair, notes);
  for (const StartValue& value : asked) take_asked(model, file, value);
  for (SourceJoint& joint : model.joints)
    if (has_one_coordinate(joint)) settle_start(joint, notes);
}

}  // namespace rigor::importing
