// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/placed_bodies.hpp>

namespace rigor {

PlacedBodies::PlacedBodies(const ModeMotion& motion)
    : motion_(motion),
      rotations_(motion.bodies.size()),
      turned_(motion.bodies.size()),
      drives_(motion.drives.size()) {}

void PlacedBodies::place(std::span<const BodyState> states, double after, Eigen::VectorXd& a) {
  states_ = states;
  load_power_ = 0.0;
  if (motion_.unknowns.has_trees()) accelerate_trees(after, a);
  for (int i = 0; i < std::ssize(states); ++i) {
    rotations_[i] = rotation_matrix(states[i].q);
    if (states[i].tree) continue;
    turned_[i] = turned(motion_.bodies[i]->dynamics, rotations_[i]);
    const int at = motion_.unknowns.offset(i);
    const Vector3 w = states[i].v.tail<3>();
    const Vector3 momentum = turned_[i].about_com * w;
    a.segment<3>(at) = motion_.gravity;
    a.segment<3>(at + 3).noalias() =
        turned_[i].about_com_inverse * momentum.cross(w);  // I α = -ω × I ω
    const AppliedLoad& load = motion_.bodies[i]->load;
    if (load.wrenches.empty()) continue;
    const Vector6 push =
        load_at(load, rotations_[i], trace::elapsed(load.start, motion_.start) + after).vector();
    a.segment<6>(at) += inverse_mass_times(turned_[i], push);
    load_power_ += push.dot(states[i].v);
  }
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    const DrivePiece& piece = *motion_.drives[i];
    drives_[i] = rigor::motion_at(piece, trace::elapsed(piece.start, motion_.start) + after);
  }
}

void PlacedBodies::accelerate_trees(double after, Eigen::VectorXd& a) {
  const double time = trace::seconds(motion_.start) + after;
  if (workspace_of_.empty()) {
    for (int i = 0; i < std::ssize(states_); ++i) {
      if (states_[i].tree && leads(states_, i)) workspaces_.emplace_back(*states_[i].tree->tree);
      workspace_of_.push_back(states_[i].tree ? static_cast<int>(workspaces_.size()) - 1 : -1);
    }
  }
  for (int i = 0; i < std::ssize(states_); ++i) {
    if (!states_[i].tree || !leads(states_, i)) continue;
    TreeWorkspace& workspace = workspaces_[workspace_of_[i]];
    load_power_ += accelerate(*states_[i].tree, time, workspace);
    a.segment(motion_.unknowns.offset(i), size_of(states_[i])) = workspace.bodies.vdot;
  }
}

BodyMotion PlacedBodies::motion_of(int place, int drive, const Pose& still) const {
  if (drive >= 0) return drives_[drive];
  if (place < 0) return {still, {}, {}};
  return rigor::motion_of(states_[place]);
}

const Eigen::VectorXd& PlacedBodies::tree_response(int place, const Eigen::VectorXd& f) {
  TreeWorkspace& workspace = workspaces_[workspace_of_[place]];
  respond(*states_[place].tree, f, workspace);
  return workspace.bodies.vdot;
}

void PlacedBodies::push(int place, const Vector6& wrench, Eigen::VectorXd& a) {
  const int at = motion_.unknowns.offset(place);
  const BodyState& body = states_[place];
  if (!body.tree) {
    a.segment<6>(at) += response(place, wrench);
    return;
  }
  Eigen::VectorXd efforts = Eigen::VectorXd::Zero(size_of(body));
  pull_back(*body.tree, motion_.bodies[place]->id, wrench, efforts);
  a.segment(at, efforts.size()) += tree_response(place, efforts);
}

Eigen::VectorXd PlacedBodies::holding_efforts(int place, const Eigen::VectorXd& a,
                                              const std::vector<Vector6>& wrenches) const {
  const PlacedTree& placed = *states_[place].tree;
  // By link: those that are fixed to the world are no bodies of the motion.
  std::vector<Vector6> on_links(placed.tree->local.links.size(), Vector6::Zero());
  const int end = unit_end(states_, place);
  for (int i = place; i < end; ++i)
    on_links[motion_.bodies[i]->id - placed.tree->first_body] = wrenches[i];
  return rigor::holding_efforts(placed,
                                a.segment(motion_.unknowns.offset(place), placed.tree->unknowns()),
                                on_links, workspaces_[workspace_of_[place]]);
}

}  // namespace rigor
