// SPDX-License-Identifier: Apache-2.0
#include <rigor/touching/limit.hpp>

namespace rigor {

double limit_gap(const World& world, const Cluster& cluster, const PairId& pair) {
  const LimitId limit = limit_of(pair);
  const PlacedTree& tree = *cluster.states[place_of(cluster, limit.body)].tree;
  return limit.sign() *
         (tree.state.q[coordinate_of(*tree.tree, limit)] - limit_value(world, limit));
}

ContactRows limit_rows(const World& world, const Cluster& cluster, const PairId& pair) {
  const LimitId limit = limit_of(pair);
  const BodyState& state = cluster.states[place_of(cluster, limit.body)];
  ContactRows rows;
  rows.point_W = state.x;
  rows.normal.on_B[0] = 1.0;
  const int velocity = velocity_of(*state.tree->tree, limit);
  rows.normal.jet = {limit_gap(world, cluster, pair), limit.sign() * state.tree->state.v[velocity],
                     limit.sign() * drift_of(*state.tree, velocity)};
  return rows;
}

}  // namespace rigor
