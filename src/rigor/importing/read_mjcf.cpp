// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include <rigor/importing/read_mjcf.hpp>
#include <rigor/importing/run_program.hpp>

namespace rigor {
std::string_view mjcf_reader_text();  // made by cmake/EmbedText.cmake
}

namespace rigor::importing {
namespace {

using Json = nlohmann::json;

Vector3 vector_of(const Json& v) {
  return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}

/// Position, then quaternion w, x, y, z.
Pose pose_of(const Json& v) {
  const Quaternion q(v.at(3).get<double>(), v.at(4).get<double>(), v.at(5).get<double>(),
                     v.at(6).get<double>());
  return {q.normalized(), vector_of(v)};
}

SourceShape shape_of(const Json& shape) {
  const auto first = shape.begin();
  const std::string& kind = first.key();
  const Json& v = first.value();
  if (kind == "plane") return SourcePlane{vector_of(v)};
  if (kind == "sphere") return SourceSphere{v.at(0).get<double>()};
  if (kind == "capsule") return SourceCapsule{v.at(0).get<double>(), v.at(1).get<double>()};
  if (kind == "cylinder") return SourceCylinder{v.at(0).get<double>(), v.at(1).get<double>()};
  if (kind == "ellipsoid") return SourceEllipsoid{vector_of(v)};
  if (kind == "box") return SourceBox{vector_of(v)};
  SourceHull hull;
  for (std::size_t i = 0; i + 2 < v.size(); i += 3)
    hull.points.emplace_back(v.at(i).get<double>(), v.at(i + 1).get<double>(),
                             v.at(i + 2).get<double>());
  return hull;
}

SourceLink link_of(const Json& facts) {
  SourceLink link{.name = facts.at("name").get<std::string>()};
  if (const Json& inertia = facts.at("inertia"); !inertia.is_null()) {
    SpatialInertia own{.mass = inertia.at("mass").get<double>()};
    own.about_com = vector_of(inertia.at("moments")).asDiagonal();
    link.inertia = transformed(pose_of(inertia.at("pose")), own);
  }
  for (const Json& one : facts.at("collisions"))
    link.collisions.push_back({.name = one.at("name").get<std::string>(),
                               .X_LC = pose_of(one.at("pose")),
                               .shape = shape_of(one.at("shape"))});
  return link;
}

JointKind kind_of(const std::string& word) {
  for (const JointKind kind : {JointKind::Revolute, JointKind::Prismatic, JointKind::Universal,
                               JointKind::Spherical, JointKind::Planar, JointKind::Free})
    if (word == name(kind)) return kind;
  return JointKind::Fixed;
}

SourceJoint joint_of(const Json& facts) {
  SourceJoint joint{.name = facts.at("name").get<std::string>(),
                    .kind = kind_of(facts.at("kind").get<std::string>()),
                    .parent = facts.at("parent").get<std::string>(),
                    .child = facts.at("child").get<std::string>()};
  if (facts.contains("pose")) joint.X_PC = pose_of(facts["pose"]);
  if (joint.kind == JointKind::Fixed || joint.kind == JointKind::Free) return joint;
  joint.anchor = vector_of(facts.at("anchor"));
  joint.axis = vector_of(facts.at("axis"));
  if (facts.contains("second_axis")) joint.second_axis = vector_of(facts["second_axis"]);
  if (facts.contains("limits"))
    joint.limits = {facts["limits"].at(0).get<double>(), facts["limits"].at(1).get<double>()};
  if (facts.contains("effort")) joint.effort = facts["effort"].get<double>();
  joint.damping = facts.value("damping", 0.0);
  joint.friction = facts.value("friction", 0.0);
  joint.stiffness = facts.value("stiffness", 0.0);
  joint.neutral = facts.value("neutral", 0.0);
  joint.armature = facts.value("armature", 0.0);
  joint.start = facts.value("start", 0.0);
  return joint;
}

NoteKind note_kind(const std::string& word) {
  for (const NoteKind kind : {NoteKind::Added, NoteKind::Approximated})
    if (word == name(kind)) return kind;
  return NoteKind::LeftOut;
}

[[noreturn]] void refuse(const std::string& file, std::string rule, std::string remedy,
                         SceneFault fault) {
  throw SceneError(file, {{{}, "MJCF", "", std::move(rule), std::move(remedy)}}, fault);
}

SourceScene scene_of(const Json& facts) {
  SourceScene scene{.name = facts.at("name").get<std::string>(), .format = "MJCF"};
  scene.gravity = vector_of(facts.at("gravity"));
  SourceModel model{.name = scene.name};
  for (const Json& link : facts.at("links")) model.links.push_back(link_of(link));
  for (const Json& joint : facts.at("joints")) model.joints.push_back(joint_of(joint));
  if (facts.contains("loops"))
    for (const Json& loop : facts["loops"]) model.loops.push_back(joint_of(loop));
  for (const Json& pair : facts.at("exclusions"))
    model.exclusions.push_back({pair.at(0).get<std::string>(), pair.at(1).get<std::string>()});
  for (const Json& note : facts.at("notes"))
    scene.notes.push_back({note_kind(note.at("kind").get<std::string>()),
                           note.at("what").get<std::string>(),
                           note.at("why").get<std::string>(),
                           {}});
  scene.models.push_back(std::move(model));
  return scene;
}

}  // namespace

std::string_view mjcf_reader() { return mjcf_reader_text(); }

SourceScene from_mjcf_facts(const std::string& facts, const std::string& file) {
  try {
    const Json read = Json::parse(facts);
    if (read.contains("missing"))
      refuse(file, "MuJoCo's compiler, which reads MJCF: " + read["missing"].get<std::string>(),
             "pip install mujoco; RIGOR_PYTHON names the interpreter that has it",
             SceneFault::Refusal);
    if (read.contains("error"))
      refuse(file, "a model that MuJoCo compiles: " + read["error"].get<std::string>(),
             "correct the file", SceneFault::BadInput);
    return scene_of(read);
  } catch (const Json::exception& error) {
    refuse(file, std::string("an answer of MuJoCo's compiler: ") + error.what(),
           "check that python3 runs and that the file is MJCF", SceneFault::BadInput);
  }
}

std::string mujoco_version() { return python_package_version("mujoco"); }

SourceScene read_mjcf(const std::string& file) {
  const std::optional<std::string> facts =
      run_program({python_interpreter(), "-c", std::string(mjcf_reader()), file});
  if (!facts)
    refuse(file, "MuJoCo's compiler, which reads MJCF: " + python_interpreter() + " did not run",
           "install Python and mujoco (pip install mujoco); RIGOR_PYTHON names the interpreter",
           SceneFault::Refusal);
  return from_mjcf_facts(*facts, file);
}

}  // namespace rigor::importing
