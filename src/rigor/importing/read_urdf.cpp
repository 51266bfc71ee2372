// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <rigor/importing/read_urdf.hpp>
#include <rigor/importing/reading.hpp>

namespace rigor::importing {
namespace {

/// The element `origin`, xyz and rpy, of a link, a joint or a part of them.
Pose read_origin(Reading& reading, const XmlElement& at) {
  Pose pose;
  const XmlElement* origin = child(at, "origin");
  if (origin == nullptr) return pose;
  if (const std::string* xyz = attribute(*origin, "xyz"))
    pose.translation = read_vector(reading, *origin, "origin: xyz", *xyz, kCoordinate);
  if (const std::string* rpy = attribute(*origin, "rpy"))
    pose.rotation = from_rpy(read_vector(reading, *origin, "origin: rpy", *rpy, kAngle));
  return pose;
}

/// The inertia as written, in the link's frame; nothing for a mass of zero. Whether it is sound is
/// asked later.
std::optional<SpatialInertia> read_inertial(Reading& reading, const XmlElement& inertial) {
  account(reading, inertial, {"origin", "mass", "inertia"});
  const Pose X_LC = read_origin(reading, inertial);
  SpatialInertia found{.com = Vector3::Zero()};
  if (const XmlElement* mass = child(inertial, "mass"))
    found.mass = read_number(reading, *mass, "mass", mandatory(reading, *mass, "value"), kMass);
  if (const XmlElement* inertia = child(inertial, "inertia")) {
    const auto moment = [&](std::string_view key) {
      return number_or(reading, *inertia, key, 0.0, kMoment);
    };
    const double xy = moment("ixy"), xz = moment("ixz"), yz = moment("iyz");
    found.about_com << moment("ixx"), xy, xz, xy, moment("iyy"), yz, xz, yz, moment("izz");
  }
  if (found.mass == 0.0) {
    if (!found.about_com.isZero(0.0))
      reading.notes.push_back({NoteKind::LeftOut, "inertia of a link without mass",
                               "a part without mass has none", inertial.place});
    return {};
  }
  return transformed(X_LC, found);
}

SourceShape read_mesh(Reading& reading, const XmlElement& mesh) {
  SourceMesh shape{.uri = mandatory(reading, mesh, "filename")};
  if (const std::string* scale = attribute(mesh, "scale")) {
    const NumberRule rule{-1e6, 1e6, false, "a scale within 1e6"};
    shape.scale = read_vector(reading, mesh, "mesh: scale", *scale, rule);
    if ((shape.scale.array() == 0.0).any())
      problem(reading, mesh, "mesh: scale", *scale, "a scale that is not zero", "e.g. 1 1 1");
  }
  return shape;
}

std::optional<SourceShape> read_geometry(Reading& reading, const XmlElement& geometry) {
  const auto length = [&](const XmlElement& at, std::string_view key) {
    return read_number(reading, at, fmt::format("{}: {}", at.name, key),
                       mandatory(reading, at, key), kLength);
  };
  if (const XmlElement* box = child(geometry, "box"))
    return SourceBox{
        read_vector(reading, *box, "box: size", mandatory(reading, *box, "size"), kLength)};
  if (const XmlElement* ball = child(geometry, "sphere"))
    return SourceSphere{length(*ball, "radius")};
  if (const XmlElement* cylinder = child(geometry, "cylinder"))
    return SourceCylinder{length(*cylinder, "radius"), length(*cylinder, "length")};
  if (const XmlElement* capsule = child(geometry, "capsule"))
    return SourceCapsule{length(*capsule, "radius"), length(*capsule, "length")};
  if (const XmlElement* mesh = child(geometry, "mesh")) return read_mesh(reading, *mesh);
  if (const XmlElement* plane = child(geometry, "plane"))
    return SourcePlane{direction(reading, *plane, "plane: normal",
                                 read_vector(reading, *plane, "plane: normal",
                                             mandatory(reading, *plane, "normal"), kFinite))};
  problem(reading, geometry, "geometry", "",
          "one of box, sphere, cylinder, capsule, mesh and plane", "add one of them");
  return {};
}

SourceLink read_link(Reading& reading, const XmlElement& element) {
  SourceLink link{.name = mandatory(reading, element, "name"), .place = element.place};
  account(reading, element, {"inertial", "collision"});
  if (const XmlElement* inertial = child(element, "inertial"))
    link.inertia = read_inertial(reading, *inertial);
  for (const XmlElement* collision : children(element, "collision")) {
    account(reading, *collision, {"origin", "geometry"});
    const XmlElement* geometry = child(*collision, "geometry");
    if (geometry == nullptr) {
      problem(reading, *collision, "collision", "", "a geometry is mandatory",
              "<geometry><box size=\"1 1 1\"/></geometry>");
      continue;
    }
    const std::optional<SourceShape> shape = read_geometry(reading, *geometry);
    const std::string* name = attribute(*collision, "name");
    if (shape)
      link.collisions.push_back({.name = name != nullptr ? *name : "",
                                 .X_LC = read_origin(reading, *collision),
                                 .shape = *shape,
                                 .place = collision->place});
  }
  return link;
}

std::string linked(Reading& reading, const XmlElement& joint, std::string_view side) {
  if (const XmlElement* end = child(joint, side)) return mandatory(reading, *end, "link");
  problem(reading, joint, "joint", "", fmt::format("the element \"{}\" is mandatory", side),
          fmt::format("<{} link=\"...\"/>", side));
  return {};
}

void read_limit(Reading& reading, const XmlElement& limit, SourceJoint& joint, bool stops) {
  if (stops) {
    const double lower = number_or(reading, limit, "lower", 0.0, kLimit);
    const double upper = number_or(reading, limit, "upper", 0.0, kLimit);
    if (attribute(limit, "lower") != nullptr || attribute(limit, "upper") != nullptr)
      joint.limits = {lower, upper};
    else
      reading.notes.push_back({NoteKind::LeftOut, "limits of a joint",
                               "neither lower nor upper is given: it turns or slides freely",
                               limit.place});
  }
  if (attribute(limit, "effort") != nullptr)
    joint.effort = number_or(reading, limit, "effort", 0.0, kCoefficient);
  if (attribute(limit, "velocity") != nullptr)
    reading.notes.push_back(
        {NoteKind::LeftOut, "limit of a joint's velocity", "speeds are not limited", limit.place});
}

JointKind read_kind(Reading& reading, const XmlElement& element) {
  static constexpr std::array<std::string_view, 7> kTypes{
      "fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"};
  static constexpr std::array kKinds{JointKind::Fixed,     JointKind::Revolute, JointKind::Revolute,
                                     JointKind::Prismatic, JointKind::Free,     JointKind::Planar,
                                     JointKind::Spherical};
  const std::string type = mandatory(reading, element, "type");
  const auto found = std::find(kTypes.begin(), kTypes.end(), type);
  if (found != kTypes.end()) return kKinds[found - kTypes.begin()];
  const std::string_view meant = nearest(type, kTypes);
  problem(reading, element, "joint: type", type, "a type of joint: " + enumeration(kTypes),
          meant.empty() ? "see the URDF specification" : fmt::format("\"{}\"", meant));
  return JointKind::Fixed;
}

SourceJoint read_joint(Reading& reading, const XmlElement& element) {
  SourceJoint joint{.name = mandatory(reading, element, "name"), .place = element.place};
  account(reading, element, {"parent", "child", "origin", "axis", "limit", "dynamics"});
  joint.kind = read_kind(reading, element);
  joint.parent = linked(reading, element, "parent");
  joint.child = linked(reading, element, "child");
  joint.X_PC = read_origin(reading, element);
  const XmlElement* axis = child(element, "axis");
  if (axis != nullptr && joint.kind != JointKind::Fixed && joint.kind != JointKind::Free)
    joint.axis = direction(
        reading, *axis, "axis: xyz",
        read_vector(reading, *axis, "axis: xyz", mandatory(reading, *axis, "xyz"), kFinite));
  const std::string* type = attribute(element, "type");
  const bool stops = type != nullptr && (*type == "revolute" || *type == "prismatic");
  const XmlElement* limit = child(element, "limit");
  if (limit != nullptr) read_limit(reading, *limit, joint, stops);
  if (stops && limit == nullptr)
    problem(reading, element, "joint " + shortened(joint.name), "",
            fmt::format("a {} joint has a limit", *type),
            "<limit lower=... upper=... effort=... velocity=.../>, or type=\"continuous\"");
  if (const XmlElement* dynamics = child(element, "dynamics")) {
    joint.damping = number_or(reading, *dynamics, "damping", 0.0, kCoefficient);
    joint.friction = number_or(reading, *dynamics, "friction", 0.0, kCoefficient);
  }
  return joint;
}

/// The joint that holds the root against the world. A root without mass that is called "world" is
/// the world itself.
SourceJoint base_joint(const SourceModel& robot, Base base) {
  for (const SourceLink& link : robot.links) {
    const bool carried =
        std::any_of(robot.joints.begin(), robot.joints.end(),
                    [&link](const SourceJoint& joint) { return joint.child == link.name; });
    const bool is_world = link.name == "world" && !link.inertia;
    if (!carried)
      return {.name = "base",
              .kind = base == Base::Free && !is_world ? JointKind::Free : JointKind::Fixed,
              .child = link.name,
              .place = link.place};
  }
  return {};
}

}  // namespace

SourceScene read_urdf(const XmlElement& robot, const std::string& file, Base base) {
  Reading reading{.file = file};
  SourceModel model{.name = mandatory(reading, robot, "name")};
  for (const XmlElement& element : robot.children)
    if (element.name.starts_with("xacro:"))
      problem(reading, element, shortened(element.name), "", "a URDF without xacro",
              "expand it first: xacro FILE > robot.urdf");
  settle(reading);
  account(reading, robot, {"link", "joint"});
  for (const XmlElement* link : children(robot, "link"))
    model.links.push_back(read_link(reading, *link));
  for (const XmlElement* joint : children(robot, "joint"))
    model.joints.push_back(read_joint(reading, *joint));
  if (model.links.empty())
    problem(reading, robot, "robot", "", "at least one link", "<link name=\"...\">");
  settle(reading);
  if (const SourceJoint root = base_joint(model, base); !root.child.empty())
    model.joints.insert(model.joints.begin(), root);
  SourceScene scene{.name = model.name, .format = "URDF", .notes = std::move(reading.notes)};
  scene.models.push_back(std::move(model));
  return scene;
}

}  // namespace rigor::importing
