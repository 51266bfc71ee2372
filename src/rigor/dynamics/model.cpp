// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/dynamics/model.hpp>

namespace rigor {
namespace {

/// Whether a's rigid group hangs by one joint on b's.
bool hangs_on(const Model& model, const Link& a, const Link& b) {
  const int parent = model.links[a.rigid_group].parent;
  return parent != kWorldLink && model.links[parent].rigid_group == b.rigid_group;
}

/// Whether a loop's joint joins a's rigid group to b's as its parent.
bool closes_loop(const Model& model, const Link& a, const Link& b) {
  const auto group = [&](int link) { return model.links[link].rigid_group; };
  return std::any_of(model.loops.begin(), model.loops.end(), [&](const Loop& loop) {
    return loop.parent != kWorldLink && group(loop.child) == a.rigid_group &&
           group(loop.parent) == b.rigid_group;
  });
}

std::optional<std::string_view> exclusion_of_links(const Model& model, const Link& a,
                                                   const Link& b) {
  if (a.rigid_group == b.rigid_group) return "rigidly joined";
  if (a.fixed_to_world && b.fixed_to_world) return "both fixed to the world";
  if (hangs_on(model, a, b) || hangs_on(model, b, a)) return "adjacent links";
  if (closes_loop(model, a, b) || closes_loop(model, b, a)) return "joined by a loop's joint";
  return std::nullopt;
}

}  // namespace

bool has_belts(const Model& model) {
  const auto runs = [](const auto& one) { return !one.belt.isZero(0.0); };
  return std::any_of(model.links.begin(), model.links.end(), runs) ||
         std::any_of(model.half_spaces.begin(), model.half_spaces.end(), runs);
}

bool is_free_body(const Model& model, int link) {
  const Link& body = model.links[link];
  const Mechanism& mechanism = model.mechanisms[body.mechanism];
  return std::holds_alternative<Free>(body.joint) && mechanism.end_link - mechanism.first_link == 1;
}

const Surface& surface(const Model& model, int material_a, int material_b) {
  return model.surfaces[material_a * model.materials.size() + material_b];
}

std::optional<std::string_view> exclusion(const Model& model, BodyId a, BodyId b) {
  if (a == b) return "the same body";
  if (b < a) std::swap(a, b);
  const auto found = std::lower_bound(
      model.exclusions.begin(), model.exclusions.end(), std::pair(a, b),
      [](const Exclusion& e, const auto& pair) { return std::pair(e.a, e.b) < pair; });
  if (found != model.exclusions.end() && found->a == a && found->b == b) return found->reason;
  if (b.kind == BodyKind::HalfSpace) return "both fixed to the world";
  const Link& link_b = model.links[b.index];
  if (a.kind == BodyKind::HalfSpace) {
    if (link_b.fixed_to_world) return "both fixed to the world";
    return std::nullopt;
  }
  return exclusion_of_links(model, model.links[a.index], link_b);
}

std::vector<Exclusion> all_exclusions(const Model& model) {
  std::vector<BodyId> bodies;
  for (std::size_t i = 0; i < model.half_spaces.size(); ++i)
    bodies.push_back({BodyKind::HalfSpace, static_cast<int>(i)});
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (!model.links[i].pieces.empty()) bodies.push_back({BodyKind::Link, static_cast<int>(i)});
  std::vector<Exclusion> all;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      if (const auto reason = exclusion(model, bodies[i], bodies[j]))
        all.push_back({bodies[i], bodies[j], std::string(*reason)});
  return all;
}

std::optional<int> find_link(const Model& model, std::string_view name) {
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (model.links[i].name == name) return static_cast<int>(i);
  return std::nullopt;
}

}  // namespace rigor
