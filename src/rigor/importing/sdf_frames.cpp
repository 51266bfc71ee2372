// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <rigor/importing/sdf_frames.hpp>

namespace rigor::importing {
namespace {

constexpr int kLongestChain = 1000;  // of frames relative to each other

bool is_true(const std::string* text) {
  return text != nullptr && (*text == "true" || *text == "1");
}

Quaternion read_quaternion(Reading& reading, const XmlElement& pose, const std::vector<double>& v) {
  const Quaternion q(v[6], v[3], v[4], v[5]);
  if (q.norm() > 1e-6) return q.normalized();
  problem(reading, pose, "pose", pose.text, "a quaternion that is not zero", "x y z w");
  return Quaternion::Identity();
}

}  // namespace

Pose read_sdf_pose(Reading& reading, const XmlElement& at) {
  const XmlElement* pose = child(at, "pose");
  if (pose == nullptr || pose->text.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const std::string* format = attribute(*pose, "rotation_format");
  const bool quaternion = format != nullptr && *format == "quat_xyzw";
  std::vector<double> v =
      read_numbers(reading, *pose, "pose", pose->text, quaternion ? 7 : 6, kCoordinate);
  const Vector3 translation(v[0], v[1], v[2]);
  if (quaternion) return {read_quaternion(reading, *pose, v), translation};
  const double unit = is_true(attribute(*pose, "degrees")) ? std::numbers::pi / 180.0 : 1.0;
  return {from_rpy(unit * Vector3(v[3], v[4], v[5])), translation};
}

std::string relative_to(const XmlElement& at) {
  const XmlElement* pose = child(at, "pose");
  const std::string* name = pose == nullptr ? nullptr : attribute(*pose, "relative_to");
  if (name == nullptr && pose != nullptr) name = attribute(*pose, "frame");  // SDF 1.5 and 1.6
  return name == nullptr ? "" : *name;
}

void SdfFrames::add(const std::string& name, const Pose& pose, const std::string& relative_to,
                    const XmlElement& at) {
  entries_.emplace(name, Entry{pose, relative_to, &at});
}

bool SdfFrames::knows(const std::string& name) const {
  return name.empty() || name == "__model__" || entries_.contains(name);
}

Pose SdfFrames::in_model(Reading& reading, const std::string& name, const XmlElement& at) const {
  Pose X;
  std::string next = name;
  for (int steps = 0; steps < kLongestChain; ++steps) {
    if (next.empty() || next == "__model__") return X;
    const auto entry = entries_.find(next);
    if (entry == entries_.end()) {
      problem(reading, at, shortened(at.name), next, "the name of a frame, a link or a joint",
              "check the name and the model that it is in");
      return {};
    }
    X = entry->second.pose * X;
    next = entry->second.relative_to;
  }
  problem(reading, at, shortened(at.name), name, "frames that are not relative to themselves",
          "break the circle of relative_to");
  return {};
}

}  // namespace rigor::importing
