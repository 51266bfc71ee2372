// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include <rigor/demand.hpp>
#include <rigor/dynamics/build.hpp>
#include <rigor/dynamics/close_loops.hpp>
#include <rigor/geometry/mass_properties.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/scene/applied_wrench.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/driven_path.hpp>
#include <rigor/scene/feature_size.hpp>
#include <rigor/scene/read_motor.hpp>
#include <rigor/scene/start.hpp>

namespace rigor {
namespace {

PolytopeResult polytope(const BoxSpec& box) { return make_box(0.5 * box.size); }
PolytopeResult polytope(const PrismSpec& prism) {
  return make_prism(prism.sides, prism.radius, prism.height);
}
PolytopeResult polytope(const SphericalSpec& ball) {
  return make_spherical(ball.radius, ball.vertices);
}
PolytopeResult polytope(const HullSpec& hull) { return make_polytope(hull.vertices); }
PolytopeResult polytope(const RegularSolidSpec& solid) {
  switch (solid.kind) {
    case RegularSolidKind::Tetrahedron:
      return make_tetrahedron(solid.radius);
    case RegularSolidKind::Octahedron:
      return make_octahedron(solid.radius);
    case RegularSolidKind::Dodecahedron:
      return make_dodecahedron(solid.radius);
    case RegularSolidKind::Icosahedron:
      break;
  }
  return make_icosahedron(solid.radius);
}

/// Features of a body are at least this many skins long and thick: contact acts at one skin.
constexpr double kSkinsInFeature = 10.0;

void check_features(const Scene& scene, const BodySpec& body, const PieceSpec& piece,
                    const Polytope& shape, std::vector<Problem>& problems) {
  const double least = kSkinsInFeature * scene.skin;
  const double found = feature_size(shape, least);
  if (found >= least) return;
  problems.push_back({piece.place, body.name + "." + piece.name + ".shape",
                      fmt::format("{:.3g} m", found),
                      fmt::format("edges and thickness are at least 10 skins, {:g} m", least),
                      "a smaller tolerances.skin, or a shape without such small features"});
}

std::vector<PieceDescription> describe_pieces(const Scene& scene, const BodySpec& body,
                                              std::vector<Problem>& problems) {
  std::vector<PieceDescription> pieces;
  for (const PieceSpec& piece : body.pieces) {
    PolytopeResult made =
        std::visit([](const auto& shape) { return polytope(shape); }, piece.shape);
    if (const auto* error = std::get_if<PolytopeError>(&made)) {
      problems.push_back({piece.place, body.name + "." + piece.name + ".shape", "", error->message,
                          "give a solid convex shape"});
      continue;
    }
    check_features(scene, body, piece, std::get<Polytope>(made), problems);
    pieces.push_back({piece.name, std::get<Polytope>(std::move(made)), piece.X_BP, piece.surface});
  }
  return pieces;
}

/// Mass properties where the scene gives them itself or densities piece by piece.
std::optional<SpatialInertia> describe_inertia(const BodySpec& body,
                                               const std::vector<PieceDescription>& pieces) {
  if (body.mass && body.mass->com && body.mass->inertia) {
    return SpatialInertia{body.mass->mass, *body.mass->com, *body.mass->inertia};
  }
  if (body.mass || body.fixed || body.driven) return {};
  SpatialInertia sum;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const SpatialInertia own = transformed(
        pieces[i].X_LP, uniform_inertia(pieces[i].shape, body.pieces[i].density.value_or(1.0)));
    sum = i == 0 ? own : combined(sum, own);
  }
  return sum;
}

LinkDescription describe_link(const Scene& scene, const BodySpec& body,
                              std::vector<Problem>& problems) {
  LinkDescription link;
  link.name = body.name;
  const std::size_t before = problems.size();
  link.pieces = describe_pieces(scene, body, problems);
  if (body.fixed || body.driven) link.joint = Fixed{};
  if (body.fixed) link.X_PJ = body.X_WB;
  link.belt = body.belt;
  if (body.driven) link.path = driven_path(*body.driven, body.X_WB);
  if (problems.size() > before) return link;
  link.inertia = describe_inertia(body, link.pieces);
  if (body.mass && !link.inertia) link.mass = body.mass->mass;
  if (!link.inertia) return link;
  if (const auto reason = defect(*link.inertia)) {
    problems.push_back({body.place, body.name, "", *reason,
                        "check mass, com and inertia (about the com, in kg m2)"});
  }
  return link;
}

Dof dof_of(const JointSpec& joint, std::size_t k) {
  Dof dof{.damping = joint.damping[k],
          .stiffness = joint.stiffness[k],
          .armature = joint.armature[k],
          .friction = joint.friction};
  if (!joint.neutral.empty()) dof.neutral = joint.neutral[k];
  if (!joint.limits.empty() && joint.limits[k]) {
    dof.lower = (*joint.limits[k])[0];
    dof.upper = (*joint.limits[k])[1];
    dof.limit_restitution = joint.limit_restitution;
  }
  return dof;
}

/// The origin of the body's frame in the model, as the scene sees it: links begin at their joints.
Vector3 anchor_of(const Scene& scene, const std::string& body) {
  for (const MechanismSpec& mechanism : scene.mechanisms)
    for (const LinkSpec& link : mechanism.links)
      if (link.body.name == body) return link.joint.anchor;
  return Vector3::Zero();
}

/// The links of a mechanism, their frames moved to their joints. `anchors`: of the links so far.
void describe_mechanism(const Scene& scene, const MechanismSpec& mechanism,
                        std::vector<LinkDescription>& links, std::vector<Problem>& problems) {
  std::map<std::string, Vector3> anchors;
  for (const LinkSpec& spec : mechanism.links) {
    LinkDescription link = describe_link(scene, spec.body, problems);
    const JointSpec& joint = spec.joint;
    link.parent = spec.parent;
    link.joint = joint.joint;
    link.X_PJ = joint.X_PJ;
    if (const auto at = anchors.find(spec.parent); at != anchors.end())
      link.X_PJ.translation -= at->second;
    anchors.emplace(spec.body.name, joint.anchor);
    for (PieceDescription& piece : link.pieces) piece.X_LP.translation -= joint.anchor;
    if (link.inertia) link.inertia->com -= joint.anchor;
    for (std::size_t k = 0; k < joint.velocities.size(); ++k) link.dofs.push_back(dof_of(joint, k));
    links.push_back(std::move(link));
  }
}

LoopDescription describe_loop(const Scene& scene, const LoopSpec& loop) {
  LoopDescription out{loop.name, loop.parent, loop.child, loop.joint.joint, loop.joint.X_PJ, {}};
  out.X_PJ.translation -= anchor_of(scene, loop.parent);
  out.p_CJ = loop.joint.anchor - anchor_of(scene, loop.child);
  return out;
}

Surface surface_of(const PairSpec& pair) {
  return {.friction = pair.mu, .restitution = pair.restitution, .viscous = pair.viscosity};
}

/// Every surface as a material, and every pair of them stated, so that no mixing rule applies.
void describe_surfaces(const Scene& scene, ModelDescription& description) {
  std::set<std::string> names{"default"};
  for (const BodySpec* body : bodies_and_links(scene)) {
    for (const PieceSpec& piece : body->pieces) names.insert(piece.surface);
  }
  for (const HalfSpaceSpec& half_space : scene.half_spaces) names.insert(half_space.surface);
  for (auto a = names.begin(); a != names.end(); ++a) {
    description.materials.push_back({*a, surface_of(pair_of(scene, *a, *a))});
    for (auto b = std::next(a); b != names.end(); ++b) {
      description.surface_pairs.push_back({*a, *b, surface_of(pair_of(scene, *a, *b))});
    }
  }
}

State initial_state(const Scene& scene, const Model& model) {
  State state = neutral_state(model);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodySpec& body = scene.bodies[i];
    if (body.fixed || body.driven) continue;
    const auto link = find_link(model, body.name);
    RIGOR_DEMAND(link.has_value());
    const Link& free = model.links[*link];
    const std::array<double, 4> quat = wxyz(body.X_WB.rotation);
    state.q.segment<3>(free.first_q) = body.X_WB.translation;
    state.q.segment<4>(free.first_q + 3) = Eigen::Map<const Eigen::Vector4d>(quat.data());
    state.v.segment<6>(free.first_v) = body.V_WB.vector();
  }
  for (const MechanismSpec& mechanism : scene.mechanisms) {
    for (const LinkSpec& spec : mechanism.links) {
      const auto index = find_link(model, spec.body.name);
      RIGOR_DEMAND(index.has_value());
      const Link& link = model.links[*index];
      std::copy(spec.joint.coordinates.begin(), spec.joint.coordinates.end(),
                state.q.data() + link.first_q);
      std::copy(spec.joint.velocities.begin(), spec.joint.velocities.end(),
                state.v.data() + link.first_v);
    }
  }
  return state;
}

/// What the scene says of its joints' start; of free bodies it says everything.
GivenStart given_start(const Scene& scene, const Model& model) {
  const std::size_t count = model.v_size;
  GivenStart given{std::vector<char>(count, 1), std::vector<char>(count, 1)};
  for (const MechanismSpec& mechanism : scene.mechanisms) {
    for (const LinkSpec& spec : mechanism.links) {
      const auto index = find_link(model, spec.body.name);
      RIGOR_DEMAND(index.has_value());
      const Link& link = model.links[*index];
      const std::size_t first = link.first_v;
      for (std::size_t k = first; k < first + spec.joint.velocities.size(); ++k) {
        given.coordinates[k] = spec.joint.gives_coordinates ? 1 : 0;
        given.velocities[k] = spec.joint.gives_velocities ? 1 : 0;
      }
    }
  }
  return given;
}

/// The place of the body or half-space that an error is about, as far as its text tells.
Place place_of(const Scene& scene, const std::string& where) {
  for (const BodySpec* body : bodies_and_links(scene)) {
    if (where.find("'" + body->name + "'") != std::string::npos) return body->place;
  }
  for (const HalfSpaceSpec& half_space : scene.half_spaces) {
    if (where.find("'" + half_space.name + "'") != std::string::npos) return half_space.place;
  }
  for (const MechanismSpec& mechanism : scene.mechanisms)
    for (const LoopSpec& loop : mechanism.loops)
      if (where.find("'" + loop.name + "'") != std::string::npos) return loop.place;
  return {};
}

[[noreturn]] void refuse(const Scene& scene, const ModelError& error) {
  throw SceneError(scene.sources, {{place_of(scene, error.where), error.where, "", error.message,
                                    "correct it in the scene (docs/scene-format.md)"}});
}

void refuse_overlaps(const Scene& scene, const BuiltScene& built) {
  std::vector<Problem> problems;
  for (const StartOverlap& overlap :
       start_overlaps(built.model, built.initial, scene.start_tolerance)) {
    problems.push_back(
        {place_of(scene, "'" + overlap.b + "'"), overlap.a + " and " + overlap.b,
         fmt::format("{:.3g} m deep", overlap.depth),
         fmt::format("no two bodies overlap at the start by more than start_tolerance = {:g} m",
                     scene.start_tolerance),
         "move them apart; touching exactly is fine (start_tolerance may be raised to 1e-4 m)"});
  }
  if (!problems.empty()) throw SceneError(scene.sources, std::move(problems));
}

}  // namespace

ModelDescription describe(const Scene& scene) {
  ModelDescription description;
  description.gravity = scene.gravity;
  std::vector<Problem> problems;
  for (const BodySpec& body : scene.bodies) {
    description.links.push_back(describe_link(scene, body, problems));
  }
  for (const MechanismSpec& mechanism : scene.mechanisms) {
    describe_mechanism(scene, mechanism, description.links, problems);
    for (const LoopSpec& loop : mechanism.loops)
      description.loops.push_back(describe_loop(scene, loop));
  }
  if (!problems.empty()) throw SceneError(scene.sources, std::move(problems));
  for (const HalfSpaceSpec& half_space : scene.half_spaces) {
    description.half_spaces.push_back({half_space.name,
                                       {half_space.normal, half_space.offset},
                                       half_space.surface,
                                       half_space.belt});
  }
  for (const ExclusionSpec& pair : scene.exclusions) {
    description.exclusions.push_back({pair.a, pair.b, pair.reason});
  }
  for (const ForceSpec& force : scene.forces)
    description.forces.push_back({force.body, applied_wrench(force, anchor_of(scene, force.body))});
  for (const MechanismSpec& mechanism : scene.mechanisms)
    for (const LinkSpec& link : mechanism.links)
      if (link.joint.motor)
        description.forces.push_back({link.body.name, motor_force(*link.joint.motor)});
  describe_surfaces(scene, description);
  return description;
}

BuiltScene build(const Scene& scene) {
  BuildResult made = build(describe(scene));
  if (const auto* error = std::get_if<ModelError>(&made)) refuse(scene, *error);
  BuiltScene built{std::get<Model>(std::move(made)), {}};
  built.initial = initial_state(scene, built.model);
  if (!built.model.loops.empty())
    if (const auto error = close_loops(built.model, given_start(scene, built.model), built.initial))
      refuse(scene, *error);
  if (const auto error = defect(built.model, built.initial)) refuse(scene, *error);
  refuse_overlaps(scene, built);
  return built;
}

}  // namespace rigor
