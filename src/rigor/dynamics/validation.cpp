// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <rigor/dynamics/validation.hpp>

namespace rigor {
namespace {

// Directions and quaternions in files carry at least six digits; `build` normalises them.
constexpr double kUnitTolerance = 1e-6;

std::string quoted(const char* what, const std::string& name) {
  return fmt::format("{} '{}'", what, name);
}

MaybeError check_unique(std::set<std::string>& seen, const char* what, const std::string& name) {
  if (name.empty())
    return ModelError{ModelRule::UniqueNames, what, fmt::format("every {} needs a name", what)};
  if (!seen.insert(name).second)
    return ModelError{ModelRule::UniqueNames, quoted(what, name),
                      "this name is used twice (a link has one parent: further joints of a closed "
                      "loop stand under loops)"};
  return std::nullopt;
}

MaybeError check_surface(const std::string& where, const Surface& surface) {
  if (!std::isfinite(surface.friction) || surface.friction < 0.0)
    return ModelError{ModelRule::SoundSurface, where,
                      fmt::format("friction must be finite and >= 0, not {}", surface.friction)};
  if (!(surface.restitution >= 0.0 && surface.restitution <= 1.0))
    return ModelError{ModelRule::SoundSurface, where,
                      fmt::format("restitution must lie in [0, 1], not {}", surface.restitution)};
  if (!std::isfinite(surface.viscous) || surface.viscous < 0.0)
    return ModelError{ModelRule::SoundSurface, where,
                      fmt::format("viscous must be finite and >= 0, not {}", surface.viscous)};
  return std::nullopt;
}

}  // namespace

MaybeError check_names(const ModelDescription& description) {
  std::set<std::string> bodies;
  for (const LinkDescription& link : description.links)
    if (auto error = check_unique(bodies, "link", link.name)) return error;
  for (const HalfSpaceDescription& half_space : description.half_spaces)
    if (auto error = check_unique(bodies, "half-space", half_space.name)) return error;
  std::set<std::string> materials;
  for (const Material& material : description.materials)
    if (auto error = check_unique(materials, "material", material.name)) return error;
  std::set<std::string> loops;
  for (const LoopDescription& loop : description.loops)
    if (auto error = check_unique(loops, "loop", loop.name)) return error;
  return std::nullopt;
}

MaybeError check_loops(const ModelDescription& description) {
  std::map<std::string, const LinkDescription*> links;
  for (const LinkDescription& link : description.links) links[link.name] = &link;
  for (const LoopDescription& loop : description.loops) {
    const std::string where = quoted("loop's joint", loop.name);
    std::vector<std::string> ends{loop.child};
    if (!loop.parent.empty()) ends.push_back(loop.parent);
    for (const std::string& name : ends) {
      if (!links.contains(name))
        return ModelError{ModelRule::KnownName, where, fmt::format("'{}' is not a link", name)};
      if (links[name]->path)
        return ModelError{ModelRule::SoundLoop, where,
                          fmt::format("'{}' is driven: a loop joins links that forces move", name)};
    }
    if (loop.parent == loop.child)
      return ModelError{ModelRule::SoundLoop, where, "its joint joins a link to itself"};
    if (std::holds_alternative<Free>(loop.joint))
      return ModelError{ModelRule::SoundLoop, where, "a free joint closes no loop"};
    if (auto error = check_axes(where, loop.joint)) return error;
    if (auto error = check_pose(where, loop.X_PJ)) return error;
    if (!(loop.p_CJ.cwiseAbs().maxCoeff() <= kMaxCoordinate))
      return ModelError{ModelRule::WithinWorld, where,
                        fmt::format("its anchor must lie within {} m", kMaxCoordinate)};
  }
  return std::nullopt;
}

MaybeError check_tree(const ModelDescription& description) {
  std::map<std::string, std::string> parents;
  for (const LinkDescription& link : description.links) parents[link.name] = link.parent;
  for (const LinkDescription& link : description.links) {
    if (!link.parent.empty() && !parents.contains(link.parent))
      return ModelError{ModelRule::KnownName, quoted("link", link.name),
                        fmt::format("its parent '{}' is not a link", link.parent)};
  }
  for (const LinkDescription& link : description.links) {
    std::size_t steps = 0;
    for (std::string at = link.parent; !at.empty(); at = parents[at])
      if (++steps > parents.size() || at == link.name)
        return ModelError{ModelRule::NoCycle, quoted("link", link.name),
                          "following its parents never reaches the world"};
  }
  return std::nullopt;
}

MaybeError check_surfaces(const ModelDescription& description) {
  std::set<std::string> names;
  for (const Material& material : description.materials) {
    names.insert(material.name);
    if (auto error = check_surface(quoted("material", material.name), material.surface))
      return error;
  }
  for (const SurfacePair& pair : description.surface_pairs) {
    const std::string where =
        fmt::format("surface pair '{}' - '{}'", pair.material_a, pair.material_b);
    for (const std::string& name : {pair.material_a, pair.material_b})
      if (!names.contains(name))
        return ModelError{ModelRule::KnownName, where, fmt::format("'{}' is not a material", name)};
    if (auto error = check_surface(where, pair.surface)) return error;
  }
  return std::nullopt;
}

MaybeError check_half_space(const HalfSpaceDescription& half_space) {
  const std::string where = quoted("half-space", half_space.name);
  const HalfSpace& shape = half_space.shape;
  if (!(std::abs(shape.normal.norm() - 1.0) <= kUnitTolerance))
    return ModelError{ModelRule::SoundShape, where,
                      fmt::format("the normal must have length 1, not {}", shape.normal.norm())};
  if (!(std::abs(shape.offset) <= kMaxCoordinate))
    return ModelError{
        ModelRule::WithinWorld, where,
        fmt::format("the offset must lie within {} m, not {}", kMaxCoordinate, shape.offset)};
  return std::nullopt;
}

MaybeError check_force(const ForceDescription& force, const Link& link) {
  const std::string where = quoted("force on", force.link);
  if (auto found = defect(force.force)) return ModelError{ModelRule::SoundForce, where, *found};
  const auto* pd = std::get_if<JointPd>(&force.force);
  if (const auto* sampled = std::get_if<SampledPd>(&force.force)) pd = &sampled->law;
  const auto* effort = std::get_if<JointEffort>(&force.force);
  if (pd || effort) {
    const int dof = pd ? pd->dof : effort->dof;
    if (dof < 0 || dof >= link.velocities)
      return ModelError{ModelRule::SoundForce, where,
                        fmt::format("a {} joint has {} velocities, there is no number {}",
                                    name(link.joint), link.velocities, dof)};
  }
  if (pd && !has_plain_coordinates(link.joint))
    return ModelError{
        ModelRule::SoundForce, where,
        fmt::format("a {} joint has no angle or distance to control", name(link.joint))};
  return std::nullopt;
}

MaybeError check_inertia(const std::string& link_name, const SpatialInertia& inertia) {
  const std::string where = quoted("link", link_name);
  if (auto found = defect(inertia))
    return ModelError{ModelRule::SoundInertia, where,
                      fmt::format("{} (mass {} kg)", *found, inertia.mass)};
  if (!(inertia.com.cwiseAbs().maxCoeff() <= kMaxCoordinate))
    return ModelError{ModelRule::WithinWorld, where,
                      fmt::format("the centre of mass must lie within {} m", kMaxCoordinate)};
  return std::nullopt;
}

MaybeError check_pose(const std::string& where, const Pose& pose) {
  if (!(std::abs(pose.rotation.norm() - 1.0) <= kUnitTolerance))
    return ModelError{
        ModelRule::SoundPose, where,
        fmt::format("the quaternion must have length 1, not {}", pose.rotation.norm())};
  if (!pose.translation.allFinite())
    return ModelError{ModelRule::SoundPose, where, "the translation must be finite"};
  if (!(pose.translation.cwiseAbs().maxCoeff() <= kMaxCoordinate))
    return ModelError{ModelRule::WithinWorld, where,
                      fmt::format("must lie within {} m of the origin, not at {} m", kMaxCoordinate,
                                  pose.translation.norm())};
  return std::nullopt;
}

}  // namespace rigor
