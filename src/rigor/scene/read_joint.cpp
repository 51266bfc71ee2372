// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/scene/read_body.hpp>
#include <rigor/scene/read_joint.hpp>
#include <rigor/scene/read_motor.hpp>
#include <rigor/scene/read_shape.hpp>

namespace rigor {
namespace {

/// Distances as those of bodies; angles of a thousand turns are a unit mistake.
constexpr NumberRule kJointCoordinate{-1e4, 1e4, false,
                                      "a joint's coordinate from -1e4 to 1e4, in m or rad"};
constexpr NumberRule kCoefficient{0.0, 1e12, false, "a number from 0 to 1e12"};
/// Cosine of the angle between two axes that count as perpendicular: files carry six digits.
constexpr double kPerpendicular = 1e-6;
constexpr double kShortestQuaternion = 1e-6;

bool has_one_axis(const Joint& joint) {
  return std::holds_alternative<Revolute>(joint) || std::holds_alternative<Prismatic>(joint);
}

/// `count` numbers; one alone may stand without a list.
std::vector<double> read_counted(const Cursor& at, int count, const NumberRule& rule) {
  if (count == 1 && at.node.kind != DocumentNode::Kind::Sequence) return {number(at, rule)};
  return numbers(at, count, rule);
}

/// One number for each velocity; a single number stands for all of them.
std::vector<double> read_for_each(const Cursor& joint, std::string_view key, int count,
                                  const NumberRule& rule) {
  const auto at = entry(joint, key);
  const std::size_t size = count;
  if (!at) return std::vector<double>(size, 0.0);
  if (at->node.kind == DocumentNode::Kind::Sequence) return numbers(*at, size, rule);
  return std::vector<double>(size, number(*at, rule));
}

/// Makes the quaternion that starts at `first` a unit one.
void settle_quaternion(const Cursor& at, std::size_t first, std::vector<double>& q) {
  const Eigen::Vector4d parts(q[first], q[first + 1], q[first + 2], q[first + 3]);
  if (!(parts.stableNorm() >= kShortestQuaternion)) {
    note(at, "a quaternion w, x, y, z, not zero", "no rotation is [1, 0, 0, 0]");
    return;
  }
  const std::array<double, 4> unit = wxyz(settled({parts[0], parts[1], parts[2], parts[3]}));
  std::copy(unit.begin(), unit.end(), q.begin() + static_cast<std::ptrdiff_t>(first));
}

void read_state(const Cursor& at, JointSpec& spec) {
  const int count = coordinate_count(spec.joint);
  const bool plain = has_plain_coordinates(spec.joint);
  const std::size_t quaternion = static_cast<std::size_t>(count) - (plain ? 0U : 4U);
  spec.coordinates.assign(count, 0.0);
  if (!plain) spec.coordinates[quaternion] = 1.0;
  if (const auto e = entry(at, "coordinates")) {
    spec.gives_coordinates = true;
    spec.coordinates = read_counted(*e, count, kJointCoordinate);
    if (!plain) settle_quaternion(*e, quaternion, spec.coordinates);
  }
  const int speeds = velocity_count(spec.joint);
  spec.velocities.assign(speeds, 0.0);
  if (const auto e = entry(at, "velocities")) {
    spec.gives_velocities = true;
    spec.velocities = read_counted(*e, speeds, kSpeed);
  }
}

/// The limits of one coordinate that is at `start` at first.
std::array<double, 2> read_pair(const Cursor& at, double start) {
  const std::vector<double> two = numbers(at, 2, kJointCoordinate);
  if (!(two[0] < two[1])) note(at, "a lower limit below the upper one", "e.g. [-0.5, 0.5]");
  if (two[0] < two[1] && !(two[0] < start && start < two[1]))
    note(at, fmt::format("limits with the coordinate at the start, {:g}, between them", start),
         "another start (coordinates), or wider limits");
  return {two[0], two[1]};
}

void read_limits(const Cursor& at, JointSpec& spec) {
  const auto e = entry(at, "limits");
  if (!e) {
    if (const auto bounce = entry(at, "limit_restitution"))
      note(*bounce, "limits besides limit_restitution", "add limits: [lower, upper]");
    return;
  }
  if (const auto bounce = entry(at, "limit_restitution"))
    spec.limit_restitution = number(*bounce, kFraction);
  if (has_one_axis(spec.joint)) {
    spec.limits = {read_pair(*e, spec.coordinates.front())};
    return;
  }
  const std::vector<Cursor> pairs = items(*e);
  if (pairs.size() != spec.coordinates.size()) {
    note(*e, fmt::format("{} pairs of limits, one per coordinate", spec.coordinates.size()),
         "[] where there are none, e.g. [[-0.5, 0.5], []]");
    return;
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const bool none = pairs[k].node.kind == DocumentNode::Kind::Sequence && items(pairs[k]).empty();
    spec.limits.push_back(none ? std::nullopt
                               : std::optional(read_pair(pairs[k], spec.coordinates[k])));
  }
}

/// What joints with axes or a ball have besides those: place, state, springs, dampers, limits.
void read_common(const Cursor& at, JointSpec& spec) {
  if (const auto e = entry(at, "pose")) spec.X_PJ = read_pose(*e);
  if (const auto e = entry(at, "anchor")) spec.anchor = vector3(*e, kCoordinate);
  const int speeds = velocity_count(spec.joint);
  read_state(at, spec);
  spec.stiffness = read_for_each(at, "stiffness", speeds, kCoefficient);
  spec.damping = read_for_each(at, "damping", speeds, kCoefficient);
  spec.armature = read_for_each(at, "armature", speeds, kCoefficient);
  if (!has_plain_coordinates(spec.joint) || speeds == 0) return;
  spec.neutral = read_for_each(at, "neutral", speeds, kJointCoordinate);
  read_limits(at, spec);
  if (!has_one_axis(spec.joint)) return;
  if (const auto e = entry(at, "friction")) spec.friction = number(*e, kCoefficient);
  if (const auto e = entry(at, "motor")) spec.motor = read_motor(*e);
}

Vector3 read_axis(const Cursor& at, std::string_view key) {
  const auto e = entry(at, key);
  return e ? unit_vector(*e) : Vector3::UnitZ();
}

/// The keys of a joint with two axes, and those axes.
void read_two_axes(const Cursor& at, std::string_view one, std::string_view two, Vector3& a,
                   Vector3& b) {
  check_keys(at,
             {one, two, "pose", "anchor", "coordinates", "velocities", "limits",
              "limit_restitution", "stiffness", "neutral", "damping", "armature"},
             {one, two});
  a = read_axis(at, one);
  b = read_axis(at, two);
  if (entry(at, one) && entry(at, two) && std::abs(a.dot(b)) > kPerpendicular)
    note(at, fmt::format("{} and {} are perpendicular", one, two), "e.g. [1, 0, 0] and [0, 1, 0]");
}

template <class Kind>
void read_one_axis(const Cursor& at, JointSpec& spec) {
  check_keys(at,
             {"axis", "pose", "anchor", "coordinates", "velocities", "limits", "limit_restitution",
              "stiffness", "neutral", "damping", "armature", "friction", "motor"},
             {"axis"});
  spec.joint = Kind{read_axis(at, "axis")};
  read_common(at, spec);
}

void read_universal(const Cursor& at, JointSpec& spec) {
  Universal joint;
  read_two_axes(at, "axis", "second_axis", joint.first, joint.second);
  spec.joint = joint;
  read_common(at, spec);
}

void read_planar(const Cursor& at, JointSpec& spec) {
  Planar joint;
  read_two_axes(at, "x_axis", "y_axis", joint.x, joint.y);
  spec.joint = joint;
  read_common(at, spec);
}

void read_spherical(const Cursor& at, JointSpec& spec) {
  check_keys(at,
             {"pose", "anchor", "coordinates", "velocities", "stiffness", "damping", "armature"});
  spec.joint = Spherical{};
  read_common(at, spec);
  const auto equal = [&](std::string_view key, const std::vector<double>& values) {
    const auto e = entry(at, key);
    if (e && (values[1] != values[0] || values[2] != values[0]))
      note(*e, "a spherical joint's stiffness and armature are equal about all axes",
           "write one number");
  };
  equal("stiffness", spec.stiffness);
  equal("armature", spec.armature);
}

}  // namespace

JointSpec read_joint(const Cursor& at) {
  JointSpec spec;
  spec.joint = Fixed{};
  if (!check_keys(at,
                  {"fixed", "revolute", "prismatic", "universal", "spherical", "planar", "free"}))
    return spec;
  if (at.node.keys.size() != 1) {
    note(at, "exactly one kind of joint", "e.g. joint: {revolute: {axis: [0, 1, 0]}}");
    return spec;
  }
  if (const auto e = entry(at, "fixed")) {
    if (check_keys(*e, {"pose", "anchor"})) read_common(*e, spec);
  } else if (const auto revolute = entry(at, "revolute")) {
    read_one_axis<Revolute>(*revolute, spec);
  } else if (const auto prismatic = entry(at, "prismatic")) {
    read_one_axis<Prismatic>(*prismatic, spec);
  } else if (const auto universal = entry(at, "universal")) {
    read_universal(*universal, spec);
  } else if (const auto spherical = entry(at, "spherical")) {
    read_spherical(*spherical, spec);
  } else if (const auto planar = entry(at, "planar")) {
    read_planar(*planar, spec);
  } else if (const auto free = entry(at, "free")) {
    check_keys(*free, {"coordinates", "velocities"});
    spec.joint = Free{};
    read_common(*free, spec);
  }
  return spec;
}

JointSpec read_loop_joint(const Cursor& at) {
  JointSpec spec;
  spec.joint = Fixed{};
  if (!check_keys(at, {"fixed", "revolute", "prismatic", "universal", "spherical", "planar"}))
    return spec;
  if (at.node.keys.size() != 1) {
    note(at, "exactly one kind of joint", "e.g. joint: {revolute: {axis: [0, 1, 0]}}");
    return spec;
  }
  const std::string& kind = at.node.keys.front();
  const Cursor joint = *entry(at, kind);
  const auto axis = [&](std::string_view key) { return read_axis(joint, key); };
  if (kind == "fixed" || kind == "spherical") {
    check_keys(joint, {"pose", "anchor"});
    if (kind == "spherical") spec.joint = Spherical{};
  } else if (kind == "revolute" || kind == "prismatic") {
    check_keys(joint, {"axis", "pose", "anchor"}, {"axis"});
    spec.joint = kind == "revolute" ? Joint(Revolute{axis("axis")}) : Prismatic{axis("axis")};
  } else if (kind == "universal") {
    check_keys(joint, {"axis", "second_axis", "pose", "anchor"}, {"axis", "second_axis"});
    spec.joint = Universal{axis("axis"), axis("second_axis")};
  } else if (kind == "planar") {
    check_keys(joint, {"x_axis", "y_axis", "pose", "anchor"}, {"x_axis", "y_axis"});
    spec.joint = Planar{axis("x_axis"), axis("y_axis")};
  }
  if (const auto e = entry(joint, "pose")) spec.X_PJ = read_pose(*e);
  if (const auto e = entry(joint, "anchor")) spec.anchor = vector3(*e, kCoordinate);
  return spec;
}

}  // namespace rigor
