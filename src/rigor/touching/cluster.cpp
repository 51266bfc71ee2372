// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/demand.hpp>
#include <rigor/touching/cluster.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {

int place_of(const Cluster& cluster, std::uint32_t body) {
  const auto at = std::lower_bound(cluster.bodies.begin(), cluster.bodies.end(), body);
  if (at == cluster.bodies.end() || *at != body) return -1;
  return static_cast<int>(at - cluster.bodies.begin());
}

Cluster merged(const Cluster& a, const Cluster& b) {
  Cluster all;
  all.time = b.time;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.bodies.size() || j < b.bodies.size()) {
    const bool from_a = j == b.bodies.size() || (i < a.bodies.size() && a.bodies[i] < b.bodies[j]);
    all.bodies.push_back(from_a ? a.bodies[i] : b.bodies[j]);
    all.states.push_back(from_a ? a.states[i] : b.states[j]);
    ++(from_a ? i : j);
  }
  return all;
}

Cluster part_of(const Cluster& cluster, const std::vector<int>& places) {
  Cluster part;
  part.time = cluster.time;
  for (const int i : places) {
    part.bodies.push_back(cluster.bodies[i]);
    part.states.push_back(cluster.states[i]);
  }
  return part;
}

namespace {

/// Replaces every tree by what `change` makes of it and the place of its unknowns.
template <typename Change>
void change_trees(Cluster& cluster, const Unknowns& unknowns, Change change) {
  if (!unknowns.has_trees()) return;
  std::shared_ptr<const PlacedTree> changed;
  for (int i = 0; i < static_cast<int>(cluster.states.size()); ++i) {
    if (!cluster.states[i].tree) continue;
    // The body before has its new tree already; what it is a tree of is the same.
    if (leads(cluster.states, i)) changed = change(*cluster.states[i].tree, unknowns.offset(i));
    cluster.states[i] = link_state(changed, cluster.bodies[i]);
  }
}

}  // namespace

Eigen::VectorXd velocity_of(const Cluster& cluster) {
  const Unknowns unknowns = unknowns_of(cluster.states);
  Eigen::VectorXd v(unknowns.count);
  for (int i = 0; i < static_cast<int>(cluster.states.size()); ++i) {
    const BodyState& state = cluster.states[i];
    if (state.tree)
      v.segment(unknowns.offset(i), size_of(state)) = state.tree->state.v;
    else
      v.segment<6>(unknowns.offset(i)) = state.v;
  }
  return v;
}

void set_velocity(Cluster& cluster, const Eigen::VectorXd& v) {
  const Unknowns unknowns = unknowns_of(cluster.states);
  for (int i = 0; i < static_cast<int>(cluster.states.size()); ++i)
    if (!cluster.states[i].tree) cluster.states[i].v = v.segment<6>(unknowns.offset(i));
  change_trees(cluster, unknowns, [&](const PlacedTree& tree, int at) {
    return placed_tree(tree.tree, tree.inputs, tree.state.q, v.segment(at, tree.state.v.size()));
  });
}

std::vector<Vector6> twists_at(const Cluster& cluster, const Eigen::VectorXd& v) {
  std::vector<Vector6> twists;
  if (!unknowns_of(cluster.states).has_trees()) {
    for (int i = 0; 6 * i < v.size(); ++i) twists.push_back(v.segment<6>(6 * i));
    return twists;
  }
  Cluster moving = cluster;
  set_velocity(moving, v);
  for (const BodyState& state : moving.states) twists.push_back(state.v);
  return twists;
}

Cluster moved_by(const Cluster& cluster, const Eigen::VectorXd& step) {
  Cluster moved = cluster;
  const Unknowns unknowns = unknowns_of(cluster.states);
  for (int i = 0; i < static_cast<int>(cluster.states.size()); ++i) {
    BodyState& state = moved.states[i];
    if (state.tree) continue;
    const int at = unknowns.offset(i);
    state.x += step.segment<3>(at);
    state.q = (exp_rotation(step.segment<3>(at + 3)) * state.q).normalized();
  }
  change_trees(moved, unknowns, [&](const PlacedTree& tree, int at) {
    return moved_by(tree, step.segment(at, tree.state.v.size()));
  });
  return moved;
}

double reach_of(const World& world, const Cluster& cluster, const Eigen::VectorXd& step) {
  double most = 0.0;
  const std::vector<Vector6> twists = twists_at(cluster, step);
  for (std::size_t i = 0; i < twists.size(); ++i)
    most = std::max(most, twists[i].head<3>().norm() +
                              world.bodies[cluster.bodies[i]].radius * twists[i].tail<3>().norm());
  return most;
}

MassFactor mass_of(const World& world, const Cluster& cluster) {
  std::vector<Eigen::MatrixXd> blocks;
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i) {
    if (!leads(cluster.states, i)) continue;
    const BodyState& state = cluster.states[i];
    if (state.tree)
      blocks.push_back(mass_matrix(*state.tree));
    else
      blocks.emplace_back(
          mass_matrix(turned(world.bodies[cluster.bodies[i]].dynamics, rotation_matrix(state.q))));
  }
  auto mass = factor_mass(blocks);
  RIGOR_DEMAND(mass.has_value());
  return std::move(*mass);
}

Eigen::VectorXd free_accelerations(const World& world, const Cluster& cluster) {
  const Unknowns unknowns = unknowns_of(cluster.states);
  Eigen::VectorXd a(unknowns.count);
  for (int i = 0; i < static_cast<int>(cluster.states.size()); ++i) {
    if (!leads(cluster.states, i)) continue;
    const BodyState& state = cluster.states[i];
    const int at = unknowns.offset(i);
    if (state.tree) {
      TreeWorkspace workspace(*state.tree->tree);
      accelerate(*state.tree, trace::seconds(cluster.time), workspace);
      a.segment(at, size_of(state)) = workspace.bodies.vdot;
      continue;
    }
    const Body& source = world.bodies[cluster.bodies[i]];
    const Matrix3 R_WB = rotation_matrix(state.q);
    const TurnedBody body = turned(source.dynamics, R_WB);
    a.segment<6>(at) = free_acceleration(body, state.v.tail<3>(), world.gravity());
    if (source.load.wrenches.empty()) continue;
    const double after = trace::elapsed(source.load.start, cluster.time);
    a.segment<6>(at) += inverse_mass_times(body, load_at(source.load, R_WB, after).vector());
  }
  return a;
}

double energy(const World& world, const Cluster& cluster) {
  double sum = 0.0;
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i) {
    if (!leads(cluster.states, i)) continue;
    const BodyState& state = cluster.states[i];
    sum += state.tree ? energy(*state.tree)
                      : energy(world.bodies[cluster.bodies[i]], state, world.gravity());
  }
  return sum;
}

Pose pose_of(const World& world, const Cluster& cluster, std::uint32_t body) {
  return motion_of(world, cluster, body).X_WB;
}

BodyMotion motion_of(const World& world, const Cluster& cluster, std::uint32_t body) {
  if (body == trace::kWorld) return {};
  const int place = place_of(cluster, body);
  if (place >= 0) return motion_of(cluster.states[place]);
  const Body& other = world.bodies[body];
  if (other.role != BodyRole::Driven) return {other.X_WB, {}, {}};
  return motion_at(other.drive, trace::elapsed(other.drive.start, cluster.time));
}

double drive_speed(const World& world, const Cluster& cluster, const PairId& pair,
                   const PairRow& row) {
  double speed = 0.0;
  if (is_driven(world, pair.a.body))
    speed += row.on_A.dot(motion_of(world, cluster, pair.a.body).V_WB.vector());
  if (is_driven(world, pair.b.body))
    speed += row.on_B.dot(motion_of(world, cluster, pair.b.body).V_WB.vector());
  return speed;
}

Vector3 belt_of(const World& world, const trace::PieceId& piece) {
  const Model& model = *world.model;
  if (piece.body < model.links.size()) return model.links[piece.body].belt;
  if (piece.body != trace::kWorld) return Vector3::Zero();  // a body that no model describes
  return piece.piece < model.half_spaces.size() ? model.half_spaces[piece.piece].belt
                                                : Vector3::Zero();  // a joint's limit
}

double belt_speed(const World& world, const PairId& pair, const PairRow& tangent) {
  return tangent.on_A.head<3>().dot(belt_of(world, pair.a)) +
         tangent.on_B.head<3>().dot(belt_of(world, pair.b));
}

const Polytope& polytope_of(const World& world, const trace::PieceId& piece) {
  return world.bodies[piece.body].pieces[piece.piece].polytope;
}

PlacedPair placed(const World& world, const Cluster& cluster, const PairId& pair) {
  PlacedPair out;
  if (on_half_space(pair))
    out.A = &world.half_spaces[pair.a.piece];
  else
    out.A = &polytope_of(world, pair.a);
  out.X_WA = pose_of(world, cluster, pair.a.body);
  out.B = &polytope_of(world, pair.b);
  out.X_WB = pose_of(world, cluster, pair.b.body);
  return out;
}

Surface surface_of(const World& world, const PairId& pair) {
  if (on_limit(pair)) return {0.0, limit_restitution(world, pair), 0.0};
  const int a = on_half_space(pair) ? world.model->half_spaces[pair.a.piece].material
                                    : world.bodies[pair.a.body].materials[pair.a.piece];
  return surface(*world.model, a, world.bodies[pair.b.body].materials[pair.b.piece]);
}

std::string names_of(const World& world, const PairId& pair) {
  if (on_limit(pair)) return limit_name(world, pair);
  const std::string& a = on_half_space(pair) ? world.model->half_spaces[pair.a.piece].name
                                             : world.model->links[pair.a.body].name;
  return fmt::format("'{}' and '{}'", a, world.model->links[pair.b.body].name);
}

Vector3 point_of(const World& world, const ContactId& id) {
  const auto& vertices = polytope_of(world, carried_by_a(id) ? id.pair.b : id.pair.a).vertices();
  const Vector3& r = vertices[id.vertex];
  return is_feature(id) ? r : Vector3(r + id.along * (vertices[id.toward] - r));
}

double gap_of(const World& world, const Cluster& cluster, const ContactId& id) {
  if (on_limit(id.pair)) return limit_gap(world, cluster, id.pair);
  const PlacedPair pair = placed(world, cluster, id.pair);
  if (id.axis.kind != AxisKind::EdgeEdge && is_feature(id))
    return vertex_height(pair, id.axis, id.vertex);
  return rows_of(world, cluster, id).normal.jet.value;
}

ContactRows rows_of(const World& world, const Cluster& cluster, const ContactId& id) {
  if (on_limit(id.pair)) return limit_rows(world, cluster, id.pair);
  const PlacedPair pair = placed(world, cluster, id.pair);
  const BodyMotion A = motion_of(world, cluster, id.pair.a.body);
  const BodyMotion B = motion_of(world, cluster, id.pair.b.body);
  if (id.axis.kind == AxisKind::EdgeEdge) return axis_edge_rows(pair, id.axis, A, B);
  return axis_point_rows(pair, id.axis, point_of(world, id), A, B);
}

void write_row(const Cluster& cluster, const PairId& pair, const PairRow& row,
               Eigen::Ref<Eigen::RowVectorXd> to) {
  const int a = on_half_space(pair) ? -1 : place_of(cluster, pair.a.body);
  const int b = place_of(cluster, pair.b.body);
  const Unknowns unknowns = unknowns_of(cluster.states);
  if (!unknowns.has_trees()) {
    if (a >= 0) to.segment<6>(6 * a) = row.on_A.transpose();
    if (b >= 0) to.segment<6>(6 * b) = row.on_B.transpose();
    return;
  }
  if (on_limit(pair)) {
    const LimitId limit = limit_of(pair);
    const PlacedTree& tree = *cluster.states[b].tree;
    Eigen::VectorXd pulled = Eigen::VectorXd::Zero(tree.tree->unknowns());
    pull_back(tree, velocity_of(*tree.tree, limit), limit.sign() * row.on_B[0], pulled);
    to.segment(unknowns.offset(b), pulled.size()) = pulled.transpose();
    return;
  }
  const auto add = [&](int place, const Vector6& on) {
    if (place < 0) return;
    const BodyState& state = cluster.states[place];
    if (!state.tree) {
      to.segment<6>(unknowns.offset(place)) += on.transpose();
      return;
    }
    Eigen::VectorXd pulled = Eigen::VectorXd::Zero(size_of(state));
    pull_back(*state.tree, cluster.bodies[place], on, pulled);
    to.segment(unknowns.offset(place), pulled.size()) += pulled.transpose();
  };
  add(a, row.on_A);
  add(b, row.on_B);
}

}  // namespace rigor
