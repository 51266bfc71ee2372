// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <rigor/decision/projection.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/laws/body_system.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/laws/mode.hpp>
#include <rigor/motion/independent_rows.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor {
namespace {

/// Half widths, as fractions of β δ, of the ranges that gaps are brought into where exact equality
/// moves too far: the second only where the first cannot be reached either.
constexpr std::array kInnerBands{0.25, 0.75};

/// What gaps lack, and their gradients.
struct Shortfalls {
  Eigen::MatrixXd rows;
  Eigen::VectorXd missing;
};

/// Of contacts and sides together; `sides` may be empty.
Shortfalls shortfalls(const World& world, const Cluster& cluster,
                      const std::vector<ContactId>& contacts, double goal,
                      const std::vector<EdgeSide>& sides = {}) {
  const int count = static_cast<int>(contacts.size() + sides.size());
  Shortfalls out{Eigen::MatrixXd(count, cluster.unknowns()), Eigen::VectorXd(count)};
  Eigen::RowVectorXd row(cluster.unknowns());
  int i = 0;
  const auto add = [&](const PairId& pair, const PairRow& from, double missing) {
    row.setZero();
    write_row(cluster, pair, from, row);
    out.rows.row(i) = row;
    out.missing[i++] = missing;
  };
  for (const ContactId& id : contacts)
    add(id.pair, rows_of(world, cluster, id).normal, goal - gap_of(world, cluster, id));
  for (const EdgeSide& side : sides) {
    PairRow beyond =
        axis_edge_side_row(placed(world, cluster, side.pair), side.axis, side.of, side.vertex);
    const PairRow edges = rows_of(world, cluster, {side.pair, side.axis}).normal;
    beyond.on_A -= edges.on_A;
    beyond.on_B -= edges.on_B;
    add(side.pair, beyond, side.floor - (beyond.jet.value - edges.jet.value));
  }
  return out;
}

/// A gap is met to this many metres.
double met_tolerance(const World& world, const Cluster& cluster) {
  double size = 0.0;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i)
    size = std::max(
        size, cluster.states[i].x.cwiseAbs().maxCoeff() + world.bodies[cluster.bodies[i]].radius);
  return std::max(kMetFraction * world.tolerances.skin, kProjectionRounding * size);
}

/// How far a vertex, or the origin of a link without a shape, is at most from where it was.
double farthest_move(const World& world, const Cluster& before, const Cluster& after) {
  double most = 0.0;
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const Pose was = pose_of(before.states[i]);
    const Pose is = pose_of(after.states[i]);
    most = std::max(most, (is.translation - was.translation).norm());
    for (const PieceShape& piece : world.bodies[before.bodies[i]].pieces)
      for (const Vector3& vertex : piece.polytope.vertices())
        most = std::max(most, (is * vertex - was * vertex).norm());
  }
  return most;
}

double largest(const Eigen::VectorXd& x) { return x.size() > 0 ? x.maxCoeff() : 0.0; }

/// `inner`: how far from their goal gaps of `equal` may stay; 0 brings them there exactly.
ProjectionOutcome project(const World& world, const Cluster& cluster, const GapGoals& goals,
                          double inner) {
  Projected out{cluster, 0.0};
  const double met = met_tolerance(world, cluster);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(cluster.unknowns());
  for (int step = 0; step < kProjectionNewtonSteps; ++step) {
    const Shortfalls equal = shortfalls(world, out.cluster, goals.equal, goals.gap);
    const Shortfalls least =
        shortfalls(world, out.cluster, goals.at_least, goals.floor, goals.sides);
    const double off = std::max(largest(equal.missing.cwiseAbs()) - inner, largest(least.missing));
    if (off <= met) return out;
    LinearRows at_least{least.rows, least.missing};
    LinearRows exactly{equal.rows, equal.missing};
    if (inner > 0.0) {
      const Eigen::MatrixXd& J = equal.rows;
      at_least.rows.resize(least.rows.rows() + 2 * J.rows(), cluster.unknowns());
      at_least.rows << least.rows, J, -J;
      at_least.right.resize(at_least.rows.rows());
      at_least.right << least.missing, (equal.missing.array() - inner).matrix(),
          (-equal.missing.array() - inner).matrix();
      exactly = {Eigen::MatrixXd(0, cluster.unknowns()), Eigen::VectorXd(0)};
    }
    const ConeProjection solved =
        project_on_cone(mass_of(world, out.cluster), still, at_least, exactly, {.slack = met});
    if (solved.status != ProjectionStatus::Solved)
      return ProjectionFailure{"the contact gaps of one event cannot all be kept"};
    out.cluster = moved_by(out.cluster, solved.x);
    out.moved = farthest_move(world, cluster, out.cluster);
    if (!(out.moved <= goals.limit))
      return ProjectionFailure{"restoring the contact gaps would move the bodies too far"};
  }
  return ProjectionFailure{"restoring the contact gaps of one event did not converge"};
}

/// The projection that adds no more energy than there is to spare, or least of it: gaps may stay
/// where they are inside the band.
Projected without_lift(const World& world, const Cluster& cluster, const GapGoals& goals,
                       Projected exact) {
  const double width = Tolerances::kBand * world.tolerances.skin;
  const double before = energy(world, cluster);
  const double most = goals.spare + kNoLift * width * load_scale(world, cluster);
  double least = energy(world, exact.cluster) - before;
  for (const double share : kInnerBands) {
    if (least <= most) break;
    const ProjectionOutcome near = project(world, cluster, goals, share * width);
    const auto* other = std::get_if<Projected>(&near);
    if (other == nullptr) continue;
    const double added = energy(world, other->cluster) - before;
    if (!(added < least)) continue;
    least = added;
    exact = *other;
  }
  return exact;
}

}  // namespace

ProjectionOutcome project_position(const World& world, const Cluster& cluster,
                                   const GapGoals& goals) {
  ProjectionOutcome exact = project(world, cluster, goals, 0.0);
  const double width = Tolerances::kBand * world.tolerances.skin;
  const auto* good = std::get_if<Projected>(&exact);
  if (goals.equal.empty()) return exact;
  if (good != nullptr && good->moved <= kLargeMove * width) {
    if (good->moved == 0.0 || std::isinf(goals.spare)) return exact;
    return without_lift(world, cluster, goals, *good);
  }
  for (const double share : kInnerBands) {
    ProjectionOutcome near = project(world, cluster, goals, share * width);
    const auto* other = std::get_if<Projected>(&near);
    if (other != nullptr && (good == nullptr || other->moved < good->moved)) return near;
    if (good != nullptr) break;
  }
  return exact;
}

std::vector<HeldContact> held_contacts(const World& world, const Cluster& cluster,
                                       const std::vector<ActiveContact>& mode) {
  std::vector<HeldContact> held;
  for (const ActiveContact& contact : mode)
    held.push_back({contact.id.pair, rows_of(world, cluster, contact.id),
                    contact.state == ContactState::Stick});
  return held;
}

namespace {

/// Rows of speeds that are to vanish, tangents only where contacts stick, and what driven bodies
/// and belts leave on their right sides.
struct HeldRows {
  Eigen::MatrixXd J;
  Eigen::VectorXd right;
  std::vector<std::pair<std::size_t, Vector3>> directions;  ///< of the rows: contact, axis
};

HeldRows held_rows(const World& world, const Cluster& cluster,
                   const std::vector<HeldContact>& contacts) {
  int count = 0;
  for (const HeldContact& contact : contacts) count += contact.sticks ? 3 : 1;
  HeldRows rows{Eigen::MatrixXd(count, cluster.unknowns()), Eigen::VectorXd(count), {}};
  Eigen::RowVectorXd row(cluster.unknowns());
  const auto add = [&](std::size_t k, const PairRow& source, const Vector3& direction,
                       double belt) {
    row.setZero();
    write_row(cluster, contacts[k].pair, source, row);
    const int at = static_cast<int>(rows.directions.size());
    rows.J.row(at) = row;
    rows.right[at] = -drive_speed(world, cluster, contacts[k].pair, source) - belt;
    rows.directions.emplace_back(k, direction);
  };
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactRows& source = contacts[k].rows;
    add(k, source.normal, source.nhat_AB_W, 0.0);
    for (std::size_t axis = 0; axis < 2 && contacts[k].sticks; ++axis)
      add(k, source.tangent[axis], source.tangents_W[axis],
          belt_speed(world, contacts[k].pair, source.tangent[axis]));
  }
  return rows;
}

/// The velocity on the rows, their impulses, and whether they leave the bodies any freedom.
struct OnRows {
  Eigen::VectorXd v;
  Eigen::VectorXd impulses;
  bool free = true;
};

OnRows on_rows(const World& world, const MassFactor& mass, const Eigen::VectorXd& v,
               const HeldRows& rows, double dependent) {
  const ConeProjection solved = project_on_cone(
      mass, v, {Eigen::MatrixXd(0, v.size()), Eigen::VectorXd(0)}, {rows.J, rows.right},
      {.dependence = std::sqrt(dependent),
       .equation_slack = kFlatness,
       .slack = kUnmetShare * capture_speed(world)});
  return {solved.x, solved.tangential, solved.equality_rank < v.size()};
}

/// The columns of G of rows that do not depend on others as the motion counts it.
Eigen::MatrixXd independent_columns(Eigen::MatrixXd G, double dependent) {
  const std::vector<double> no_bias(static_cast<std::size_t>(G.cols()), 0.0);
  const std::vector<int> kept =
      independent_rows(BodySystem(G).products(), no_bias, {dependent, 0.0});
  for (int k = 0; k < G.cols(); ++k)
    if (!std::binary_search(kept.begin(), kept.end(), k)) G.col(k).setZero();
  return G;
}

/// The velocity v on the rows with these columns, by systems of the bodies; zero columns are left
/// out.
OnRows ending(const MassFactor& mass, const Eigen::VectorXd& v, const Eigen::VectorXd& row_speeds,
              const Eigen::MatrixXd& G) {
  const BodySystem bodies(G);
  const HeldContacts held(bodies, std::vector(static_cast<std::size_t>(G.cols() / 3),
                                              Eigen::Matrix3d(Eigen::Matrix3d::Identity())));
  Eigen::VectorXd right = Eigen::VectorXd::Zero(G.cols());
  for (int k = 0; k < row_speeds.size(); ++k)
    if (!G.col(k).isZero(0.0)) right[k] = row_speeds[k];
  const Eigen::VectorXd y = mass.whitened(v);
  Eigen::VectorXd impulses = Eigen::VectorXd::Zero(G.cols());
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kVelocityRounds; ++round) {
    const Eigen::VectorXd speeds = bodies.speeds(y + bodies.answer(impulses)) - right;
    if (!(speeds.norm() < kVelocityProgress * last)) break;
    last = speeds.norm();
    impulses += held.ending(speeds);
  }
  return {mass.unwhitened(y + bodies.answer(impulses)), impulses.head(row_speeds.size()),
          held.leave_freedom()};
}

/// The same of many bodies, whose systems are narrow. Held to rows that the motion leaves out,
/// bodies would be stopped at the end of every step in which they move a little across them.
OnRows on_rows_by_bodies(const World& world, const MassFactor& mass, const Eigen::VectorXd& v,
                         const HeldRows& rows, double dependent) {
  const auto padded = 3 * ((rows.J.rows() + 2) / 3);  // in threes, as a system has them
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(v.size(), padded);
  G.leftCols(rows.J.rows()) = mass.whitened_rows(rows.J);
  OnRows on = ending(mass, v, rows.right, independent_columns(G, dependent));
  const double left = (rows.J * on.v - rows.right).cwiseAbs().maxCoeff();
  return left <= kUnmetShare * capture_speed(world) ? on : ending(mass, v, rows.right, G);
}

}  // namespace

ProjectedVelocity project_velocity(const World& world, const Cluster& cluster,
                                   const std::vector<HeldContact>& contacts) {
  ProjectedVelocity out{velocity_of(cluster),
                        std::vector<Vector3>(contacts.size(), Vector3::Zero())};
  const HeldRows rows = held_rows(world, cluster, contacts);
  const bool still = rows.right.isZero(0.0);
  if (out.v.isZero(0.0) && still) return out;
  const MassFactor mass = mass_of(world, cluster);
  // The motion leaves the same rows out.
  const double dependent =
      unknowns_of(cluster.states).has_trees() ? kTreeSineSquared : kDependentSineSquared;
  const OnRows on = cluster.unknowns() > kFewUnknowns
                        ? on_rows_by_bodies(world, mass, out.v, rows, dependent)
                        : on_rows(world, mass, out.v, rows, dependent);
  out.v = on.v;
  out.drive_work = on.impulses.dot(rows.right);
  if (!on.free && still) out.v.setZero();
  for (int k = 0; k < rows.right.size(); ++k)
    out.impulses_W[rows.directions[k].first] += on.impulses[k] * rows.directions[k].second;
  return out;
}

}  // namespace rigor
