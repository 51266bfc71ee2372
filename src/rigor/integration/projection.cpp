// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/integration/projection.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor {
namespace {

constexpr int kNewtonSteps = 8;
/// Gaps count as met within this fraction of the skin, or the rounding of the coordinates they are
/// computed from if that is more.
constexpr double kMetFraction = 1e-6;
constexpr double kRounding = 0x1p-50;
/// Half width, as a fraction of β δ, of the range that a gap is brought into where exact equality
/// moves too far.
constexpr double kInnerBand = 0.25;
/// An equality projection that moves a vertex further than this many β δ is tried the other way.
constexpr double kLargeMove = 5.0;

Eigen::MatrixXd normal_rows(const World& world, const Cluster& cluster,
                            const std::vector<ContactId>& contacts) {
  Eigen::MatrixXd N =
      Eigen::MatrixXd::Zero(static_cast<int>(contacts.size()), cluster.unknowns());
  Eigen::RowVectorXd row(cluster.unknowns());
  for (int i = 0; i < N.rows(); ++i) {
    row.setZero();
    write_row(cluster, contacts[i].pair, rows_of(world, cluster, contacts[i]).normal, row);
    N.row(i) = row;
  }
  return N;
}

Eigen::VectorXd shortfalls(const World& world, const Cluster& cluster,
                           const std::vector<ContactId>& contacts, double goal) {
  Eigen::VectorXd missing(static_cast<int>(contacts.size()));
  for (int i = 0; i < missing.size(); ++i)
    missing[i] = goal - gap_of(world, cluster, contacts[i]);
  return missing;
}

/// A gap is met to this many metres.
double met_tolerance(const World& world, const Cluster& cluster) {
  double size = 0.0;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i)
    size = std::max(size, cluster.states[i].x.cwiseAbs().maxCoeff() +
                              world.bodies[cluster.bodies[i]].radius);
  return std::max(kMetFraction * world.tolerances.skin, kRounding * size);
}

double largest(const Eigen::VectorXd& x) { return x.size() > 0 ? x.maxCoeff() : 0.0; }

/// `inner`: how far from their goal gaps of `equal` may stay; 0 brings them there exactly.
ProjectionOutcome project(const World& world, const Cluster& cluster, const GapGoals& goals,
                          double inner) {
  Projected out{cluster, 0.0};
  const double met = met_tolerance(world, cluster);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(cluster.unknowns());
  for (int step = 0; step < kNewtonSteps; ++step) {
    const Eigen::VectorXd equal = shortfalls(world, out.cluster, goals.equal, goals.gap);
    const Eigen::VectorXd least = shortfalls(world, out.cluster, goals.at_least, goals.floor);
    if (std::max(largest(equal.cwiseAbs()) - inner, largest(least)) <= met) return out;
    const Eigen::MatrixXd J = normal_rows(world, out.cluster, goals.equal);
    const Eigen::MatrixXd N = normal_rows(world, out.cluster, goals.at_least);
    LinearRows at_least{N, least};
    LinearRows exactly{J, equal};
    if (inner > 0.0) {
      at_least.rows.resize(N.rows() + 2 * J.rows(), cluster.unknowns());
      at_least.rows << N, J, -J;
      at_least.right.resize(at_least.rows.rows());
      at_least.right << least, (equal.array() - inner).matrix(), (-equal.array() - inner).matrix();
      exactly = {Eigen::MatrixXd(0, cluster.unknowns()), Eigen::VectorXd(0)};
    }
    const ConeProjection solved =
        project_on_cone(mass_of(world, out.cluster), still, at_least, exactly, {.slack = met});
    if (solved.status != ProjectionStatus::Solved)
      return ProjectionFailure{"the gaps of one event contradict each other"};
    out.moved += reach_of(world, out.cluster, solved.x);
    if (!(out.moved <= goals.limit))
      return ProjectionFailure{"putting the gaps right would move the bodies too far"};
    out.cluster = moved_by(out.cluster, solved.x);
  }
  return ProjectionFailure{"the gaps of one event did not settle"};
}

}  // namespace

ProjectionOutcome project_position(const World& world, const Cluster& cluster,
                                   const GapGoals& goals) {
  ProjectionOutcome exact = project(world, cluster, goals, 0.0);
  const double width = Tolerances::kBand * world.tolerances.skin;
  const auto* good = std::get_if<Projected>(&exact);
  if (goals.equal.empty() || (good != nullptr && good->moved <= kLargeMove * width)) return exact;
  ProjectionOutcome near = project(world, cluster, goals, kInnerBand * width);
  const auto* other = std::get_if<Projected>(&near);
  if (other != nullptr && (good == nullptr || other->moved < good->moved)) return near;
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

ProjectedVelocity project_velocity(const World& world, const Cluster& cluster,
                                   const std::vector<HeldContact>& contacts) {
  int rows = 0;
  for (const HeldContact& contact : contacts) rows += contact.sticks ? 3 : 1;
  Eigen::MatrixXd J(rows, cluster.unknowns());
  std::vector<std::pair<std::size_t, Vector3>> directions;  // of the rows: contact, axis
  Eigen::RowVectorXd row(cluster.unknowns());
  const auto add = [&](std::size_t k, const PairRow& source, const Vector3& direction) {
    row.setZero();
    write_row(cluster, contacts[k].pair, source, row);
    J.row(static_cast<int>(directions.size())) = row;
    directions.emplace_back(k, direction);
  };
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactRows& source = contacts[k].rows;
    add(k, source.normal, source.nhat_AB_W);
    for (std::size_t axis = 0; axis < 2 && contacts[k].sticks; ++axis)
      add(k, source.tangent[axis], source.tangents_W[axis]);
  }
  const ConeProjection solved =
      project_on_cone(mass_of(world, cluster), velocity_of(cluster),
                      {Eigen::MatrixXd(0, cluster.unknowns()), Eigen::VectorXd(0)},
                      {J, Eigen::VectorXd::Zero(rows)}, {.equation_slack = kFlatness});
  ProjectedVelocity out;
  out.v = solved.x;
  if (solved.equality_rank == cluster.unknowns()) out.v.setZero();
  out.impulses_W.assign(contacts.size(), Vector3::Zero());
  for (int k = 0; k < rows; ++k)
    out.impulses_W[directions[k].first] += solved.tangential[k] * directions[k].second;
  return out;
}

}  // namespace rigor
