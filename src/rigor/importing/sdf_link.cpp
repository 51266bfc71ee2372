// SPDX-License-Identifier: Apache-2.0
#include <rigor/importing/sdf_frames.hpp>
#include <rigor/importing/sdf_link.hpp>
#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {
namespace {

SpatialInertia read_inertial(Reading& reading, const XmlElement& link) {
  const XmlElement* inertial = child(link, "inertial");
  SpatialInertia inertia{.mass = 1.0};
  inertia.about_com.setIdentity();
  if (inertial == nullptr) {
    reading.notes.push_back({NoteKind::Added, "mass of a link",
                             "none is given: 1 kg and 1 kg m2, as SDF says", link.place});
    return inertia;
  }
  account(reading, *inertial, {"pose", "mass", "inertia"});
  inertia.mass = number_of(reading, *inertial, "mass", 1.0, kMass);
  if (const XmlElement* it = child(*inertial, "inertia")) {
    const auto moment = [&](std::string_view key, double otherwise) {
      return number_of(reading, *it, key, otherwise, kMoment);
    };
    const double xy = moment("ixy", 0), xz = moment("ixz", 0), yz = moment("iyz", 0);
    inertia.about_com << moment("ixx", 1), xy, xz, xy, moment("iyy", 1), yz, xz, yz,
        moment("izz", 1);
  }
  return transformed(read_sdf_pose(reading, *inertial), inertia);
}

SourceMesh read_mesh(Reading& reading, const XmlElement& mesh) {
  account(reading, mesh, {"uri", "scale"});
  SourceMesh shape{.uri = text_of(mesh, "uri", "")};
  if (shape.uri.empty())
    problem(reading, mesh, "mesh", "", "the uri of a mesh file", "<uri>meshes/arm.stl</uri>");
  const NumberRule rule{-1e6, 1e6, false, "a scale within 1e6"};
  shape.scale = vector_of(reading, mesh, "scale", "1 1 1", rule);
  if ((shape.scale.array() == 0.0).any())
    problem(reading, mesh, "mesh: scale", "", "a scale that is not zero", "e.g. 1 1 1");
  return shape;
}

/// The shape; nothing, with a note, for those that are not simulated.
std::optional<SourceShape> read_geometry(Reading& reading, const XmlElement& geometry) {
  const auto length = [&](const XmlElement& at, std::string_view key, double otherwise) {
    return number_of(reading, at, key, otherwise, kLength);
  };
  if (const XmlElement* it = child(geometry, "box"))
    return SourceBox{vector_of(reading, *it, "size", "1 1 1", kLength)};
  if (const XmlElement* it = child(geometry, "sphere"))
    return SourceSphere{length(*it, "radius", 1.0)};
  if (const XmlElement* it = child(geometry, "cylinder"))
    return SourceCylinder{length(*it, "radius", 1.0), length(*it, "length", 1.0)};
  if (const XmlElement* it = child(geometry, "capsule"))
    return SourceCapsule{length(*it, "radius", 0.5), length(*it, "length", 1.0)};
  if (const XmlElement* it = child(geometry, "ellipsoid"))
    return SourceEllipsoid{vector_of(reading, *it, "radii", "1 1 1", kLength)};
  if (const XmlElement* it = child(geometry, "mesh")) return read_mesh(reading, *it);
  if (const XmlElement* it = child(geometry, "plane"))
    return SourcePlane{direction(reading, *it, "plane: normal",
                                 vector_of(reading, *it, "normal", "0 0 1", kFinite))};
  for (const XmlElement& it : geometry.children)
    if (it.name != "empty")
      reading.notes.push_back({NoteKind::LeftOut, "shape " + shortened(it.name),
                               "shapes of this kind are not simulated", it.place});
  return {};
}

void add_collision(Reading& reading, const XmlElement& collision, SdfLink& to) {
  account(reading, collision, {"pose", "geometry", "max_contacts", "laser_retro", "surface"});
  if (child(collision, "surface") != nullptr)
    reading.notes.push_back({NoteKind::LeftOut, "surface of a collision shape",
                             "all surfaces have the friction of --mu, and contact is rigid",
                             collision.place});
  const XmlElement* geometry = child(collision, "geometry");
  if (geometry == nullptr) {
    problem(reading, collision, "collision", "", "a geometry is mandatory",
            "<geometry><box><size>1 1 1</size></box></geometry>");
    return;
  }
  const auto shape = read_geometry(reading, *geometry);
  if (!shape) return;
  to.link.collisions.push_back({.name = mandatory(reading, collision, "name"),
                                .X_LC = read_sdf_pose(reading, collision),
                                .shape = *shape,
                                .place = collision.place});
  if (const std::string base = relative_to(collision); !base.empty())
    to.elsewhere.push_back({to.link.collisions.size() - 1, base, &collision});
}

}  // namespace

SdfLink read_sdf_link(Reading& reading, const XmlElement& element, bool is_static) {
  SdfLink out{{.name = mandatory(reading, element, "name"), .place = element.place}};
  SourceLink& link = out.link;
  account(reading, element,
          {"pose", "inertial", "collision", "gravity", "self_collide", "kinematic",
           "must_be_base_link", "enable_wind"});
  if (!is_static) link.inertia = read_inertial(reading, element);
  if (child(element, "gravity") != nullptr && !flag_of(element, "gravity"))
    reading.notes.push_back({NoteKind::LeftOut, "gravity of a link switched off",
                             "gravity acts on everything here", element.place});
  if (link.inertia && link.inertia->mass == 0.0) link.inertia.reset();
  for (const XmlElement* collision : children(element, "collision"))
    add_collision(reading, *collision, out);
  return out;
}

}  // namespace rigor::importing
