// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <queue>

#include <fmt/format.h>

#include <rigor/demand.hpp>
#include <rigor/dynamics/validation.hpp>
#include <rigor/geometry/mass_properties.hpp>

namespace rigor {
namespace {

using Names = std::map<std::string, int>;

/// For each link the first root of the trees that loops join to its own.
std::vector<std::size_t> mechanism_roots(const ModelDescription& description,
                                         const Names& described) {
  std::vector<std::size_t> first(description.links.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = i;
    while (!description.links[first[i]].parent.empty())
      first[i] = described.at(description.links[first[i]].parent);
  }
  for (const LoopDescription& loop : description.loops) {
    if (loop.parent.empty()) continue;
    const std::size_t a = first[described.at(loop.parent)];
    const std::size_t b = first[described.at(loop.child)];
    for (std::size_t& root : first)
      if (root == a || root == b) root = std::min(a, b);
  }
  return first;
}

/// The order of links in the model: mechanisms by their first root, trees by root, parents first,
/// else as described.
std::vector<std::size_t> link_order(const ModelDescription& description, const Names& described,
                                    const std::vector<std::size_t>& mechanism_root) {
  const std::size_t count = description.links.size();
  std::vector<std::vector<std::size_t>> children(count);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i)
    if (const std::string& parent = description.links[i].parent; !parent.empty())
      children[described.at(parent)].push_back(i);
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < count; ++i)
    if (description.links[i].parent.empty()) roots.push_back(i);
  std::stable_sort(roots.begin(), roots.end(), [&](std::size_t a, std::size_t b) {
    return mechanism_root[a] < mechanism_root[b];
  });
  for (const std::size_t root : roots) {
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    ready.push(root);
    while (!ready.empty()) {
      const std::size_t next = ready.top();
      ready.pop();
      order.push_back(next);
      for (const std::size_t child : children[next]) ready.push(child);
    }
  }
  return order;
}

struct NormalizedAxes {
  Joint operator()(const Revolute& joint) const { return Revolute{joint.axis.normalized()}; }
  Joint operator()(const Prismatic& joint) const { return Prismatic{joint.axis.normalized()}; }
  Joint operator()(const Universal& joint) const {
    const Vector3 first = joint.first.normalized();
    return Universal{first, (joint.second - first * first.dot(joint.second)).normalized()};
  }
  Joint operator()(const Planar& joint) const {
    const Vector3 x = joint.x.normalized();
    return Planar{x, (joint.y - x * x.dot(joint.y)).normalized()};
  }
  template <class Other>
  Joint operator()(const Other& joint) const {
    return joint;
  }
};

/// A shape seen from the link; an identity placement keeps every bit.
PolytopeResult placed(const Polytope& shape, const Pose& X_LP) {
  if (X_LP.translation.isZero(0.0) && X_LP.rotation.vec().isZero(0.0)) return shape;
  std::vector<Vector3> points;
  for (const Vector3& p_P : shape.vertices()) points.push_back(X_LP * p_P);
  return make_polytope(points);
}

SpatialInertia inertia_of(const LinkDescription& description, const std::vector<Piece>& pieces) {
  if (description.inertia) return *description.inertia;
  double total = 0.0;
  for (const Piece& piece : pieces) total += volume(piece.shape);
  const double density = description.mass && total > 0.0 ? *description.mass / total
                                                         : description.density.value_or(0.0);
  SpatialInertia sum;
  for (const Piece& piece : pieces) sum = combined(sum, uniform_inertia(piece.shape, density));
  return sum;
}

MaybeError check_parts(const ModelDescription& description) {
  if (!description.gravity.allFinite())
    return ModelError{ModelRule::SoundForce, "gravity", "must be finite"};
  for (const auto check : {&check_names, &check_tree, &check_loops, &check_surfaces})
    if (MaybeError error = check(description)) return error;
  return std::nullopt;
}

class Builder {
 public:
  explicit Builder(const ModelDescription& description) : description_(description) {}

  BuildResult run() {
    if (MaybeError error = check_parts(description_)) return *error;
    for (const auto step :
         {&Builder::add_materials, &Builder::add_links, &Builder::add_loops,
          &Builder::add_half_spaces, &Builder::add_exclusions, &Builder::add_forces})
      if (MaybeError error = (this->*step)()) return *error;
    model_.gravity = description_.gravity;
    return std::move(model_);
  }

 private:
  MaybeError add_materials() {
    model_.materials = description_.materials;
    if (model_.materials.empty()) model_.materials.push_back({"default", {}});
    const std::size_t count = model_.materials.size();
    for (std::size_t i = 0; i < count; ++i) {
      materials_[model_.materials[i].name] = static_cast<int>(i);
      for (std::size_t j = 0; j < count; ++j) {
        const Surface& a = model_.materials[i].surface;
        const Surface& b = model_.materials[j].surface;
        model_.surfaces.push_back(i == j ? a
                                         : Surface{std::sqrt(a.friction * b.friction),
                                                   std::max(a.restitution, b.restitution),
                                                   std::sqrt(a.viscous * b.viscous)});
      }
    }
    for (const SurfacePair& pair : description_.surface_pairs) {
      const std::size_t a = materials_.at(pair.material_a);
      const std::size_t b = materials_.at(pair.material_b);
      model_.surfaces[a * count + b] = model_.surfaces[b * count + a] = pair.surface;
    }
    return std::nullopt;
  }

  MaybeError add_links() {
    Names described;
    for (std::size_t i = 0; i < description_.links.size(); ++i)
      described[description_.links[i].name] = static_cast<int>(i);
    const std::vector<std::size_t> roots = mechanism_roots(description_, described);
    std::optional<std::size_t> root;
    for (const std::size_t i : link_order(description_, described, roots)) {
      if (root != roots[i]) start_mechanism();
      root = roots[i];
      if (MaybeError error = add_link(description_.links[i])) return error;
    }
    return std::nullopt;
  }

  void start_mechanism() {
    const auto next = static_cast<int>(model_.links.size());
    model_.mechanisms.push_back(
        {next, next, model_.q_size, model_.q_size, model_.v_size, model_.v_size});
  }

  MaybeError add_loops() {
    for (const LoopDescription& description : description_.loops) {
      Loop loop{.name = description.name,
                .child = links_.at(description.child),
                .joint = std::visit(NormalizedAxes{}, description.joint),
                .X_PJ = normalized(description.X_PJ),
                .p_CJ = description.p_CJ};
      if (!description.parent.empty()) loop.parent = links_.at(description.parent);
      const Mechanism& mechanism = model_.mechanisms[model_.links[loop.child].mechanism];
      if (mechanism.first_v == mechanism.end_v)
        return ModelError{ModelRule::SoundLoop, fmt::format("loop's joint '{}'", loop.name),
                          "nothing in this loop can move"};
      model_.loops.push_back(std::move(loop));
    }
    return std::nullopt;
  }

  MaybeError add_link(const LinkDescription& description) {
    if (MaybeError error = check_joint(description)) return error;
    Link link{
        .name = description.name,
        .joint_name = description.joint_name.empty() ? description.name : description.joint_name,
        .joint = std::visit(NormalizedAxes{}, description.joint),
        .X_PJ = normalized(description.X_PJ),
        .inertia = {},
        .pieces = {},
        .dofs = description.dofs,
        .path = description.path,
        .belt = description.belt};
    if (MaybeError error = add_pieces(description, link)) return error;
    connect(description, link);
    if (!link.belt.isZero(0.0) && !link.fixed_to_world)
      return ModelError{ModelRule::SoundSurface, fmt::format("link '{}'", link.name),
                        "a belt runs over a link that is fixed to the world"};
    if (!link.belt.allFinite())
      return ModelError{ModelRule::SoundSurface, fmt::format("link '{}'", link.name),
                        "the velocity of a belt must be finite"};
    if (!is_carried(link)) {
      link.inertia = inertia_of(description, link.pieces);
      if (MaybeError error = check_inertia(link.name, link.inertia)) return error;
      link.inertia_about_origin = about_origin(link.inertia);
    }
    link.R_PJ = link.X_PJ.rotation.toRotationMatrix();
    links_[link.name] = static_cast<int>(model_.links.size());
    model_.links.push_back(std::move(link));
    return std::nullopt;
  }

  /// Whether no force can move the link: fixed to the world or driven, by fixed joints only.
  bool is_carried(const Link& link) const {
    const Link* root =
        link.rigid_group == std::ssize(model_.links) ? &link : &model_.links[link.rigid_group];
    return root->parent == kWorldLink && std::holds_alternative<Fixed>(root->joint);
  }

  void connect(const LinkDescription& description, Link& link) {
    const auto index = static_cast<int>(model_.links.size());
    const bool is_fixed = std::holds_alternative<Fixed>(link.joint);
    link.rigid_group = index;
    link.fixed_to_world = is_fixed && !link.path;
    if (link.path) {
      link.path->axis.normalize();
      link.path->rotation.normalize();
    }
    link.mechanism = static_cast<int>(model_.mechanisms.size()) - 1;
    if (!description.parent.empty()) {
      link.parent = links_.at(description.parent);
      const Link& parent = model_.links[link.parent];
      link.fixed_to_world = is_fixed && parent.fixed_to_world;
      if (is_fixed) link.rigid_group = parent.rigid_group;
    }
    link.first_q = model_.q_size;
    link.first_v = model_.v_size;
    link.velocities = velocity_count(link.joint);
    link.dofs.resize(link.velocities);
    model_.q_size += coordinate_count(link.joint);
    model_.v_size += link.velocities;
    Mechanism& mechanism = model_.mechanisms.back();
    mechanism.end_link = index + 1;
    mechanism.end_q = model_.q_size;
    mechanism.end_v = model_.v_size;
  }

  MaybeError add_pieces(const LinkDescription& description, Link& link) {
    for (const PieceDescription& piece : description.pieces) {
      const std::string where = fmt::format("link '{}', piece '{}'", description.name, piece.name);
      if (MaybeError error = check_pose(where, piece.X_LP)) return error;
      const Pose X_LP = normalized(piece.X_LP);
      PolytopeResult shape = placed(piece.shape, X_LP);
      if (const auto* error = std::get_if<PolytopeError>(&shape))
        return ModelError{ModelRule::SoundShape, where, error->message};
      int material = 0;
      if (MaybeError error = find_material(where, piece.material, material)) return error;
      link.pieces.push_back({piece.name, std::get<Polytope>(std::move(shape)), X_LP, material});
    }
    return std::nullopt;
  }

  MaybeError find_material(const std::string& where, const std::string& name, int& index) const {
    if (name.empty()) return std::nullopt;
    const auto found = materials_.find(name);
    if (found == materials_.end())
      return ModelError{ModelRule::KnownName, where, fmt::format("'{}' is not a material", name)};
    index = found->second;
    return std::nullopt;
  }

  MaybeError add_half_spaces() {
    for (const HalfSpaceDescription& description : description_.half_spaces) {
      if (MaybeError error = check_half_space(description)) return error;
      FixedHalfSpace half_space{description.name, description.shape, 0, description.belt};
      const std::string where = fmt::format("half-space '{}'", description.name);
      if (MaybeError error = find_material(where, description.material, half_space.material))
        return error;
      half_spaces_[half_space.name] = static_cast<int>(model_.half_spaces.size());
      model_.half_spaces.push_back(std::move(half_space));
    }
    return std::nullopt;
  }

  MaybeError find_body(const std::string& where, const std::string& name, BodyId& id) const {
    if (const auto link = links_.find(name); link != links_.end())
      id = {BodyKind::Link, link->second};
    else if (const auto half_space = half_spaces_.find(name); half_space != half_spaces_.end())
      id = {BodyKind::HalfSpace, half_space->second};
    else
      return ModelError{ModelRule::KnownName, where,
                        fmt::format("'{}' is neither a link nor a half-space", name)};
    return std::nullopt;
  }

  MaybeError add_exclusions() {
    for (const ExclusionDescription& description : description_.exclusions) {
      const std::string where =
          fmt::format("exclusion '{}' - '{}'", description.body_a, description.body_b);
      Exclusion exclusion{{}, {}, description.reason.empty() ? "listed" : description.reason};
      if (MaybeError error = find_body(where, description.body_a, exclusion.a)) return error;
      if (MaybeError error = find_body(where, description.body_b, exclusion.b)) return error;
      if (exclusion.b < exclusion.a) std::swap(exclusion.a, exclusion.b);
      model_.exclusions.push_back(std::move(exclusion));
    }
    std::stable_sort(model_.exclusions.begin(), model_.exclusions.end(),
                     [](const Exclusion& x, const Exclusion& y) {
                       return std::pair(x.a, x.b) < std::pair(y.a, y.b);
                     });
    return std::nullopt;
  }

  MaybeError add_forces() {
    for (const ForceDescription& description : description_.forces) {
      Force force = description.force;
      int index = kWorldLink;
      const auto found = links_.find(description.link);
      if (found == links_.end())
        return ModelError{ModelRule::KnownName, "force",
                          fmt::format("'{}' is not a link", description.link)};
      index = found->second;
      const Link& link = model_.links[index];
      if (MaybeError error = check_force(description, link)) return error;
      if (auto* wrench = std::get_if<AppliedWrench>(&force)) wrench->link = index;
      if (auto* effort = std::get_if<JointEffort>(&force)) effort->link = index;
      if (auto* pd = std::get_if<JointPd>(&force)) pd->link = index;
      if (auto* sampled = std::get_if<SampledPd>(&force)) sampled->law.link = index;
      if (auto* law = std::get_if<SampledLaw>(&force)) law->link = index;
      model_.forces.push_back(std::move(force));
    }
    return std::nullopt;
  }

  const ModelDescription& description_;
  Model model_;
  Names links_;
  Names half_spaces_;
  Names materials_;
};

}  // namespace

const char* name(ModelRule rule) {
  constexpr std::array<const char*, 15> kNames{
      "UniqueNames", "KnownName",    "NoCycle",     "SoundLoop",  "SoundJoint",
      "SoundDof",    "SoundInertia", "SoundPose",   "SoundShape", "SoundSurface",
      "SoundForce",  "SoundPath",    "WithinWorld", "SoundState", "WithinLimits"};
  return kNames[static_cast<std::size_t>(rule)];
}

BuildResult build(const ModelDescription& description) { return Builder(description).run(); }

Model unwrap(BuildResult result) {
  if (const auto* error = std::get_if<ModelError>(&result))
    demand_failed((error->where + ": " + error->message).c_str(), __FILE__, __LINE__);
  return std::get<Model>(std::move(result));
}

}  // namespace rigor
