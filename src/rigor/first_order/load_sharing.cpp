// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/load_sharing.hpp>
#include <rigor/laws/normal_split.hpp>

namespace rigor::first_order {
namespace {

/// Shares and friction are found in turn, at most so often, each time by so many sweeps, until
/// velocities change by less than this, m/s and rad/s.
constexpr int kMostShares = 5;
constexpr int kSharingSweeps = 10;
constexpr double kBelowShare = 1e-7;
constexpr double kSettledShare = 1e-6;

/// Shares the normal impulses of one pair; whether it slides at all.
bool share_pair(StepRows& at, const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> pressed;
  std::vector<PlaneImpulse> corners;
  const double goal = at.goals.law.goal;
  ConeState& state = at.state;
  bool slides = false;
  for (const std::size_t c : rows) {
    const Eigen::Vector3d y = speeds(at.problem.cone.contacts[c], state);
    if (y[0] > goal && !(state.impulses[c][0] > 0.0)) continue;
    slides = slides || (y.tail<2>().norm() > goal && state.impulses[c][0] > 0.0);
    pressed.push_back(c);
    const Row& row = at.rows[c];
    corners.push_back({{row.point_W.dot(row.tangents_W[0]), row.point_W.dot(row.tangents_W[1])},
                       state.impulses[c][0]});
  }
  if (!slides || pressed.size() < 4) return false;
  const auto split = spring_split(corners);
  if (!split) return false;
  for (std::size_t i = 0; i < pressed.size(); ++i) {
    const ConeContact& contact = at.problem.cone.contacts[pressed[i]];
    const Eigen::Vector2d slip = speeds(contact, state).tail<2>();
    Eigen::Vector3d impulse = state.impulses[pressed[i]];
    impulse[0] = (*split)[i];
    const double most = contact.friction * impulse[0];
    if (slip.norm() > goal) impulse.tail<2>() = -most * slip.normalized();
    if (impulse.tail<2>().norm() > most) impulse.tail<2>() *= most / impulse.tail<2>().norm();
    push(at.problem.cone, static_cast<int>(pressed[i]), impulse - state.impulses[pressed[i]],
         state);
  }
  return true;
}

double largest_change(const ConeState& now, const ConeState& old) {
  double change = 0.0;
  for (std::size_t i = 0; i < old.u.size(); ++i)
    change = std::max(change, (now.u[i] - old.u[i]).lpNorm<Eigen::Infinity>());
  for (std::size_t i = 0; i < old.trees.size(); ++i)
    change = std::max(change, (now.trees[i] - old.trees[i]).lpNorm<Eigen::Infinity>());
  return change;
}

}  // namespace

void share_loads(StepRows& at) {
  if (at.goals.law.law != Law::Coulomb) return;
  const std::vector<std::vector<std::size_t>> pairs = rows_by_pair(at);
  const ConeState before = at.state;
  const double allowed = std::max(residual(at.problem.cone, before), at.goals.law.goal);
  for (int round = 0; round < kMostShares; ++round) {
    const ConeState old = at.state;
    bool any = false;
    for (const auto& rows : pairs) any = share_pair(at, rows) || any;
    if (!any) break;
    sweep(at.problem.cone, {kSharingSweeps, kBelowShare}, at.state);
    if (largest_change(at.state, old) < kSettledShare) break;
  }
  if (residual(at.problem.cone, at.state) > allowed) at.state = before;
}

}  // namespace rigor::first_order
