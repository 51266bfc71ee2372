// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/importing/scene_draft.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor::importing {
namespace {

constexpr std::size_t kLongestComment = 240;

/// A comment line without anything that could end it.
std::string comment_line(const std::string& indent, std::string_view words) {
  std::string line = indent + "# ";
  for (const char c : words.substr(0, kLongestComment))
    line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return line + (words.size() > kLongestComment ? "...\n" : "\n");
}

bool is_identity(const Pose& pose) {
  return pose.translation.isZero(0.0) && pose.rotation.vec().isZero(0.0);
}

std::string pose_part(const Pose& pose) {
  if (is_identity(pose)) return "";
  if (pose.rotation.vec().isZero(0.0))
    return "pose: {position: " + vector_text(pose.translation) + "}";
  return "pose: " + pose_text(pose);
}

std::string axes_part(const SourceJoint& joint) {
  switch (joint.kind) {
    case JointKind::Revolute:
    case JointKind::Prismatic:
      return "axis: " + vector_text(joint.axis);
    case JointKind::Universal:
      return fmt::format("axis: {}, second_axis: {}", vector_text(joint.axis),
                         vector_text(joint.second_axis));
    case JointKind::Planar: {
      const Vector3 x = joint.axis.unitOrthogonal();
      return fmt::format("x_axis: {}, y_axis: {}", vector_text(x),
                         vector_text(joint.axis.cross(x)));
    }
    default:
      return "";
  }
}

std::string free_start(const Pose& X_WL) {
  const std::array<double, 4> q = wxyz(X_WL.rotation);
  std::string text = "coordinates: [";
  for (int k = 0; k < 3; ++k) text += number_text(X_WL.translation[k]) + ", ";
  for (std::size_t k = 0; k < 4; ++k) text += number_text(q[k]) + (k < 3 ? ", " : "]");
  return text;
}

/// A motor that holds the joint where it starts, within the effort that the file allows.
std::string motor_text(const Hold& hold, const SourceJoint& joint) {
  std::string text = fmt::format("motor: {{kp: {}, kd: {}, target: {}", number_text(hold.kp),
                                 number_text(hold.kd), number_text(joint.start));
  if (joint.effort && *joint.effort > 0.0) text += ", limit: " + number_text(*joint.effort);
  return text + "}";
}

/// The joint's frame has the link's axes at zero, and its origin at the anchor.
std::string joint_text(const SourceJoint& joint, const Pose& X_WL,
                       const std::optional<Hold>& hold) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& part) {
    if (!part.empty()) parts.push_back(part);
  };
  const auto add_number = [&](const char* key, double value) {
    if (value != 0.0) add(fmt::format("{}: {}", key, number_text(value)));
  };
  if (joint.kind == JointKind::Free) {
    add(free_start(X_WL));
  } else {
    add(axes_part(joint));
    add(pose_part({joint.X_PC.rotation, joint.X_PC * joint.anchor}));
    if (!joint.anchor.isZero(0.0)) add("anchor: " + vector_text(joint.anchor));
  }
  if (joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic) {
    add_number("coordinates", joint.start);
    if (joint.limits)
      add(fmt::format("limits: [{}, {}]", number_text((*joint.limits)[0]),
                      number_text((*joint.limits)[1])));
  }
  if (joint.kind != JointKind::Fixed && joint.kind != JointKind::Free) {
    add_number("damping", joint.damping);
    add_number("stiffness", joint.stiffness);
    if (joint.stiffness != 0.0) add_number("neutral", joint.neutral);
    add_number("armature", joint.armature);
  }
  if (joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic) {
    add_number("friction", joint.friction);
    if (hold) add(motor_text(*hold, joint));
  }
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : ", ") + part;
  return fmt::format("{{{}: {{{}}}}}", name(joint.kind), all);
}

std::string inertia_text(const std::string& indent, const SpatialInertia& inertia) {
  const Matrix3& I = inertia.about_com;
  const bool diagonal = Matrix3(I.diagonal().asDiagonal()) == I;
  std::string text = indent + "mass: " + number_text(inertia.mass) + "\n";
  text += indent + "com: " + vector_text(inertia.com) + "\n" + indent + "inertia: ";
  if (diagonal) return text + vector_text(I.diagonal()) + "\n";
  return text + fmt::format("[{}, {}, {}]\n", vector_text(I.row(0)), vector_text(I.row(1)),
                            vector_text(I.row(2)));
}

std::string pieces_text(const std::string& indent, const std::vector<DraftPiece>& pieces) {
  if (pieces.empty()) return "";
  std::string text = indent + "pieces:\n";
  for (const DraftPiece& piece : pieces) {
    text += indent + "  - name: " + piece.name + "\n";
    const std::string inner = indent + "    ";
    if (!piece.comment.empty()) text += comment_line(inner, piece.comment);
    text += inner + "shape: " + shape_text(piece.shape) + "\n";
    if (const std::string pose = pose_part(piece.X_LP); !pose.empty()) text += inner + pose + "\n";
  }
  return text;
}

std::string link_text(const DraftLink& link, const std::optional<Hold>& hold) {
  const std::string indent(8, ' ');
  std::string text;
  for (const std::string& line : link.comments) text += comment_line("      ", line);
  text += "      - name: " + link.name + "\n";
  if (!link.parent.empty()) text += indent + "parent: " + link.parent + "\n";
  text += indent + "joint: " + joint_text(link.joint, link.X_WL, hold) + "\n";
  if (link.inertia) text += inertia_text(indent, *link.inertia);
  return text + pieces_text(indent, link.pieces);
}

std::string loop_text(const SourceJoint& loop) {
  return fmt::format("      - {{name: {}, {}child: {}, joint: {}}}\n", loop.name,
                     loop.parent.empty() ? "" : "parent: " + loop.parent + ", ", loop.child,
                     joint_text(loop, {}, {}));
}

std::string fixed_text(const DraftLink& link) {
  std::string text;
  for (const std::string& line : link.comments) text += comment_line("  ", line);
  text += "  - name: " + link.name + "\n    fixed: true\n";
  if (const std::string pose = pose_part(link.X_WL); !pose.empty()) text += "    " + pose + "\n";
  return text + pieces_text("    ", link.pieces);
}

}  // namespace

std::string draft_text(const SceneDraft& draft) {
  std::string text;
  for (const std::string& line : draft.heading) text += comment_line("", line);
  text += "rigor_scene: 1\nname: " + draft.name + "\n";
  text += "gravity: " + vector_text(draft.gravity) + "\n";
  if (draft.mu > 0.0) text += "surfaces:\n  default: {mu: " + number_text(draft.mu) + "}\n";
  text += "stop: {time: " + number_text(draft.until) + "}\n";
  if (!draft.half_spaces.empty()) text += "half_spaces:\n";
  for (const HalfSpaceSpec& it : draft.half_spaces)
    text += fmt::format("  - {{name: {}, normal: {}, offset: {}}}\n", it.name,
                        vector_text(it.normal), number_text(it.offset));
  if (!draft.fixed.empty()) text += "bodies:\n";
  for (const DraftLink& link : draft.fixed) text += fixed_text(link);
  if (!draft.mechanisms.empty()) text += "mechanisms:\n";
  for (const DraftMechanism& mechanism : draft.mechanisms) {
    text += "  - name: " + mechanism.name + "\n    links:\n";
    for (const DraftLink& link : mechanism.links) text += link_text(link, draft.hold);
    if (!mechanism.loops.empty()) text += "    loops:\n";
    for (const SourceJoint& loop : mechanism.loops) text += loop_text(loop);
  }
  if (!draft.exclusions.empty()) text += "exclusions:\n";
  for (const ExclusionSpec& pair : draft.exclusions)
    text += fmt::format("  - {{between: [{}, {}], reason: {}}}\n", pair.a, pair.b,
                        quoted_text(pair.reason));
  return text;
}

}  // namespace rigor::importing
