// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <rigor/importing/read_sdf.hpp>
#include <rigor/importing/sdf_frames.hpp>

namespace rigor::importing {
namespace {

std::string text_of(const XmlElement& at, std::string_view name, std::string_view otherwise) {
  const XmlElement* one = child(at, name);
  const std::string text(one == nullptr ? otherwise : one->text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool flag_of(const XmlElement& at, std::string_view name) {
  const std::string text = text_of(at, name, "false");
  return text == "true" || text == "1";
}

/// The number in the child `name`; files write inf for what has no end.
double number_of(Reading& reading, const XmlElement& at, std::string_view name, double otherwise,
                 const NumberRule& rule) {
  const XmlElement* one = child(at, name);
  if (one == nullptr) return otherwise;
  const std::string text = text_of(at, name, "");
  if (text == "inf" || text == "+inf" || text == "Inf") return rule.high;
  if (text == "-inf" || text == "-Inf") return rule.low;
  return read_number(reading, *one, shortened(one->name), text, rule);
}

Vector3 vector_of(Reading& reading, const XmlElement& at, std::string_view name,
                  std::string_view otherwise, const NumberRule& rule) {
  const XmlElement* one = child(at, name);
  return read_vector(reading, one == nullptr ? at : *one, std::string(name),
                     text_of(at, name, otherwise), rule);
}

SpatialInertia read_inertial(Reading& reading, const XmlElement& link) {
  const XmlElement* inertial = child(link, "inertial");
  SpatialInertia inertia{.mass = 1.0};
  inertia.about_com.setIdentity();
  if (inertial == nullptr) {
    reading.notes.push_back({NoteKind::Added, "mass of a link",
                             "none is told: 1 kg and 1 kg m2, as SDF says", link.place});
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

/// What a model consists of, in its own frame; names joined by "::".
struct ModelParts {
  std::vector<SourceLink> links{};
  std::map<std::string, Pose> X_ML{};
  std::vector<SourceJoint> joints{};
  SdfFrames frames{};
};

class ModelReader {
 public:
  ModelReader(Reading& reading, double version) : reading_(reading), version_(version) {}

  ModelParts read(const XmlElement& model, bool is_static, int depth) {
    ModelParts parts;
    if (depth > kDeepestModel) {
      problem(reading_, model, "model", "", "at most 8 models inside each other", "flatten it");
      return parts;
    }
    account(reading_, model,
            {"link", "joint", "frame", "model", "include", "pose", "static", "self_collide",
             "allow_auto_disable", "enable_wind"});
    for (const XmlElement* inner : children(model, "model"))
      add_inner(*inner, is_static, depth, parts);
    for (const XmlElement* include : children(model, "include"))
      problem(reading_, *include, "include", text_of(*include, "uri", ""),
              "a model without includes", "expand it first: gz sdf -p FILE > whole.sdf");
    for (const XmlElement* link : children(model, "link")) add_link(*link, is_static, parts);
    for (const XmlElement* frame : children(model, "frame")) add_frame(*frame, parts);
    for (const XmlElement* joint : children(model, "joint")) add_joint_frame(*joint, parts);
    for (SourceLink& link : parts.links)
      if (!parts.X_ML.contains(link.name))
        parts.X_ML[link.name] = parts.frames.in_model(reading_, link.name, model);
    place_collisions(model, parts);
    for (const XmlElement* joint : children(model, "joint")) add_joint(*joint, parts);
    return parts;
  }

 private:
  static constexpr int kDeepestModel = 8;

  void add_inner(const XmlElement& inner, bool is_static, int depth, ModelParts& parts) {
    const std::string name = mandatory(reading_, inner, "name");
    ModelParts own = read(inner, is_static || flag_of(inner, "static"), depth + 1);
    parts.frames.add(name, read_sdf_pose(reading_, inner), relative_to(inner), inner);
    for (const auto& [frame, entry] : own.frames.entries())
      parts.frames.add(name + "::" + frame, own.frames.in_model(reading_, frame, *entry.at), name,
                       *entry.at);
    for (SourceLink& link : own.links) {
      link.name = name + "::" + link.name;
      parts.links.push_back(std::move(link));
    }
    for (SourceJoint& joint : own.joints) {
      joint.name = name + "::" + joint.name;
      if (!joint.parent.empty()) joint.parent = name + "::" + joint.parent;
      joint.child = name + "::" + joint.child;
      parts.joints.push_back(std::move(joint));
    }
  }

  void add_link(const XmlElement& element, bool is_static, ModelParts& parts) {
    SourceLink link{.name = mandatory(reading_, element, "name"), .place = element.place};
    account(reading_, element,
            {"pose", "inertial", "collision", "gravity", "self_collide", "kinematic",
             "must_be_base_link", "enable_wind"});
    parts.frames.add(link.name, read_sdf_pose(reading_, element), relative_to(element), element);
    if (!is_static) link.inertia = read_inertial(reading_, element);
    if (child(element, "gravity") != nullptr && !flag_of(element, "gravity"))
      reading_.notes.push_back({NoteKind::LeftOut, "gravity of a link switched off",
                                "gravity acts on everything here", element.place});
    if (link.inertia && link.inertia->mass == 0.0) link.inertia.reset();
    for (const XmlElement* collision : children(element, "collision")) {
      account(reading_, *collision, {"pose", "geometry", "max_contacts", "laser_retro", "surface"});
      if (child(*collision, "surface") != nullptr)
        reading_.notes.push_back({NoteKind::LeftOut, "surface of a collision shape",
                                  "all surfaces have the friction of --mu, and contact is rigid",
                                  collision->place});
      const XmlElement* geometry = child(*collision, "geometry");
      if (geometry == nullptr) {
        problem(reading_, *collision, "collision", "", "a geometry is mandatory",
                "<geometry><box><size>1 1 1</size></box></geometry>");
        continue;
      }
      const auto shape = read_geometry(reading_, *geometry);
      if (!shape) continue;
      link.collisions.push_back({.name = mandatory(reading_, *collision, "name"),
                                 .X_LC = read_sdf_pose(reading_, *collision),
                                 .shape = *shape,
                                 .place = collision->place});
      if (const std::string base = relative_to(*collision); !base.empty())
        bases_[{link.name, link.collisions.size() - 1}] = {base, collision};
    }
    parts.links.push_back(std::move(link));
  }

  void add_frame(const XmlElement& frame, ModelParts& parts) {
    std::string base = relative_to(frame);
    if (const std::string* attached = attribute(frame, "attached_to"); base.empty() && attached)
      base = *attached;
    parts.frames.add(mandatory(reading_, frame, "name"), read_sdf_pose(reading_, frame), base,
                     frame);
  }

  void add_joint_frame(const XmlElement& joint, ModelParts& parts) {
    std::string base = relative_to(joint);
    if (base.empty()) base = text_of(joint, "child", "");
    if (base == "world") base = "";
    parts.frames.add(mandatory(reading_, joint, "name"), read_sdf_pose(reading_, joint), base,
                     joint);
  }

  /// Collision shapes whose pose is relative to another frame than their link's.
  void place_collisions(const XmlElement& model, ModelParts& parts) {
    for (SourceLink& link : parts.links)
      for (std::size_t i = 0; i < link.collisions.size(); ++i) {
        const auto base = bases_.find({link.name, i});
        if (base == bases_.end()) continue;
        const Pose X_MB = parts.frames.in_model(reading_, base->second.first, *base->second.second);
        link.collisions[i].X_LC = inverse(parts.frames.in_model(reading_, link.name, model)) *
                                  X_MB * link.collisions[i].X_LC;
      }
    bases_.clear();
  }

  JointKind kind_of(const XmlElement& joint) {
    static const std::map<std::string, JointKind> kKinds{
        {"fixed", JointKind::Fixed},         {"revolute", JointKind::Revolute},
        {"continuous", JointKind::Revolute}, {"prismatic", JointKind::Prismatic},
        {"ball", JointKind::Spherical},      {"universal", JointKind::Universal}};
    const std::string type = mandatory(reading_, joint, "type");
    const auto kind = kKinds.find(type);
    if (kind != kKinds.end()) return kind->second;
    for (const char* known : {"screw", "gearbox", "revolute2"})
      if (type == known)
        throw SceneError(reading_.file,
                         {{joint.place, "joint: type", type, "a joint that is simulated",
                           "screws, gear boxes and revolute2 joints are not"}},
                         SceneFault::Refusal);
    problem(reading_, joint, "joint: type", type,
            "a type of joint: fixed, revolute, continuous, prismatic, ball or universal",
            "see the SDF specification");
    return JointKind::Fixed;
  }

  /// The axis of `at` in the axes of the child link.
  Vector3 read_axis(const XmlElement& joint, const XmlElement& at, const Pose& X_MC,
                    const Pose& X_MJ, const ModelParts& parts) {
    Vector3 axis =
        direction(reading_, at, "axis: xyz", vector_of(reading_, at, "xyz", "0 0 1", kFinite));
    Quaternion R_MA = X_MJ.rotation;
    const XmlElement* xyz = child(at, "xyz");
    const std::string* expressed = xyz == nullptr ? nullptr : attribute(*xyz, "expressed_in");
    if (expressed != nullptr && !expressed->empty())
      R_MA = parts.frames.in_model(reading_, *expressed, joint).rotation;
    else if (flag_of(at, "use_parent_model_frame") || version_ <= 1.4)
      R_MA.setIdentity();
    return (X_MC.rotation.conjugate() * R_MA) * axis;
  }

  void read_dynamics(const XmlElement& axis, bool stops, SourceJoint& joint) {
    account(reading_, axis,
            {"xyz", "limit", "dynamics", "use_parent_model_frame", "initial_position"});
    joint.start = number_of(reading_, axis, "initial_position", 0.0, kAngle);
    if (const XmlElement* limit = child(axis, "limit")) {
      account(reading_, *limit, {"lower", "upper", "effort"});
      if (stops)
        joint.limits = {number_of(reading_, *limit, "lower", -1e16, kLimit),
                        number_of(reading_, *limit, "upper", 1e16, kLimit)};
      const double effort = number_of(reading_, *limit, "effort", -1.0, kFinite);
      if (effort >= 0.0 && effort <= kCoefficient.high) joint.effort = effort;
    }
    if (const XmlElement* dynamics = child(axis, "dynamics")) {
      account(reading_, *dynamics, {"damping", "friction", "spring_reference", "spring_stiffness"});
      joint.damping = number_of(reading_, *dynamics, "damping", 0.0, kCoefficient);
      joint.friction = number_of(reading_, *dynamics, "friction", 0.0, kCoefficient);
      joint.neutral = number_of(reading_, *dynamics, "spring_reference", 0.0, kAngle);
      joint.stiffness = number_of(reading_, *dynamics, "spring_stiffness", 0.0, kCoefficient);
    }
  }

  void add_joint(const XmlElement& element, ModelParts& parts) {
    SourceJoint joint{.name = mandatory(reading_, element, "name"), .place = element.place};
    account(reading_, element, {"parent", "child", "pose", "axis", "axis2"});
    joint.kind = kind_of(element);
    const std::string parent = text_of(element, "parent", "");
    joint.parent = parent == "world" ? "" : link_of(parent, parts, element);
    joint.child = link_of(text_of(element, "child", ""), parts, element);
    const Pose X_MC = parts.frames.in_model(reading_, joint.child, element);
    const Pose X_MP = parts.frames.in_model(reading_, joint.parent, element);
    const Pose X_MJ = parts.frames.in_model(reading_, joint.name, element);
    joint.X_PC = inverse(X_MP) * X_MC;
    joint.anchor = (inverse(X_MC) * X_MJ).translation;
    const bool stops = *attribute(element, "type") != "continuous";
    if (const XmlElement* axis = child(element, "axis")) {
      joint.axis = read_axis(element, *axis, X_MC, X_MJ, parts);
      read_dynamics(*axis, stops, joint);
    }
    if (const XmlElement* axis = child(element, "axis2"))
      joint.second_axis = read_axis(element, *axis, X_MC, X_MJ, parts);
    if (joint.kind == JointKind::Universal || joint.kind == JointKind::Spherical)
      drop_limits(joint);
    parts.joints.push_back(std::move(joint));
  }

  void drop_limits(SourceJoint& joint) {
    if (joint.limits)
      reading_.notes.push_back({NoteKind::LeftOut, "limits of a joint",
                                "universal and ball joints have no limits here", joint.place});
    joint.limits.reset();
    joint.stiffness = joint.neutral = joint.start = 0.0;
  }

  /// The link that a frame is attached to: a link, or the one that a frame names.
  std::string link_of(const std::string& name, const ModelParts& parts, const XmlElement& at) {
    std::string next = name;
    for (int steps = 0; steps < 100; ++steps) {
      const bool found = std::any_of(parts.links.begin(), parts.links.end(),
                                     [&next](const SourceLink& link) { return link.name == next; });
      if (found) return next;
      const auto frame = parts.frames.entries().find(next);
      if (frame == parts.frames.entries().end() || frame->second.relative_to.empty()) break;
      next = frame->second.relative_to;
    }
    problem(reading_, at, "joint", name, "the name of a link, or of a frame attached to one",
            "check parent and child");
    return name;
  }

  Reading& reading_;
  double version_;
  std::map<std::pair<std::string, std::size_t>, std::pair<std::string, const XmlElement*>> bases_{};
};

SourceModel read_model(Reading& reading, const XmlElement& element, double version,
                       const Pose& X_WF) {
  const bool is_static = flag_of(element, "static");
  SourceModel model{.name = mandatory(reading, element, "name"),
                    .self_contact = flag_of(element, "self_collide")};
  ModelParts parts = ModelReader(reading, version).read(element, is_static, 1);
  const Pose X_WM = X_WF * read_sdf_pose(reading, element);
  model.links = std::move(parts.links);
  model.joints = std::move(parts.joints);
  for (SourceJoint& joint : model.joints)
    if (joint.parent.empty()) joint.X_PC = X_WM * joint.X_PC;
  if (is_static) model.joints.clear();
  for (const SourceLink& link : model.links) {
    const bool carried =
        std::any_of(model.joints.begin(), model.joints.end(),
                    [&link](const SourceJoint& joint) { return joint.child == link.name; });
    if (!carried)
      model.joints.push_back({.name = "base",
                              .kind = is_static ? JointKind::Fixed : JointKind::Free,
                              .child = link.name,
                              .X_PC = X_WM * parts.frames.in_model(reading, link.name, element),
                              .place = link.place});
  }
  return model;
}

/// What includes of nearly every world mean; others are problems.
void read_include(Reading& reading, const XmlElement& include, SourceScene& scene) {
  const std::string uri = text_of(include, "uri", "");
  if (uri.ends_with("sun")) {
    reading.notes.push_back(
        {NoteKind::LeftOut, "include of a sun", "lights are not simulated", include.place});
  } else if (uri.ends_with("ground_plane")) {
    SourceModel ground{.name = "ground_plane"};
    SourceLink link{.name = "ground", .place = include.place};
    link.collisions.push_back({.name = "plane", .shape = SourcePlane{}, .place = include.place});
    ground.links.push_back(link);
    ground.joints.push_back({.name = "base",
                             .child = "ground",
                             .X_PC = read_sdf_pose(reading, include),
                             .place = include.place});
    scene.models.push_back(ground);
    reading.notes.push_back({NoteKind::Added, "a plane for the included ground_plane",
                             "its file is not read", include.place});
  } else {
    problem(reading, include, "include", uri, "a world without includes",
            "expand it first: gz sdf -p FILE > whole.sdf");
  }
}

}  // namespace

SourceScene read_sdf(const XmlElement& sdf, const std::string& file) {
  Reading reading{.file = file};
  SourceScene scene{.format = "SDF"};
  const double version = number_or(reading, sdf, "version", 1.0, kFinite);
  const XmlElement* world = child(sdf, "world");
  if (world != nullptr) {
    scene.name = mandatory(reading, *world, "name");
    account(reading, *world, {"model", "gravity", "include"});
    if (child(*world, "gravity") != nullptr)
      scene.gravity = vector_of(reading, *world, "gravity", "0 0 -9.8", kSpeed);
    else
      scene.gravity = Vector3(0.0, 0.0, -9.8);
    for (const XmlElement* include : children(*world, "include"))
      read_include(reading, *include, scene);
  }
  account(reading, sdf, {"world", "model"});
  const XmlElement& parent = world != nullptr ? *world : sdf;
  for (const XmlElement* model : children(parent, "model")) {
    if (scene.name.empty()) scene.name = mandatory(reading, *model, "name");
    scene.models.push_back(read_model(reading, *model, version, {}));
  }
  if (scene.models.empty())
    problem(reading, sdf, "sdf", "", "a model or a world with models", "<model name=\"...\">");
  settle(reading);
  scene.notes = std::move(reading.notes);
  return scene;
}

}  // namespace rigor::importing
