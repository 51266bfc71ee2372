// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/scene/read_body.hpp>
#include <rigor/scene/read_joint.hpp>
#include <rigor/scene/read_mechanism.hpp>

namespace rigor {
namespace {

std::string read_parent(const Cursor& at, const Scene& scene, const MechanismSpec& mechanism) {
  std::vector<std::string_view> known;
  for (const LinkSpec& link : mechanism.links) known.emplace_back(link.body.name);
  for (const BodySpec& body : scene.bodies)
    if (body.fixed) known.emplace_back(body.name);
  return known_name(at, known, "an earlier link of the same mechanism, or a fixed body",
                    "leave parent out for the world; list links after those that carry them");
}

LoopSpec read_loop(const Cursor& at, const Scene& scene, const MechanismSpec& mechanism) {
  LoopSpec loop{.name = "unnamed", .place = at.node.place};
  if (!check_keys(at, {"name", "parent", "child", "joint"}, {"name", "child", "joint"}))
    return loop;
  if (const auto e = entry(at, "name")) loop.name = identifier(*e);
  if (const auto e = entry(at, "parent")) loop.parent = read_parent(*e, scene, mechanism);
  if (const auto e = entry(at, "child")) {
    std::vector<std::string_view> known;
    for (const LinkSpec& link : mechanism.links) known.emplace_back(link.body.name);
    loop.child = known_name(*e, known, "a link of the same mechanism", "one of its links' names");
  }
  if (const auto e = entry(at, "joint")) loop.joint = read_loop_joint(*e);
  return loop;
}

LinkSpec read_link(const Cursor& at, const Scene& scene, const MechanismSpec& mechanism,
                   ReadContext& context) {
  LinkSpec link{.body = {.name = "unnamed", .place = at.node.place}};
  const bool is_map = check_keys(at,
                                 {"name", "parent", "joint", "shape", "pieces", "surface",
                                  "density", "mass", "com", "inertia"},
                                 {"name", "joint"});
  if (!is_map) return link;
  if (const auto e = entry(at, "name")) link.body.name = identifier(*e);
  if (const auto e = entry(at, "parent")) link.parent = read_parent(*e, scene, mechanism);
  if (const auto e = entry(at, "joint")) {
    link.joint = read_joint(*e);
    if (std::holds_alternative<Free>(link.joint.joint) && !link.parent.empty())
      note(*e, "a free joint has no parent: it moves against the world", "remove parent");
  }
  read_matter(at, context, link.body);
  return link;
}

}  // namespace

MechanismSpec read_mechanism(const Cursor& at, const Scene& scene, ReadContext& context) {
  MechanismSpec mechanism{.name = "unnamed"};
  if (!check_keys(at, {"name", "links", "loops"}, {"name", "links"})) return mechanism;
  if (const auto e = entry(at, "name")) mechanism.name = identifier(*e);
  const auto list = entry(at, "links");
  if (!list) return mechanism;
  const std::vector<Cursor> all = items(*list);
  if (all.size() > kMostBodies) {
    note(*list, fmt::format("at most {} items", kMostBodies), "make the scene smaller");
    return mechanism;
  }
  for (const Cursor& item : all)
    mechanism.links.push_back(read_link(item, scene, mechanism, context));
  if (all.empty() && list->node.kind == DocumentNode::Kind::Sequence)
    note(*list, "at least one link", "add - name: ..., joint: ..., shape: ...");
  if (const auto loops = entry(at, "loops"))
    for (const Cursor& item : items(*loops))
      mechanism.loops.push_back(read_loop(item, scene, mechanism));
  return mechanism;
}

}  // namespace rigor
