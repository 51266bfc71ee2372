// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/tolerances.hpp>
#include <rigor/assembly/world.hpp>

namespace rigor {
namespace {

double largest_load_pull(const std::vector<Body>& bodies) {
  double most = 0.0;
  for (const Body& body : bodies)
    if (!body.load.wrenches.empty())
      most = std::max(most, body.load.most * body.dynamics.inverse_mass);
  return most;
}

/// The mechanisms with links that move; those links weigh what their tree weighs.
void add_trees(const Model& model, World& world) {
  for (int i = 0; i < std::ssize(model.mechanisms); ++i) {
    const Mechanism& mechanism = model.mechanisms[i];
    const auto first = world.bodies.begin() + mechanism.first_link;
    const auto end = world.bodies.begin() + mechanism.end_link;
    const auto is_link = [](const Body& body) { return body.role == BodyRole::Link; };
    if (std::none_of(first, end, is_link)) continue;
    world.trees.push_back(std::make_shared<const Tree>(make_tree(model, i)));
    for (auto body = first; body != end; ++body)
      if (is_link(*body)) body->mass = world.trees.back()->mass;
  }
}

}  // namespace

bool is_excluded(const World& world, const trace::PieceId& a, const trace::PieceId& b) {
  const auto id = [](const trace::PieceId& piece) {
    return piece.body == trace::kWorld ? BodyId{BodyKind::HalfSpace, static_cast<int>(piece.piece)}
                                       : BodyId{BodyKind::Link, static_cast<int>(piece.body)};
  };
  return exclusion(*world.model, id(a), id(b)).has_value();
}

trace::Time horizon_of(const SimulationOptions& options) {
  return trace::time_from(std::min(options.stop.time, kFarHorizon));
}

void take_next_stretch(World& world, std::uint32_t body, const trace::Time& now) {
  Body& moved = world.bodies[body];
  if (!moved.load.end || now < *moved.load.end) return;
  moved.load = load_from(*world.model, body, now, moved.radius);
  world.load_pull = largest_load_pull(world.bodies);
}

World make_world(const Model& model, const State& initial, const SimulationOptions& options) {
  World world;
  world.model = &model;
  for (const FixedHalfSpace& half_space : model.half_spaces)
    world.half_spaces.push_back(half_space.shape);
  for (std::uint32_t link = 0; link < model.links.size(); ++link)
    world.bodies.push_back(make_body(model, link, initial));
  add_trees(model, world);
  world.joints = joint_numbers(model);
  const trace::Time start = trace::time_from(initial.time);
  for (Body& body : world.bodies)
    if (body.role == BodyRole::Driven && start < horizon_of(options))
      body.drive = make_piece(*model.links[body.id].path, 0, start, horizon_of(options));
  world.load_pull = largest_load_pull(world.bodies);
  world.law = options.law;
  world.tolerances = options.tolerances;
  world.jam = options.jam;
  world.indeterminate = options.indeterminate;
  world.normal_split = options.normal_split;
  return world;
}

}  // namespace rigor
