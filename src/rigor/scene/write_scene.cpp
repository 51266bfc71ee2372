// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include <fmt/format.h>

#include <rigor/scene/read_motor.hpp>
#include <rigor/scene/sha256.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

/// The shortest decimal number that reads back to the same bits.
std::string shortest(double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value + 0.0).ptr;
  return {digits, end};
}

template <class Values>
std::string list(const Values& values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? ", " : "") + shortest(value);
  return text + "]";
}

std::string list(const Vector3& v) { return list(std::array{v.x(), v.y(), v.z()}); }

std::string quoted(const std::string& words) {
  std::string text = "\"";
  for (const char c : words) {
    switch (c) {
      case '"':
        text += "\\\"";
        break;
      case '\\':
        text += "\\\\";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          text += c;
        }
    }
  }
  return text + "\"";
}

std::string text_of(const BoxSpec& box) { return "{box: " + list(box.size) + "}"; }

std::string text_of(const PrismSpec& prism) {
  return fmt::format("{{prism: {{sides: {}, radius: {}, height: {}}}}}", prism.sides,
                     shortest(prism.radius), shortest(prism.height));
}

std::string text_of(const RegularSolidSpec& solid) {
  return fmt::format("{{{}: {{radius: {}}}}}", name(solid.kind), shortest(solid.radius));
}

std::string text_of(const SphericalSpec& ball) {
  return fmt::format("{{spherical: {{radius: {}, vertices: {}}}}}", shortest(ball.radius),
                     ball.vertices);
}

std::string text_of(const HullSpec& hull) {
  std::string text = "{vertices: [";
  for (std::size_t i = 0; i < hull.vertices.size(); ++i) {
    text += (i > 0 ? ", " : "") + list(hull.vertices[i]);
  }
  return text + "]}";
}

std::string text_of(const Pose& pose) {
  return fmt::format("{{position: {}, quat_wxyz: {}}}", list(pose.translation),
                     list(wxyz(pose.rotation)));
}

std::string text_of(const PairSpec& pair) {
  return fmt::format("restitution: {}, mu: {}, viscosity: {}", shortest(pair.restitution),
                     shortest(pair.mu), shortest(pair.viscosity));
}

std::string text_of(const MassSpec& mass) {
  std::string text = "    mass: " + shortest(mass.mass) + "\n";
  if (!mass.com || !mass.inertia) return text;
  const Matrix3& I = *mass.inertia;
  text += "    com: " + list(*mass.com) + "\n";
  text += fmt::format("    inertia: [{}, {}, {}]\n", list(Vector3(I.row(0))),
                      list(Vector3(I.row(1))), list(Vector3(I.row(2))));
  return text;
}

std::string text_of(const DrivenSpec& driven) {
  if (driven.knots.empty()) {
    return fmt::format("    driven: {{linear: {}, angular: {}}}\n", list(driven.velocity.linear),
                       list(driven.velocity.angular));
  }
  std::string text = "    driven:\n      axis: " + list(driven.axis) + "\n      knots:\n";
  for (const DrivenKnot& knot : driven.knots) {
    text += fmt::format("        - {{time: {}, position: {}, angle: {}}}\n", shortest(knot.time),
                        list(knot.position), shortest(knot.angle));
  }
  return text;
}

std::string pieces_text(const BodySpec& body) {
  if (body.pieces.empty()) return {};  // a link without a shape
  std::string text = "    pieces:\n";
  for (const PieceSpec& piece : body.pieces) {
    text += "      - name: " + piece.name + "\n        shape: ";
    text += shape_text(piece.shape) + "\n";
    text += "        pose: " + text_of(piece.X_BP) + "\n";
    if (piece.density) text += "        density: " + shortest(*piece.density) + "\n";
    text += "        surface: " + piece.surface + "\n";
  }
  return text;
}

/// The axes of a joint as keys and values, each followed by a comma.
struct AxesText {
  std::string operator()(const Revolute& joint) const { return "axis: " + list(joint.axis) + ", "; }
  std::string operator()(const Prismatic& joint) const {
    return "axis: " + list(joint.axis) + ", ";
  }
  std::string operator()(const Universal& joint) const {
    return fmt::format("axis: {}, second_axis: {}, ", list(joint.first), list(joint.second));
  }
  std::string operator()(const Planar& joint) const {
    return fmt::format("x_axis: {}, y_axis: {}, ", list(joint.x), list(joint.y));
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

/// One pair alone stands without a list around it; a coordinate without limits is an empty one.
std::string limits_text(const std::vector<std::optional<std::array<double, 2>>>& limits) {
  if (limits.size() == 1) return list(*limits.front());
  std::string text;
  for (const auto& pair : limits)
    text += (text.empty() ? "" : ", ") + (pair ? list(*pair) : std::string("[]"));
  return "[" + text + "]";
}

std::string text_of(const JointSpec& joint) {
  std::string text = std::visit(AxesText{}, joint.joint);
  const bool free = std::holds_alternative<Free>(joint.joint);
  if (!free) text += fmt::format("pose: {}, anchor: {}, ", text_of(joint.X_PJ), list(joint.anchor));
  if (!joint.velocities.empty() && !free) {
    text += fmt::format("stiffness: {}, damping: {}, armature: {}, ", list(joint.stiffness),
                        list(joint.damping), list(joint.armature));
  }
  if (!joint.neutral.empty()) text += "neutral: " + list(joint.neutral) + ", ";
  if (!joint.limits.empty())
    text += fmt::format("limits: {}, limit_restitution: {}, ", limits_text(joint.limits),
                        joint.limit_restitution);
  if (joint.friction > 0.0) text += fmt::format("friction: {}, ", joint.friction);
  if (joint.motor) text += "motor: " + text_of(*joint.motor) + ", ";
  if (joint.gives_coordinates) text += fmt::format("coordinates: {}, ", list(joint.coordinates));
  if (joint.gives_velocities) text += fmt::format("velocities: {}, ", list(joint.velocities));
  if (!text.empty()) text.resize(text.size() - 2);
  return fmt::format("{{{}: {{{}}}}}", name(joint.joint), text);
}

/// The text with every line moved to the right by four letters.
std::string deeper(const std::string& text) {
  std::string moved;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins) moved += "    ";
    line_begins = c == '\n';
    moved += c;
  }
  return moved;
}

std::string text_of(const MechanismSpec& mechanism) {
  std::string text = "  - name: " + mechanism.name + "\n    links:\n";
  for (const LinkSpec& link : mechanism.links) {
    std::string lines = "  - name: " + link.body.name + "\n";
    if (!link.parent.empty()) lines += "    parent: " + link.parent + "\n";
    lines += "    joint: " + text_of(link.joint) + "\n";
    if (link.body.mass) lines += text_of(*link.body.mass);
    text += deeper(lines + pieces_text(link.body));
  }
  if (!mechanism.loops.empty()) text += "    loops:\n";
  for (const LoopSpec& loop : mechanism.loops) {
    text += "      - {name: " + loop.name;
    if (!loop.parent.empty()) text += ", parent: " + loop.parent;
    text += ", child: " + loop.child + ", joint: " + text_of(loop.joint) + "}\n";
  }
  return text;
}

std::string text_of(const BodySpec& body) {
  std::string text = fmt::format("  - name: {}\n    fixed: {}\n", body.name, body.fixed);
  if (body.mass) text += text_of(*body.mass);
  text += "    pose: " + text_of(body.X_WB) + "\n";
  if (!body.belt.isZero(0.0)) text += "    belt: " + list(body.belt) + "\n";
  if (body.driven) text += text_of(*body.driven);
  if (!body.fixed && !body.driven) {
    text += fmt::format("    velocity: {{linear: {}, angular: {}}}\n", list(body.V_WB.linear),
                        list(body.V_WB.angular));
  }
  return text + pieces_text(body);
}

std::string text_of(const ForceKnot& knot) {
  return fmt::format("force: {}, torque: {}", list(knot.force), list(knot.torque));
}

std::string text_of(const ForceSpec& force) {
  std::string text = fmt::format("  - body: {}\n    axes: {}\n", force.body, name(force.axes));
  if (force.at) text += "    at: " + list(*force.at) + "\n";
  if (force.knots.empty()) {
    text += fmt::format("    force: {}\n    torque: {}\n    from: {}\n", list(force.constant.force),
                        list(force.constant.torque), shortest(force.from));
    if (force.until) text += "    until: " + shortest(*force.until) + "\n";
    return text;
  }
  text += "    knots:\n";
  for (const ForceKnot& knot : force.knots)
    text += fmt::format("      - {{time: {}, {}}}\n", shortest(knot.time), text_of(knot));
  return text;
}

std::string text_of(const StopSpec& stop) {
  std::string text = "stop:\n  time: " + shortest(stop.time) + "\n";
  text += fmt::format("  at_rest: {}\n", stop.at_rest);
  if (stop.events) text += fmt::format("  events: {}\n", *stop.events);
  if (stop.segments) text += fmt::format("  segments: {}\n", *stop.segments);
  if (stop.wall_time) text += "  wall_time: " + shortest(*stop.wall_time) + "\n";
  return text;
}

std::string surfaces_text(const Scene& scene) {
  std::string text = "surfaces:\n  default: {" + text_of(scene.default_pair) + "}\n";
  if (scene.pairs.empty()) return text;
  text += "  pairs:\n";
  for (const SurfacePairSpec& entry : scene.pairs) {
    text += fmt::format("    - {{between: [{}, {}], {}}}\n", entry.a, entry.b, text_of(entry.pair));
  }
  return text;
}

/// The keys that the method has, those that were not given left out.
std::string text_of(const Stepping& stepping, Method method) {
  std::string text = "stepping: {step: " + shortest(stepping.step);
  const auto add = [&text](const char* key, const std::optional<double>& value) {
    if (value) text += fmt::format(", {}: {}", key, shortest(*value));
  };
  if (method == Method::FirstOrder) {
    add("gap", stepping.gap);
  } else {
    add("threshold", stepping.threshold);
  }
  if (method == Method::Paper) {
    text += fmt::format(", bounds: {}", name(stepping.bounds));
    add("min_step", stepping.min_step);
    add("dagger_tol", stepping.dagger_tol);
  }
  return text + "}\n";
}

}  // namespace

std::string resolved_text(const Scene& scene) {
  std::string text = "rigor_scene: 1\nname: " + scene.name + "\n";
  if (!scene.description.empty()) text += "description: " + quoted(scene.description) + "\n";
  text += "gravity: " + list(scene.gravity) + "\n";
  text += fmt::format("law: {}\nmethod: {}\n", name(scene.law), name(scene.method));
  if (scene.method != Method::Oracle) text += text_of(scene.stepping, scene.method);
  text += surfaces_text(scene);
  text += fmt::format("tolerances: {{tol: {}, skin: {}, beta: 0.01}}\nstart_tolerance: {}\n",
                      shortest(scene.tol), shortest(scene.skin), shortest(scene.start_tolerance));
  text += fmt::format("jam: {}\nindeterminate: {}\nnormal_split: {}\n", name(scene.jam),
                      name(scene.indeterminate), name(scene.normal_split));
  text += text_of(scene.stop);
  if (scene.seed) text += fmt::format("seed: {}\n", *scene.seed);
  if (!scene.bodies.empty()) text += "bodies:\n";
  for (const BodySpec& body : scene.bodies) text += text_of(body);
  if (!scene.mechanisms.empty()) text += "mechanisms:\n";
  for (const MechanismSpec& mechanism : scene.mechanisms) text += text_of(mechanism);
  if (!scene.half_spaces.empty()) text += "half_spaces:\n";
  for (const HalfSpaceSpec& half_space : scene.half_spaces) {
    text += fmt::format("  - {{name: {}, normal: {}, offset: {}, surface: {}", half_space.name,
                        list(half_space.normal), shortest(half_space.offset), half_space.surface);
    if (!half_space.belt.isZero(0.0)) text += ", belt: " + list(half_space.belt);
    text += "}\n";
  }
  if (!scene.exclusions.empty()) text += "exclusions:\n";
  for (const ExclusionSpec& pair : scene.exclusions) {
    text +=
        fmt::format("  - {{between: [{}, {}], reason: {}}}\n", pair.a, pair.b, quoted(pair.reason));
  }
  if (!scene.forces.empty()) text += "forces:\n";
  for (const ForceSpec& force : scene.forces) text += text_of(force);
  return text;
}

std::string number_text(double value) { return shortest(value); }
std::string vector_text(const Vector3& v) { return list(v); }
std::string pose_text(const Pose& pose) { return text_of(pose); }
std::string quoted_text(const std::string& words) { return quoted(words); }
std::string shape_text(const ShapeSpec& shape) {
  return std::visit([](const auto& one) { return text_of(one); }, shape);
}

std::string scene_hash(const Scene& scene) { return sha256(resolved_text(scene)); }

}  // namespace rigor
