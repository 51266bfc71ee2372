// SPDX-License-Identifier: Apache-2.0
// A body of 2 kg on a straight guide, with one force.
#pragma once

#include <rigor/assembly/world.hpp>
#include <rigor/dynamics/build.hpp>
#include <rigor/touching/cluster.hpp>

namespace rigor {

struct OneSlider {
  Model model;
  World world;
  Cluster cluster;

  OneSlider(const Dof& dof, double v, const Force& force) : model(made(dof, force)) {
    State state = neutral_state(model);
    state.v[0] = v;
    world = make_world(model, state, {});
    const auto tree = placed_tree(world.trees.front(), model, state);
    cluster.bodies = {0};
    cluster.states = {link_state(tree, 0)};
  }
  OneSlider(const OneSlider&) = delete;

 private:
  static Model made(const Dof& dof, const Force& force) {
    ModelDescription description;
    LinkDescription link;
    link.name = "slider";
    link.joint = Prismatic{Vector3::UnitX()};
    link.inertia = SpatialInertia{2.0, Vector3::Zero(), Matrix3::Identity()};
    link.dofs = {dof};
    description.links.push_back(link);
    description.forces.push_back({"slider", force});
    return unwrap(build(description));
  }
};

}  // namespace rigor
