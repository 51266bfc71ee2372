// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/contact/pair_row.hpp>
#include <rigor/integration/projection.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor {
namespace {

constexpr int kNewtonSteps = 8;
/// Gaps count as met within this fraction of the skin, or the rounding of the coordinates they are
/// computed from if that is more.
constexpr double kMetFraction = 1e-6;
constexpr double kRounding = 0x1p-50;
/// Points of a face are flat to about the skin per metre, so rows that depend on others to less
/// than this are noise: enforced exactly they would keep a gripping face from rocking.
constexpr double kFlatness = 1e-8;

double gap_of(const World& world, const MovingBody& body, const BodyState& state,
              const ContactId& id) {
  return height(world.half_spaces[id.half_space], state.x + state.q * vertex(body, id));
}

Eigen::VectorXd shortfalls(const World& world, const MovingBody& body, const BodyState& state,
                           const std::vector<ContactId>& contacts, double goal) {
  Eigen::VectorXd missing(static_cast<int>(contacts.size()));
  for (int i = 0; i < missing.size(); ++i)
    missing[i] = goal - gap_of(world, body, state, contacts[i]);
  return missing;
}

BodyState moved_by(const BodyState& state, const Eigen::VectorXd& step) {
  BodyState moved = state;
  moved.x += step.head<3>();
  moved.q = (exp_rotation(step.tail<3>()) * state.q).normalized();
  return moved;
}

}  // namespace

ProjectionOutcome project_position(const World& world, const MovingBody& body,
                                   const BodyState& state, const GapGoals& goals) {
  Projected out{state, 0.0};
  const double met = std::max(kMetFraction * world.tolerances.skin,
                              kRounding * (state.x.cwiseAbs().maxCoeff() + body.radius));
  for (int step = 0; step < kNewtonSteps; ++step) {
    const Eigen::VectorXd equal = shortfalls(world, body, out.state, goals.equal, goals.gap);
    const Eigen::VectorXd least = shortfalls(world, body, out.state, goals.at_least, goals.floor);
    const double worst = std::max(equal.size() > 0 ? equal.cwiseAbs().maxCoeff() : 0.0,
                                  least.size() > 0 ? least.maxCoeff() : 0.0);
    if (worst <= met) return out;
    const ContactSet equal_set = contact_set(world, body, out.state, goals.equal);
    const ContactSet least_set = contact_set(world, body, out.state, goals.at_least);
    const ConeProjection solved =
        project_on_cone(equal_set.mass, Eigen::VectorXd::Zero(6), {least_set.N, least},
                        {equal_set.N, equal}, {.slack = met});
    if (solved.status != ProjectionStatus::Solved)
      return ProjectionFailure{"the gaps of one event contradict each other"};
    out.moved += solved.x.head<3>().norm() + body.radius * solved.x.tail<3>().norm();
    if (!(out.moved <= goals.limit))
      return ProjectionFailure{"putting the gaps right would move the body too far"};
    out.state = moved_by(out.state, solved.x);
  }
  return ProjectionFailure{"the gaps of one event did not settle"};
}

ProjectedVelocity project_velocity(const World& world, const MovingBody& body,
                                   const BodyState& state, const std::vector<ActiveContact>& mode) {
  std::vector<ContactId> ids;
  int rows = 0;
  for (const ActiveContact& contact : mode) {
    ids.push_back(contact.id);
    rows += contact.state == ContactState::Stick ? 3 : 1;
  }
  const ContactSet set = contact_set(world, body, state, ids);
  Eigen::MatrixXd J(rows, 6);
  std::vector<std::pair<std::size_t, Vector3>> directions;  // of the rows: contact, axis
  for (std::size_t k = 0; k < mode.size(); ++k) {
    const int i = static_cast<int>(k);
    const Vector3& n = world.half_spaces[ids[k].half_space].normal;
    const auto tangents = tangent_basis(n);
    J.row(static_cast<int>(directions.size())) = set.N.row(i);
    directions.emplace_back(k, n);
    for (int axis = 0; axis < 2 && mode[k].state == ContactState::Stick; ++axis) {
      J.row(static_cast<int>(directions.size())) = set.T.row(2 * i + axis);
      directions.emplace_back(k, tangents[axis]);
    }
  }
  const ConeProjection solved =
      project_on_cone(set.mass, state.v, {Eigen::MatrixXd(0, 6), Eigen::VectorXd(0)},
                      {J, Eigen::VectorXd::Zero(rows)}, {.equation_slack = kFlatness});
  ProjectedVelocity out;
  if (solved.equality_rank < 6) out.v = solved.x;
  out.impulses_W.assign(mode.size(), Vector3::Zero());
  for (int row = 0; row < rows; ++row)
    out.impulses_W[directions[row].first] += solved.tangential[row] * directions[row].second;
  return out;
}

}  // namespace rigor
