// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <rigor/dynamics/joint.hpp>

namespace rigor {
namespace {

Quaternion quaternion_at(const double* q) {
  return Quaternion(q[0], q[1], q[2], q[3]).normalized();
}

struct PoseOf {
  const double* q;

  Pose operator()(const Fixed&) const { return {}; }
  Pose operator()(const Revolute& joint) const {
    return {exp_rotation(q[0] * joint.axis), Vector3::Zero()};
  }
  Pose operator()(const Prismatic& joint) const {
    return {Quaternion::Identity(), q[0] * joint.axis};
  }
  Pose operator()(const Universal& joint) const {
    return {exp_rotation(q[0] * joint.first) * exp_rotation(q[1] * joint.second), Vector3::Zero()};
  }
  Pose operator()(const Spherical&) const { return {quaternion_at(q), Vector3::Zero()}; }
  Pose operator()(const Planar& joint) const {
    return {exp_rotation(q[2] * joint.x.cross(joint.y)), q[0] * joint.x + q[1] * joint.y};
  }
  Pose operator()(const Free&) const { return {quaternion_at(q + 3), Vector3(q[0], q[1], q[2])}; }
};

}  // namespace

int coordinate_count(const Joint& joint) {
  constexpr std::array<int, std::variant_size_v<Joint>> kCounts{0, 1, 1, 2, 4, 3, 7};
  return kCounts[joint.index()];
}

int velocity_count(const Joint& joint) {
  constexpr std::array<int, std::variant_size_v<Joint>> kCounts{0, 1, 1, 2, 3, 3, 6};
  return kCounts[joint.index()];
}

const char* name(const Joint& joint) {
  constexpr std::array<const char*, std::variant_size_v<Joint>> kNames{
      "fixed", "revolute", "prismatic", "universal", "spherical", "planar", "free"};
  return kNames[joint.index()];
}

bool has_plain_coordinates(const Joint& joint) {
  return coordinate_count(joint) == velocity_count(joint);
}

Pose joint_pose(const Joint& joint, const double* q) { return std::visit(PoseOf{q}, joint); }

}  // namespace rigor
