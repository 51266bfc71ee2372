// SPDX-License-Identifier: Apache-2.0
#include <rigor/random.hpp>
#include <rigor/scene/read_body.hpp>
#include <rigor/scene/read_driven.hpp>
#include <rigor/scene/read_shape.hpp>

namespace rigor {
namespace {

/// Sine of the angle between a belt and its plane that counts as none: files carry six digits.
constexpr double kAlongBelt = 1e-6;

PieceSpec read_piece(const Cursor& at, const std::string& default_name, ReadContext& context) {
  PieceSpec piece{.name = default_name, .place = at.node.place};
  if (!check_keys(at, {"name", "shape", "pose", "density", "surface"}, {"shape"})) return piece;
  if (const auto e = entry(at, "name")) piece.name = identifier(*e);
  if (const auto e = entry(at, "shape")) piece.shape = read_shape(*e, context);
  if (const auto e = entry(at, "pose")) piece.X_BP = read_pose(*e);
  if (const auto e = entry(at, "density")) piece.density = number(*e, kPositive);
  if (const auto e = entry(at, "surface")) piece.surface = identifier(*e);
  return piece;
}

std::vector<PieceSpec> read_pieces(const Cursor& body, ReadContext& context) {
  std::vector<PieceSpec> pieces;
  const auto shape = entry(body, "shape");
  const auto list = entry(body, "pieces");
  const bool mass_is_told = entry(body, "mass") && entry(body, "inertia");
  if (!shape && !list && mass_is_told) return pieces;
  if (shape.has_value() == list.has_value()) {
    note(body, "exactly one of shape and pieces; neither only with mass and inertia",
         "one convex shape, or a list of pieces");
    return pieces;
  }
  if (shape) {
    PieceSpec piece{
        .name = "piece_0", .shape = read_shape(*shape, context), .place = shape->node.place};
    pieces.push_back(std::move(piece));
  } else {
    for (const Cursor& item : items(*list)) {
      pieces.push_back(read_piece(item, "piece_" + std::to_string(pieces.size()), context));
    }
    if (pieces.empty() && list->node.kind == DocumentNode::Kind::Sequence) {
      note(*list, "at least one piece", "add - shape: ...");
    }
  }
  if (const auto surface = entry(body, "surface")) {
    const std::string name = identifier(*surface);
    for (PieceSpec& piece : pieces) {
      if (piece.surface == "default") piece.surface = name;
    }
  }
  return pieces;
}

Matrix3 read_inertia(const Cursor& at) {
  const bool rows = at.node.kind == DocumentNode::Kind::Sequence && !at.node.items.empty() &&
                    at.node.items.front().kind == DocumentNode::Kind::Sequence;
  if (!rows) return vector3(at).asDiagonal();
  Matrix3 inertia = Matrix3::Identity();
  const std::vector<Cursor> all = items(at);
  if (all.size() != 3) {
    note(at, "three principal moments, or three rows of three", "[Ixx, Iyy, Izz] in kg m2");
    return inertia;
  }
  for (int i = 0; i < 3; ++i) inertia.row(i) = vector3(all[i]);
  return inertia;
}

void read_mass(const Cursor& body, BodySpec& spec) {
  const auto mass = entry(body, "mass");
  const auto density = entry(body, "density");
  const auto com = entry(body, "com");
  const auto inertia = entry(body, "inertia");
  bool any_piece = false;
  bool every_piece = true;
  for (const PieceSpec& piece : spec.pieces) {
    any_piece = any_piece || piece.density.has_value();
    every_piece = every_piece && piece.density.has_value();
  }
  if (spec.fixed || spec.driven) {
    if (mass || density || com || inertia || any_piece) {
      note(body, "a fixed or driven body has no mass", "remove mass, density, com and inertia");
    }
    return;
  }
  const int sources = (mass ? 1 : 0) + (density ? 1 : 0) + (any_piece ? 1 : 0);
  if (sources != 1) {
    note(body, "exactly one source of mass: mass, density, or a density for every piece",
         sources == 0 ? "add density: 1000 (kg/m3) or mass: ... (kg)" : "keep one of them");
    return;
  }
  if ((com && !inertia) || (inertia && !mass)) {
    note(body, "com goes with inertia, and inertia with mass", "give mass, com and inertia");
  }
  if (density) {
    const double value = number(*density, kPositive);
    for (PieceSpec& piece : spec.pieces) piece.density = value;
  } else if (any_piece && !every_piece) {
    note(body, "a density for every piece", "add density to the pieces without one");
  } else if (mass) {
    spec.mass = MassSpec{.mass = number(*mass, kPositive)};
    if (inertia) spec.mass->inertia = read_inertia(*inertia);
    if (inertia) spec.mass->com = com ? vector3(*com, kCoordinate) : Vector3(Vector3::Zero());
  }
}

Twist read_velocity(const Cursor& at) {
  Twist twist;
  if (!check_keys(at, {"linear", "angular"})) return twist;
  if (const auto e = entry(at, "linear")) twist.linear = vector3(*e, kSpeed);
  if (const auto e = entry(at, "angular")) twist.angular = vector3(*e, kSpeed);
  return twist;
}

Vector3 draw_vector(const Cursor& range, Random& random, const NumberRule& rule) {
  if (!check_keys(range, {"min", "max"}, {"min", "max"})) return Vector3::Zero();
  const auto min = entry(range, "min");
  const auto max = entry(range, "max");
  if (!min || !max) return Vector3::Zero();
  const Vector3 low = vector3(*min, rule);
  const Vector3 high = vector3(*max, rule);
  if ((low.array() > high.array()).any()) {
    note(range, "min is not above max in any component", "swap them");
  }
  const double x = random.uniform(low.x(), high.x());
  const double y = random.uniform(low.y(), high.y());
  const double z = random.uniform(low.z(), high.z());
  return {x, y, z};
}

void draw_state(const Cursor& at, std::uint64_t stream, ReadContext& context, BodySpec& body) {
  if (!check_keys(at, {"position", "rotation", "linear", "angular"})) return;
  context.drew = true;
  if (!context.seed) {
    note(at, "random states need a seed", "add seed: 1 to the scene, or pass --seed 1");
    return;
  }
  Random random(*context.seed, stream);
  if (const auto e = entry(at, "position")) {
    body.X_WB.translation = draw_vector(*e, random, kCoordinate);
  }
  if (const auto e = entry(at, "rotation")) {
    choice(*e, {"uniform"});
    body.X_WB.rotation = settled(from_wxyz(random.direction<4>()));
  }
  if (const auto e = entry(at, "linear")) body.V_WB.linear = draw_vector(*e, random, kSpeed);
  if (const auto e = entry(at, "angular")) body.V_WB.angular = draw_vector(*e, random, kSpeed);
}

void read_state(const Cursor& at, std::uint64_t stream, ReadContext& context, BodySpec& body) {
  const auto random = entry(at, "random");
  if (random && (entry(at, "pose") || entry(at, "velocity"))) {
    note(at, "an initial state: pose and velocity, or random", "remove one of them");
  }
  if ((body.fixed || body.driven) && (random || entry(at, "velocity"))) {
    note(at, "a fixed or driven body has a pose and no initial velocity",
         "remove velocity and random");
  }
  if (const auto e = entry(at, "pose")) body.X_WB = read_pose(*e);
  if (const auto e = entry(at, "velocity")) body.V_WB = read_velocity(*e);
  if (random) draw_state(*random, stream, context, body);
}

}  // namespace

void read_matter(const Cursor& at, ReadContext& context, BodySpec& body) {
  body.pieces = read_pieces(at, context);
  read_mass(at, body);
}

BodySpec read_body(const Cursor& at, std::uint64_t stream, ReadContext& context) {
  BodySpec body{.name = "unnamed", .place = at.node.place};
  const bool is_map =
      check_keys(at,
                 {"name", "shape", "pieces", "surface", "fixed", "driven", "density", "mass", "com",
                  "inertia", "pose", "velocity", "random", "belt"},
                 {"name"});
  if (!is_map) return body;
  if (const auto e = entry(at, "name")) body.name = identifier(*e);
  if (const auto e = entry(at, "fixed")) body.fixed = flag(*e);
  if (const auto e = entry(at, "driven")) {
    body.driven = read_driven(*e);
    if (body.fixed) note(at, "a body is fixed or driven, not both", "remove one of them");
  }
  read_matter(at, context, body);
  read_state(at, stream, context, body);
  if (const auto e = entry(at, "belt")) {
    body.belt = vector3(*e, kSpeed);
    if (!body.fixed)
      note(*e, "a belt runs over a fixed body", "add fixed: true; driven bodies move as a whole");
  }
  return body;
}

HalfSpaceSpec read_half_space(const Cursor& at) {
  HalfSpaceSpec spec{.name = "unnamed", .place = at.node.place};
  if (!check_keys(at, {"name", "normal", "offset", "point", "surface", "belt"},
                  {"name", "normal"})) {
    return spec;
  }
  if (const auto e = entry(at, "name")) spec.name = identifier(*e);
  if (const auto e = entry(at, "normal")) spec.normal = unit_vector(*e);
  if (const auto e = entry(at, "surface")) spec.surface = identifier(*e);
  if (const auto e = entry(at, "belt")) {
    spec.belt = vector3(*e, kSpeed);
    const double out = spec.normal.dot(spec.belt);
    if (!(std::abs(out) <= kAlongBelt * spec.belt.norm()))
      note(*e, "a belt runs along its plane", "a velocity at right angles to the normal");
    spec.belt -= out * spec.normal;
  }
  const auto offset = entry(at, "offset");
  const auto point = entry(at, "point");
  if (offset.has_value() == point.has_value()) {
    note(at, "exactly one of offset and point", "offset: normal·x on the surface, in metres");
  } else if (offset) {
    spec.offset = number(*offset, kCoordinate);
  } else {
    spec.offset = spec.normal.dot(vector3(*point, kCoordinate));
  }
  return spec;
}

}  // namespace rigor
