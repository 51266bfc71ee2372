// SPDX-License-Identifier: Apache-2.0

#include <rigor/contact/pair_row.hpp>
#include <rigor/first_order/contact_rows.hpp>

namespace rigor::first_order {
namespace {

/// A crossing of edges that moves by more than this part of the smaller body's radius gets a row
/// where it will be.
constexpr double kElsewhere = 0.1;

/// ṅ at these angular velocities.
Vector3 normal_rate(const Row& row, const Vector3& w_a, const Vector3& w_b) {
  if (row.carrier != AxisKind::EdgeEdge)
    return (row.carrier == AxisKind::FaceOfA ? w_a : w_b).cross(row.nhat_W);
  const auto& [a, b] = row.edges_W;
  const double length = a.cross(b).dot(row.nhat_W);  // negative: n is -a × b
  const Vector3 rate = (w_a.cross(a).cross(b) + a.cross(w_b.cross(b))) / length;
  return rate - rate.dot(row.nhat_W) * row.nhat_W;
}

void add_limit_row(const World& world, const MovingBodies& bodies, double reach, NearPair& pair,
                   std::vector<Row>& rows) {
  const LimitId limit = limit_of(pair.id);
  const MovingTree& tree = *bodies.tree_of(limit.body);
  pair.separation = limit_gap(world, tree, limit);
  if (pair.separation > reach) return;
  Row row;
  row.pair = &pair;
  row.b = limit.body;
  row.point_W = bodies[limit.body].pose.translation;
  row.velocity = velocity_of(*tree.tree, limit);
  row.sign = limit.sign();
  row.gap = pair.separation;
  rows.push_back(row);
}

/// The velocity that the body's path has, or is going to have.
const Vector6& velocity_of(const MovingBody& body) {
  return body.is_awake() && !body.held ? body.u : body.path_u;
}

/// Adds a corner where the edges will cross after `ahead` seconds, if that is elsewhere.
void add_crossing_ahead(const MovingBody& a, const MovingBody& b, double ahead, double radius,
                        NearManifold& manifold) {
  std::array<Vector3, 2> feet = manifold.feet_W;
  std::array<Vector3, 2> edges = manifold.edges_W;
  const MovingBody* bodies[] = {&a, &b};
  for (int i = 0; i < 2; ++i) {
    const Vector6& u = velocity_of(*bodies[i]);
    const Vector3 w = u.tail<3>();
    feet[i] += ahead * (u.head<3>() + w.cross(feet[i] - bodies[i]->pose.translation));
    edges[i] += ahead * w.cross(edges[i]);
  }
  const auto [s, t] = crossing(feet, edges);
  const Vector3 point = 0.5 * (manifold.feet_W[0] + s * manifold.edges_W[0] + manifold.feet_W[1] +
                               t * manifold.edges_W[1]);
  const NearCorner& now = manifold.corners.front();
  if ((point - now.point_W).norm() > kElsewhere * radius)
    manifold.corners.push_back({point, now.gap});
}

}  // namespace

void add_rows(const World& world, const MovingBodies& bodies, double reach, NearPair& pair,
              std::vector<Row>& rows, double ahead) {
  if (on_limit(pair.id)) return add_limit_row(world, bodies, reach, pair, rows);
  const bool half_space = on_half_space(pair.id);
  const Pose& pose_b = bodies[pair.id.b.body].pose;
  const Pose& pose_a = half_space ? pose_b : bodies[pair.id.a.body].pose;
  NearManifold manifold =
      near_manifold(placed(world, pair.id, pose_a, pose_b), {reach, pair.gap}, pair.hint);
  pair.separation = manifold.separation;
  if (manifold.corners.empty()) return;
  if (manifold.carrier == AxisKind::EdgeEdge && ahead > 0.0)
    add_crossing_ahead(bodies[pair.id.a.body], bodies[pair.id.b.body], ahead, pair.radius,
                       manifold);
  const auto tangents = tangent_basis(manifold.nhat_AB_W);
  for (const NearCorner& corner : manifold.corners) {
    Row row;
    row.pair = &pair;
    row.a = half_space ? -1 : static_cast<int>(pair.id.a.body);
    row.b = pair.id.b.body;
    row.carrier = manifold.carrier;
    row.nhat_W = manifold.nhat_AB_W;
    row.edges_W = manifold.edges_W;
    row.tangents_W = tangents;
    row.point_W = corner.point_W;
    if (!half_space) row.r_a = corner.point_W - pose_a.translation;
    row.r_b = corner.point_W - pose_b.translation;
    row.gap = corner.gap;
    rows.push_back(row);
  }
}

Vector3 relative_velocity(const Row& row, const Vector6& u_a, const Vector6& u_b) {
  const Vector3 of_b = u_b.head<3>() + Vector3(u_b.tail<3>()).cross(row.r_b);
  return of_b - (u_a.head<3>() + Vector3(u_a.tail<3>()).cross(row.r_a));
}

double curvature(const Row& row, const Vector6& u_a, const Vector6& u_b) {
  const Vector3 w_a = u_a.tail<3>();
  const Vector3 w_b = u_b.tail<3>();
  const Vector3 turning = w_b.cross(w_b.cross(row.r_b)) - w_a.cross(w_a.cross(row.r_a));
  return row.nhat_W.dot(turning) +
         2.0 * normal_rate(row, w_a, w_b).dot(relative_velocity(row, u_a, u_b));
}

double bias_curvature(const Row& row, const Twist& bias_a, const Twist& bias_b) {
  return row.nhat_W.dot(bias_b.linear + bias_b.angular.cross(row.r_b) - bias_a.linear -
                        bias_a.angular.cross(row.r_a));
}

}  // namespace rigor::first_order
