// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <rigor/importing/closed_chains.hpp>
#include <rigor/importing/make_draft.hpp>
#include <rigor/importing/scene_names.hpp>
#include <rigor/importing/sound_inertia.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor::importing {
namespace {

/// A part that moves and has no mass gets this share of its model's, when mending is asked for.
constexpr double kMassShare = 1e-3;
/// Radius of the ball that stands for a part whose inertia is not told.
constexpr double kUnknownSize = 0.01;

double mass_of(const SourceModel& model) {
  double sum = 0.0;
  for (const SourceLink& link : model.links)
    if (link.inertia) sum += link.inertia->mass;
  return sum;
}

/// Makes the draft of one model after the other.
class Drafting {
 public:
  Drafting(SourceScene& source, const std::string& file, const ImportOptions& options)
      : source_(source), file_(file), options_(options) {
    shapes_.file = file;
    shapes_.options = options.shapes;
    draft_.name = allowed_name(source.name);
    draft_.mu = options.mu;
    draft_.until = options.until;
    draft_.hold = options.hold;
    if (source.gravity) draft_.gravity = *source.gravity;
  }

  SceneDraft run() {
    for (SourceModel& model : source_.models) add(model);
    std::vector<Problem> problems = std::move(shapes_.problems);
    problems.insert(problems.end(), problems_.begin(), problems_.end());
    if (!problems.empty()) throw SceneError(file_, std::move(problems));
    source_.notes.insert(source_.notes.end(), shapes_.notes.begin(), shapes_.notes.end());
    return std::move(draft_);
  }

 private:
  void note(NoteKind kind, std::string what, std::string why, const Place& place) {
    source_.notes.push_back({kind, std::move(what), std::move(why), place});
  }

  void add(SourceModel& model) {
    const std::vector<TreeLink> tree =
        rigid_tree(model, file_, options_.fixed_links, source_.notes);
    const std::vector<Pose> X_WL = start_poses(tree);
    DraftMechanism mechanism{.name = allowed_name(model.name), .self_contact = model.self_contact};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < tree.size(); ++i) {
      DraftLink link = drafted(tree[i], X_WL[i], model);
      names.push_back(link.name);
      if (tree[i].parent >= 0 && link.joint.kind != JointKind::Free)
        link.parent = parent_of(tree, names, i);
      if (tree[i].held) {
        hold(link);
      } else {
        if (link.joint.kind != JointKind::Free) move_below_world(tree, X_WL, i, link);
        give_mass(link, model);
        mechanism.links.push_back(std::move(link));
      }
    }
    exclude(model, tree, names);
    mechanism.loops = scene_loops(model, {tree, X_WL, names}, source_.notes);
    if (!mechanism.links.empty()) draft_.mechanisms.push_back(std::move(mechanism));
  }

  /// The pairs that the file says never touch.
  void exclude(const SourceModel& model, const std::vector<TreeLink>& tree,
               const std::vector<std::string>& names) {
    std::map<std::string, std::string> where;
    for (std::size_t i = 0; i < tree.size(); ++i)
      if (!tree[i].pieces.empty())
        for (const TreeMember& member : tree[i].members) where[member.link->name] = names[i];
    for (const auto& [a, b] : model.exclusions) {
      const auto at = where.find(a);
      const auto other = where.find(b);
      if (at == where.end() || other == where.end() || at->second == other->second) continue;
      draft_.exclusions.push_back({at->second, other->second, "the model file says so"});
    }
  }

  std::string parent_of(const std::vector<TreeLink>& tree, const std::vector<std::string>& names,
                        std::size_t i) const {
    const std::size_t parent = tree[i].parent;
    return is_gone(tree[parent]) ? std::string() : names[parent];
  }

  void move_below_world(const std::vector<TreeLink>& tree, const std::vector<Pose>& X_WL,
                        std::size_t i, DraftLink& link) const {
    if (tree[i].parent < 0) return;
    const std::size_t parent = tree[i].parent;
    if (is_gone(tree[parent])) link.joint.X_PC = X_WL[parent] * link.joint.X_PC;
  }

  DraftLink drafted(const TreeLink& tree, const Pose& X_WL, const SourceModel& model) {
    DraftLink link{.joint = tree.joint, .X_WL = X_WL, .inertia = sound_inertia(tree)};
    const bool several = source_.models.size() > 1;
    link.name = names_.take(tree.name, model.name);
    if (link.name != tree.name)
      note(NoteKind::Added, "name " + link.name,
           "\"" + shortened(tree.name) + "\" cannot be the name of a link of a scene",
           tree.members.front().link->place);
    link.comments.push_back(
        fmt::format("link {}, line {}{}; joint {}, line {}, {}", shortened(tree.name),
                    tree.members.front().link->place.line,
                    several ? " of model " + shortened(model.name) : std::string(),
                    shortened(tree.joint.name), tree.joint.place.line, name(tree.joint.kind)));
    if (tree.joint.effort)
      link.comments.push_back(fmt::format("effort of its motor: at most {:g}", *tree.joint.effort));
    for (std::size_t m = 1; m < tree.members.size(); ++m)
      link.comments.push_back(fmt::format("with {} at {}", shortened(tree.members[m].link->name),
                                          pose_text(tree.members[m].X_LM)));
    add_pieces(tree, X_WL, link);
    return link;
  }

  void add_pieces(const TreeLink& tree, const Pose& X_WL, DraftLink& link) {
    SceneNames names;
    for (const TreePiece& piece : tree.pieces) {
      if (const auto* plane = std::get_if<SourcePlane>(&piece.collision->shape);
          plane != nullptr && tree.held) {
        const Pose X_WC = X_WL * piece.X_LC;
        const Vector3 normal = X_WC.rotation * plane->normal;
        draft_.half_spaces.push_back({.name = names_.take(tree.name + "_plane", ""),
                                      .normal = normal,
                                      .offset = normal.dot(X_WC.translation)});
        continue;
      }
      for (const ConvertedPiece& made : convert_shape(piece, shapes_)) {
        const std::string wanted = piece.collision->name.empty()
                                       ? fmt::format("{}_{}", piece.from, link.pieces.size())
                                       : piece.collision->name;
        link.pieces.push_back({names.take(wanted), made.shape, piece.X_LC, made.comment});
      }
    }
  }

  /// A link that nothing can move: a fixed body, or nothing if it touches nothing.
  void hold(DraftLink& link) {
    if (link.inertia)
      note(NoteKind::LeftOut, "mass of " + link.name,
           "it is held by the world, so its mass moves nothing", link.joint.place);
    if (link.pieces.empty()) return;
    draft_.fixed.push_back(std::move(link));
  }

  /// The inertia of all that the link is made of, in its frame. Of parts that a fixed joint holds
  /// to others, points with mass are sound.
  std::optional<SpatialInertia> sound_inertia(const TreeLink& tree) {
    std::optional<SpatialInertia> sum;
    for (const TreeMember& member : tree.members) {
      if (!member.link->inertia) continue;
      SpatialInertia own = *member.link->inertia;
      const bool is_point = own.about_com.isZero(0.0) && tree.members.size() > 1;
      if (!tree.held && !is_point) check_inertia(*member.link, own);
      own = transformed(member.X_LM, own);
      sum = sum ? combined(*sum, own) : own;
    }
    if (sum && !tree.held && problems_.empty()) check_inertia(*tree.members.front().link, *sum);
    return sum;
  }

  void check_inertia(const SourceLink& link, SpatialInertia& inertia) {
    const auto reason = defect(inertia);
    if (!reason) return;
    const std::string who = "inertia of link " + shortened(link.name);
    if (!options_.repair || !(inertia.mass > 0.0)) {
      problems_.push_back({link.place, who, "", *reason,
                           "correct the file, or use --repair to take the nearest valid one"});
      return;
    }
    const RepairedInertia mended = repaired(inertia, kUnknownSize);
    inertia = mended.inertia;
    note(NoteKind::Repaired, who, *reason + "; " + mended.what, link.place);
  }

  void give_mass(DraftLink& link, const SourceModel& model) {
    if (link.inertia) return;
    const double whole = mass_of(model);
    if (!options_.repair || !(whole > 0.0)) {
      problems_.push_back(
          {link.joint.place, "link " + link.name, "", "a link that moves has mass and inertia",
           whole > 0.0
               ? "correct the file, or use --repair to give it a thousandth of the model's mass"
               : "add an inertial to the links that move"});
      return;
    }
    SpatialInertia small{.mass = kMassShare * whole};
    small.about_com = 0.4 * small.mass * kUnknownSize * kUnknownSize * Matrix3::Identity();
    link.inertia = small;
    note(NoteKind::Repaired, "mass of link " + link.name,
         fmt::format("it moves and had none: {:.3g} kg, as a ball of radius {:g} m", small.mass,
                     kUnknownSize),
         link.joint.place);
  }

  SourceScene& source_;
  const std::string& file_;
  const ImportOptions& options_;
  ShapeContext shapes_{};
  SceneNames names_{};
  std::vector<Problem> problems_{};
  SceneDraft draft_{};
};

void note_joint_parts(const SourceModel& model, const std::optional<Hold>& hold,
                      std::vector<Note>& notes) {
  for (const SourceJoint& joint : model.joints) {
    const bool has_one_coordinate =
        joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic;
    if (joint.friction > 0.0 && !has_one_coordinate)
      notes.push_back({NoteKind::LeftOut, "dry friction of a joint",
                       "only revolute and prismatic joints have it here", joint.place});
    if (hold && has_one_coordinate)
      notes.push_back({NoteKind::Added, "a motor",
                       fmt::format("it holds the joint's start with kp = {:g}, kd = {:g}, within "
                                   "the effort that the file allows",
                                   hold->kp, hold->kd),
                       joint.place});
    else if (joint.effort)
      notes.push_back({NoteKind::LeftOut, "effort of a joint's motor",
                       "no motors were asked for (--hold); comments name the effort", joint.place});
  }
}

}  // namespace

SceneDraft make_draft(SourceScene& source, const std::string& file, const ImportOptions& options) {
  for (SourceModel& model : source.models) {
    settle_joints(model, file, options.starts, options.repair, source.notes);
    note_joint_parts(model, options.hold, source.notes);
  }
  return Drafting(source, file, options).run();
}

}  // namespace rigor::importing
