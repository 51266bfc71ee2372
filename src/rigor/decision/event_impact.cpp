// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/decision/event_impact.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/touching/separating_plane.hpp>

namespace rigor {
namespace {

/// A blow slower than the capture speed does not rebound: the hop would be lower than the band, and
/// would be ended at once.
void deaden_slow_impacts(EventProblem& event, const Eigen::VectorXd& approach) {
  if (event.world.law != Law::Coulomb || -approach.minCoeff() > capture_speed(event.world)) return;
  for (ContactProperties& contact : event.set.contacts) contact.restitution = 0.0;
}

/// The largest speed of a contact: what residuals of impacts are fractions of.
double contact_speed(const EventProblem& event, const Eigen::VectorXd& v) {
  const Eigen::VectorXd normal = normal_speeds(event.set, v);
  const Eigen::VectorXd side = tangential_speeds(event.set, v);
  double most = 0.0;
  for (int i = 0; i < event.size(); ++i)
    most = std::max(most, std::hypot(normal[i], side.segment<2>(2 * i).norm()));
  return most;
}

/// Why an impact is not used. Where a slow approach stands beside a fast slip, impulses can not be
/// known better than the slip is rounded: what they leave unmet of the law must then be a speed
/// that the skin does not resolve, and must not feed energy in. It is on record.
std::optional<Refusal> bad_impact(EventProblem& event, const Eigen::VectorXd& v,
                                  const Impact& impact) {
  const auto refusal = bad_residual(impact.residual, "impact");
  if (!refusal) return std::nullopt;
  const double unmet = impact.residual * contact_speed(event, v);
  if (unmet > kUnmetShare * capture_speed(event.world)) return refusal;
  if (impact.energy_change > kEnergyShare * kinetic_energy(event.set, v)) return refusal;
  event.out.unmet_speed = std::max(event.out.unmet_speed, unmet);
  return std::nullopt;
}

/// Whether the pairs, hit one after the other in their order, would leave another velocity.
bool order_matters(const EventProblem& event, const Eigen::VectorXd& v_before,
                   const Impact& impact) {
  std::vector<int> hit;
  for (int i = 0; i < event.size(); ++i)
    if (impact.normal[i] > 0.0 && !contains(hit, event.pair_of[i])) hit.push_back(event.pair_of[i]);
  if (hit.size() < 2) return false;
  Eigen::VectorXd v = v_before;
  for (const int p : hit) {
    std::vector<int> members;
    for (int i = 0; i < event.size(); ++i)
      if (event.pair_of[i] == p) members.push_back(i);
    v = resolve_impact(event.world.law, part_of(event.set, members), v).v;
  }
  const double scale = reach_of(event.world, event.cluster, v_before) +
                       reach_of(event.world, event.cluster, impact.v);
  return reach_of(event.world, event.cluster, v - impact.v) > kSameOutcome * scale;
}

}  // namespace

std::optional<Refusal> resolve_impacts(EventProblem& event) {
  const Eigen::VectorXd v = velocity_of(event.cluster);
  const Eigen::VectorXd approach = normal_speeds(event.set, v);
  // The no-slip laws end sliding by an impulse, at the start and where contacts close gently.
  if ((approach + zero_speeds(event)).minCoeff() >= 0.0 && sliding_contacts(event).empty())
    return std::nullopt;
  // A real blow mends broken bonds; micro-impacts below the capture speed do not (they chatter).
  for (int i = 0; i < event.size(); ++i) {
    if (-approach[i] <= capture_speed(event.world)) continue;
    std::erase_if(event.broken, [&](const Bond& bond) { return bond.pair == event.bonds[i].pair; });
  }
  fill_set(event);
  deaden_slow_impacts(event, approach);
  event.set.unmet = kUnmetShare * capture_speed(event.world);
  Impact impact = resolve_impact(event.world.law, event.set, v);
  if (impact.status == ImpactStatus::Failed) {
    const auto released = release_from_drives(event);
    if (const auto* refusal = std::get_if<Refusal>(&released)) return *refusal;
    if (std::get<bool>(released)) impact = resolve_impact(event.world.law, event.set, v);
  }
  if (impact.status == ImpactStatus::Failed) return no_motion(event, "impact problem");
  if (auto refusal = bad_impact(event, v, impact)) return refusal;
  event.out.impact = true;
  event.out.restitution_factor = impact.restitution_factor;
  event.out.order_matters = order_matters(event, v, impact);
  take_impulses(event, impact);
  return break_sliding_bonds(event);
}

std::optional<Refusal> push_without_collision(EventProblem& event) {
  const Impact impact = impulse_without_collision(event.set, velocity_of(event.cluster));
  if (impact.status != ImpactStatus::Solved)
    return Refusal{RefusalKind::Inconsistent,
                   "sliding contacts have no accelerations under Coulomb's law, and no impulse "
                   "without collision was found"};
  if (auto refusal = bad_residual(impact.residual, "impulse")) return refusal;
  take_impulses(event, impact);
  event.out.impulse_without_collision = true;
  return std::nullopt;
}

bool meets_at_corners(const EventProblem& event, const std::vector<ActiveContact>& before) {
  return std::any_of(event.pairs.begin(), event.pairs.end(), [&](const TouchingPair& pair) {
    const bool touched = std::any_of(before.begin(), before.end(), [&](const ActiveContact& c) {
      return c.id.pair == pair.pair;
    });
    const bool hits =
        std::any_of(event.out.points.begin(), event.out.points.end(), [&](const TouchPoint& point) {
          return point.pair == pair.pair && !point.impulse_W.isZero(0.0);
        });
    return !touched && hits && !has_one_plane(event.world, event.cluster, pair);
  });
}

}  // namespace rigor
