// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <rigor/importing/closed_chains.hpp>
#include <rigor/importing/sdf_joint.hpp>
#include <rigor/importing/sdf_link.hpp>
#include <rigor/importing/sdf_model.hpp>
#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {
namespace {

/// What a model consists of, in its own frame; names joined by "::".
struct ModelParts {
  std::vector<SourceLink> links{};
  std::vector<SourceJoint> joints{};
  SdfFrames frames{};
};

class ModelReader {
 public:
  explicit ModelReader(Reading& reading) : reading_(reading) {}

  ModelParts read(const XmlElement& model, bool is_static, double version, int depth) {
    ModelParts parts;
    if (depth > kDeepestModel) {
      problem(reading_, model, "model", "", "at most 8 models inside each other", "flatten it");
      return parts;
    }
    account(reading_, model,
            {"link", "joint", "frame", "model", "pose", "static", "self_collide",
             "allow_auto_disable", "enable_wind"});
    version = number_or(reading_, model, kOwnVersion, version, kFinite);
    for (const XmlElement* inner : children(model, "model"))
      add_inner(*inner, is_static, version, depth, parts);
    std::vector<std::pair<std::size_t, ElsewherePlaced>> elsewhere;
    for (const XmlElement* link : children(model, "link")) {
      SdfLink own = read_sdf_link(reading_, *link, is_static);
      parts.frames.add(own.link.name, read_sdf_pose(reading_, *link), relative_to(*link), *link);
      for (ElsewherePlaced& one : own.elsewhere)
        elsewhere.emplace_back(parts.links.size(), std::move(one));
      parts.links.push_back(std::move(own.link));
    }
    for (const XmlElement* frame : children(model, "frame")) add_frame(*frame, parts);
    for (const XmlElement* joint : children(model, "joint")) add_joint_frame(*joint, parts);
    for (const SourceLink& link : parts.links)
      (void)parts.frames.in_model(reading_, link.name, model);
    for (const auto& [link, placed] : elsewhere)
      place_collision(model, placed, parts.links[link], parts);
    for (const XmlElement* joint : children(model, "joint")) add_joint(*joint, version, parts);
    return parts;
  }

 private:
  static constexpr int kDeepestModel = 8;

  void add_inner(const XmlElement& inner, bool is_static, double version, int depth,
                 ModelParts& parts) {
    const std::string name = mandatory(reading_, inner, "name");
    ModelParts own = read(inner, is_static || flag_of(inner, "static"), version, depth + 1);
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

  /// A collision shape whose pose is relative to another frame than its link's.
  void place_collision(const XmlElement& model, const ElsewherePlaced& placed, SourceLink& link,
                       const ModelParts& parts) {
    const Pose X_MB = parts.frames.in_model(reading_, placed.relative_to, *placed.at);
    Pose& X_LC = link.collisions[placed.collision].X_LC;
    X_LC = inverse(parts.frames.in_model(reading_, link.name, model)) * X_MB * X_LC;
  }

  void add_joint(const XmlElement& element, double version, ModelParts& parts) {
    const std::string parent = text_of(element, "parent", "");
    const std::string child_link = link_of(text_of(element, "child", ""), parts, element);
    parts.joints.push_back(read_sdf_joint(reading_, element,
                                          parent == "world" ? "" : link_of(parent, parts, element),
                                          child_link, parts.frames, version));
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
};

}  // namespace

SourceModel read_sdf_model(Reading& reading, const XmlElement& element, double version) {
  const bool is_static = flag_of(element, "static");
  SourceModel model{.name = mandatory(reading, element, "name"),
                    .self_contact = flag_of(element, "self_collide")};
  ModelParts parts = ModelReader(reading).read(element, is_static, version, 1);
  const Pose X_WM = read_sdf_pose(reading, element);
  model.links = std::move(parts.links);
  model.joints = std::move(parts.joints);
  for (SourceJoint& joint : model.joints)
    if (joint.parent.empty()) joint.X_PC = X_WM * joint.X_PC;
  if (is_static) model.joints.clear();
  split_loops(model, reading.notes);
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

}  // namespace rigor::importing
