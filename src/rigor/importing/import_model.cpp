// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include <rigor/dynamics/state.hpp>
#include <rigor/importing/import_model.hpp>
#include <rigor/importing/make_draft.hpp>
#include <rigor/importing/read_mjcf.hpp>
#include <rigor/importing/read_sdf.hpp>
#include <rigor/importing/scene_names.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/start.hpp>

namespace rigor::importing {
namespace {

[[noreturn]] void refuse(const std::string& file, const Place& place, std::string key,
                         std::string rule, std::string remedy) {
  throw SceneError(file, {{place, std::move(key), "", std::move(rule), std::move(remedy)}});
}

std::string read_text(const std::string& file) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(file, failed);
  if (failed || !std::filesystem::is_regular_file(file, failed))
    refuse(file, {}, "file", "a file that can be read", "check the path");
  if (size > kMostXmlBytes)
    refuse(file, {}, "file", fmt::format("at most {} bytes", kMostXmlBytes), "give a smaller file");
  std::ifstream in(file, std::ios::binary);
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (!in) refuse(file, {}, "file", "a file that can be read", "check its permissions");
  return text;
}

SourceScene read_source(const std::string& file, const ImportOptions& options) {
  const XmlElement root = parse_xml(read_text(file), file);
  if (root.name == "robot") return read_urdf(root, file, options.base);
  if (root.name == "sdf") return read_sdf(root, file, options.shapes.folders);
  if (root.name == "mujoco") return read_mjcf(file);
  refuse(file, root.place, shortened(root.name), "a robot (URDF), sdf or mujoco (MJCF) at the top",
         "give a URDF, SDF or MJCF file");
}

/// The scene of the text, built whatever overlaps. What scenes do not allow is told of the model.
BuiltScene built(const std::string& text, const std::string& file) {
  try {
    Scene scene = read_scene(text, file);
    scene.start_tolerance = std::numeric_limits<double>::max();
    return build(scene);
  } catch (const SceneError& error) {
    std::vector<Problem> problems = error.problems();
    for (Problem& problem : problems) problem.place = {};
    throw SceneError(file, std::move(problems), error.fault());
  }
}

/// The lowest corner of what moves, metres; of nothing if nothing has a shape.
std::optional<double> lowest(const BuiltScene& scene) {
  std::optional<double> least;
  const std::vector<Pose> X_WL = link_poses(scene.model, scene.initial);
  for (std::size_t i = 0; i < scene.model.links.size(); ++i) {
    if (scene.model.links[i].fixed_to_world) continue;
    for (const Piece& piece : scene.model.links[i].pieces)
      for (const Vector3& p : piece.shape.vertices())
        least =
            std::min(least.value_or(std::numeric_limits<double>::infinity()), (X_WL[i] * p).z());
  }
  return least;
}

/// A floor below everything: at zero, with free bases lifted above it; or lower, if something that
/// is held reaches below.
void add_floor(const std::string& file, const ImportOptions& options, SceneDraft& draft,
               std::vector<Note>& notes) {
  const double bottom = lowest(built(draft_text(draft), file)).value_or(options.drop);
  const double lift = options.drop - bottom;
  bool lifted = false;
  for (DraftMechanism& mechanism : draft.mechanisms)
    for (DraftLink& link : mechanism.links)
      if (link.joint.kind == JointKind::Free) {
        link.X_WL.translation.z() += lift;
        lifted = true;
      }
  HalfSpaceSpec floor{.name = "floor"};
  if (!lifted) floor.offset = std::min(0.0, bottom - options.drop);
  notes.push_back(
      {NoteKind::Added,
       fmt::format("a floor at z = {:g} m", floor.offset),
       lifted ? fmt::format("the lowest point starts {:g} m above it", options.drop) : "asked for",
       {}});
  draft.half_spaces.push_back(floor);
}

void exclude(SceneDraft& draft, const std::string& a, const std::string& b, std::string reason) {
  const bool known =
      std::any_of(draft.exclusions.begin(), draft.exclusions.end(), [&](const ExclusionSpec& pair) {
        return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
      });
  if (!known) draft.exclusions.push_back({a, b, std::move(reason)});
}

/// Links of one mechanism that are not to touch each other.
void add_self_exclusions(const ImportOptions& options, SceneDraft& draft) {
  for (const DraftMechanism& mechanism : draft.mechanisms) {
    if (options.self_contact && mechanism.self_contact) continue;
    const std::string reason = "links of " + mechanism.name + " do not touch each other, as " +
                               (options.self_contact ? "its file says" : "asked");
    const std::vector<DraftLink>& links = mechanism.links;
    for (std::size_t i = 0; i < links.size(); ++i)
      for (std::size_t j = i + 1; j < links.size(); ++j)
        if (!links[i].pieces.empty() && !links[j].pieces.empty())
          exclude(draft, links[i].name, links[j].name, reason);
  }
}

/// Pairs that overlap where they start: hulls are larger than what they stand for.
void add_overlap_exclusions(const std::string& file, SceneDraft& draft, std::vector<Note>& notes) {
  const BuiltScene scene = built(draft_text(draft), file);
  constexpr double kTouch = 1e-8;  // metres: overlaps below this are opened by the run itself
  for (const StartOverlap& pair : start_overlaps(scene.model, scene.initial, kTouch)) {
    const std::string depth = fmt::format("{:.3g} m", pair.depth);
    exclude(draft, pair.a, pair.b, "imported shapes overlap by " + depth + " at the start");
    notes.push_back({NoteKind::LeftOut,
                     "contact of " + pair.a + " and " + pair.b,
                     "they overlap by " + depth + " at the start, so they never touch in the scene",
                     {}});
  }
}

std::vector<std::string> heading(const std::string& file, const SourceScene& source) {
  std::vector<std::string> lines{fmt::format("Imported from {} ({}) by rigor import.",
                                             std::filesystem::path(file).filename().string(),
                                             source.format)};
  std::optional<NoteKind> kind;
  for (const NoteGroup& group : grouped(source.notes)) {
    if (kind != group.kind) lines.push_back(std::string(name(group.kind)) + ":");
    kind = group.kind;
    lines.push_back("  " + to_text(group));
  }
  return lines;
}

}  // namespace

ImportedScene import_model(const std::string& file, const ImportOptions& options) {
  return import_source(read_source(file, options), file, options);
}

ImportedScene import_source(SourceScene source, const std::string& file,
                            const ImportOptions& options) {
  SceneDraft draft = make_draft(source, file, options);
  if (draft.mechanisms.empty())
    refuse(file, {}, "model", "something that moves",
           "every link is held by the world: --free lets the base of a URDF move");
  if (options.floor) add_floor(file, options, draft, source.notes);
  add_self_exclusions(options, draft);
  add_overlap_exclusions(file, draft, source.notes);
  if (draft.mu > 0.0)
    source.notes.push_back({NoteKind::Added,
                            fmt::format("friction mu = {:g}", draft.mu),
                            "of all surfaces; --mu changes it",
                            {}});
  draft.heading = heading(file, source);
  ImportedScene made{.text = draft_text(draft), .format = source.format, .notes = source.notes};
  const BuiltScene scene = built(made.text, file);
  made.velocities = scene.model.v_size;
  made.exclusions = static_cast<int>(draft.exclusions.size());
  for (const SourceModel& model : source.models) {
    made.source_links += static_cast<int>(model.links.size());
    made.source_joints += static_cast<int>(
        std::count_if(model.joints.begin(), model.joints.end(),
                      [](const SourceJoint& joint) { return !joint.parent.empty(); }));
  }
  for (const DraftMechanism& mechanism : draft.mechanisms)
    for (const DraftLink& link : mechanism.links) {
      ++made.links;
      made.moving_mass += link.inertia ? link.inertia->mass : 0.0;
    }
  return made;
}

}  // namespace rigor::importing
