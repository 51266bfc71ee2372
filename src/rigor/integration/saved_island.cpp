// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/integration/saved_island.hpp>
#include <rigor/trace/bytes.hpp>

namespace rigor {
namespace {

std::vector<double> list_of(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

Eigen::VectorXd vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

SavedTree saved(const PlacedTree& tree) {
  SavedTree out;
  out.mechanism = static_cast<std::uint32_t>(tree.tree->mechanism);
  out.q = list_of(tree.state.q);
  out.v = list_of(tree.state.v);
  for (const Eigen::VectorXd& output : tree.inputs->outputs) out.outputs.push_back(list_of(output));
  out.branches = tree.inputs->branches;
  for (const JointSlide slide : tree.inputs->slides)
    out.slides.push_back(static_cast<std::uint8_t>(static_cast<int>(slide) + 1));
  return out;
}

std::shared_ptr<const PlacedTree> restored(const SavedTree& saved, const World& world) {
  auto placed = std::make_shared<PlacedTree>(tree_of(saved.mechanism, world));
  HeldInputs inputs;
  for (const std::vector<double>& output : saved.outputs)
    inputs.outputs.push_back(vector_of(output));
  inputs.branches = saved.branches;
  for (const std::uint8_t slide : saved.slides)
    inputs.slides.push_back(static_cast<JointSlide>(static_cast<int>(slide) - 1));
  placed->inputs = std::make_shared<const HeldInputs>(std::move(inputs));
  place(*placed, vector_of(saved.q), vector_of(saved.v));
  return placed;
}

}  // namespace

std::shared_ptr<const Tree> tree_of(std::uint32_t mechanism, const World& world) {
  for (const auto& tree : world.trees)
    if (tree->mechanism == static_cast<int>(mechanism)) return tree;
  return nullptr;
}

std::uint32_t checksum_of(const Island& island) {
  if (!island.current) return 0;
  trace::Bytes bytes;
  trace::ByteWriter(bytes).write(island.current->segments);
  return trace::crc32c(bytes);
}

SavedIsland saved(const Island& island, std::uint64_t number) {
  const Departure& at = island.departure;
  SavedIsland out;
  out.number = number;
  out.bodies = at.cluster.bodies;
  for (int i = 0; i < std::ssize(at.cluster.states); ++i) {
    const BodyState& state = at.cluster.states[i];
    if (state.tree) {
      if (leads(at.cluster.states, i)) out.trees.push_back(saved(*state.tree));
      continue;
    }
    auto& numbers = out.free.emplace_back();
    std::copy_n(state.x.data(), 3, numbers.data());
    std::copy_n(state.q.coeffs().data(), 4, numbers.data() + 3);
    std::copy_n(state.v.data(), 6, numbers.data() + 7);
  }
  out.time = at.time;
  out.mode = at.mode;
  out.step = at.step;
  out.segments = at.segments;
  out.at_rest = island.at_rest;
  out.several = island.several;
  out.energy = island.energy;
  out.impacts = island.impacts.times();
  out.last_progress = island.last_progress;
  out.events_without_progress = island.events_without_progress;
  out.load_pull = island.load_pull;
  out.checksum = checksum_of(island);
  return out;
}

Island restored(const SavedIsland& saved, const World& world) {
  Island out;
  Departure& at = out.departure;
  at.cluster.bodies = saved.bodies;
  at.cluster.time = saved.time;
  auto free = saved.free.begin();
  auto next_tree = saved.trees.begin();
  std::shared_ptr<const PlacedTree> tree;
  for (const std::uint32_t body : saved.bodies) {
    if (world.bodies[body].role == BodyRole::Link) {
      if (!tree || tree->tree->mechanism != world.model->links[body].mechanism)
        tree = restored(*next_tree++, world);
      at.cluster.states.push_back(link_state(tree, body));
      continue;
    }
    BodyState& state = at.cluster.states.emplace_back();
    std::copy_n(free->data(), 3, state.x.data());
    std::copy_n(free->data() + 3, 4, state.q.coeffs().data());
    std::copy_n(free->data() + 7, 6, state.v.data());
    ++free;
  }
  at.time = saved.time;
  at.mode = saved.mode;
  at.step = saved.step;
  at.segments = saved.segments;
  out.at_rest = saved.at_rest;
  out.several = saved.several;
  out.energy = saved.energy;
  for (const trace::Time& time : saved.impacts) out.impacts.add(time);
  out.last_progress = saved.last_progress;
  out.events_without_progress = saved.events_without_progress;
  out.load_pull = saved.load_pull;
  return out;
}

}  // namespace rigor
