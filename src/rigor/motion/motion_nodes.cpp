// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/motion/motion_nodes.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

BodyState node_state(const BodyNodes& body, int j) {
  const auto at = body.y.col(j);
  BodyState state;
  state.x = at.segment<3>(0);
  state.q = Quaternion(at[3], at[4], at[5], at[6]);
  state.v = at.segment<6>(7);
  return state;
}

/// ½ (0, ω) q as (w, x, y, z).
Eigen::Vector4d turn_rate(const BodyNodes& body, int j) {
  const auto at = body.y.col(j);
  const Quaternion rate =
      quaternion_rate(Quaternion(at[3], at[4], at[5], at[6]), at.segment<3>(10));
  return {rate.w(), rate.x(), rate.y(), rate.z()};
}

/// dq/dt at the node.
void set_rate(TreeNodes& tree, int j) {
  const Model& local = tree.as.tree->local;
  PlacedTree& scratch = *tree.placed[j];
  scratch.state.q = tree.q.col(j);
  scratch.state.v = tree.v.col(j);
  coordinate_rates(local, scratch.state.q, scratch.state.v, tree.rate);
  tree.rates.col(j) = tree.rate;
}

/// Integrates the velocities, the orientation and the position of a body in turn.
void integrate(BodyNodes& body, const LobattoNodes& nodes, const BodyState& start, double length) {
  // Small products: summed directly, without the packing of general ones.
  const auto integration = nodes.integration.transpose();
  const int count = static_cast<int>(body.y.cols());
  body.old = body.y;
  body.y.middleRows<6>(7).noalias() = length * body.a.lazyProduct(integration);
  body.y.middleRows<6>(7).colwise() += start.v;
  const Eigen::Vector4d q0(start.q.w(), start.q.x(), start.q.y(), start.q.z());
  NodeBlock<4> turns(4, count);
  for (int turn = 0; turn < kTurnSweeps; ++turn) {
    for (int j = 0; j < count; ++j) turns.col(j) = turn_rate(body, j);
    body.y.middleRows<4>(3).noalias() = length * turns.lazyProduct(integration);
    body.y.middleRows<4>(3).colwise() += q0;
  }
  body.y.topRows<3>().noalias() = length * body.y.middleRows<3>(7).lazyProduct(integration);
  body.y.topRows<3>().colwise() += start.x;
}

/// Integrates the velocities and the coordinates of a tree in turn.
void integrate(TreeNodes& tree, const LobattoNodes& nodes, double length) {
  const auto integration = nodes.integration.transpose();
  tree.old_q = tree.q;
  tree.old_v = tree.v;
  tree.v.noalias() = length * tree.a.lazyProduct(integration);
  tree.v.colwise() += tree.v0;
  if (tree.stiff) {
    tree.v -= tree.old_v;
    tree.stiff->refine(tree.v);
    tree.v += tree.old_v;
  }
  for (int turn = 0; turn < kTurnSweeps; ++turn) {
    for (int j = 0; j < tree.q.cols(); ++j) set_rate(tree, j);
    tree.q.noalias() = length * tree.rates.lazyProduct(integration);
    tree.q.colwise() += tree.q0;
  }
}

template <typename Rows>
double change_of(const Rows& now, const Rows& before, int first_row) {
  if (!now.allFinite()) return std::numeric_limits<double>::infinity();
  double change = 0.0;
  for (Eigen::Index row = first_row; row < now.rows(); ++row) {
    const double size = 1.0 + now.row(row).cwiseAbs().maxCoeff();
    change = std::max(change, (now.row(row) - before.row(row)).cwiseAbs().maxCoeff() / size);
  }
  return change;
}

}  // namespace

Quaternion rotation_at(const BodyNodes& body, int node) {
  const auto at = body.y.col(node);
  return {at[3], at[4], at[5], at[6]};
}

void place_links(MotionNodes& nodes) {
  for (TreeNodes& tree : nodes.trees) {
    for (int j = 0; j < tree.q.cols(); ++j) {
      const std::shared_ptr<PlacedTree>& placed = tree.placed[j];
      place(*placed, tree.q.col(j), tree.v.col(j));
      for (std::size_t k = 0; k < tree.as.bodies.size(); ++k) {
        const BodyState link = link_state(placed, tree.as.bodies[k]);
        nodes.bodies[tree.as.first_place + k].y.col(j) << link.x, link.q.w(), link.q.x(),
            link.q.y(), link.q.z(), link.v;
      }
    }
  }
}

void set_states(const MotionNodes& nodes, int node, std::vector<BodyState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!states[i].tree) states[i] = node_state(nodes.bodies[i], node);
  for (const TreeNodes& tree : nodes.trees)
    for (std::size_t k = 0; k < tree.as.bodies.size(); ++k)
      states[tree.as.first_place + k] = link_state(tree.placed[node], tree.as.bodies[k]);
}

double integrate(MotionNodes& all, const LobattoNodes& nodes, std::span<const BodyState> start,
                 double length) {
  double change = 0.0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (start[i].tree) continue;
    integrate(all.bodies[i], nodes, start[i], length);
    change = std::max(change, change_of(all.bodies[i].y, all.bodies[i].old, 3));
  }
  for (TreeNodes& tree : all.trees) {
    integrate(tree, nodes, length);
    change = std::max({change, change_of(tree.q, tree.old_q, 0), change_of(tree.v, tree.old_v, 0)});
  }
  return change;
}

}  // namespace rigor
